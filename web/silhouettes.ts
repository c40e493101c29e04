/**
 * The silhouettes that the page brings along, as the module "virtual:silhouettes": of the four thousand of game-icons only those that a
 * system's content or the kit's table of usual ones names, each as the one path that it is drawn with.
 */

import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Plugin } from "vite";

const ID = "virtual:silhouettes";
const PACKAGE = new URL("../src/escarmouche/", import.meta.url).pathname;
const NAMED = /^\s*(?:icon|"?[\w-]+"?\s*=\s*\{\s*icon)\s*=\s*"([a-z0-9-]+)"/gm;

/** All names that follow `icon =` in the content of the systems and of the kit. */
function named(): string[] {
  const files = readdirSync(PACKAGE, { recursive: true, encoding: "utf-8" }).filter((name) => /^(systems|kit)\/.*\.toml$/.test(name));
  return [...new Set(files.flatMap((name) => [...readFileSync(join(PACKAGE, name), "utf-8").matchAll(NAMED)].map((found) => found[1])))].sort();
}

function drawn(): Record<string, string> {
  const { icons } = createRequire(import.meta.url)("@iconify-json/game-icons/icons.json") as { icons: Record<string, { body: string }> };
  const path = (name: string): string => {
    const found = /d="([^"]+)"/.exec(icons[name]?.body ?? "");
    if (!found) throw new Error(`game-icons has no "${name}"; the content of a system names it as an icon.`);
    return found[1];
  };
  return Object.fromEntries(named().map((name) => [name, path(name)]));
}

export function silhouettes(): Plugin {
  return {
    name: "silhouettes",
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: (id) => (id === `\0${ID}` ? `export default ${JSON.stringify(drawn())}` : undefined),
  };
}
