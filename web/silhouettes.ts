/**
 * The silhouettes that the page brings along: of the four thousand of game-icons only those that a system's content or the kit's table of
 * usual ones names. They come in packs that are loaded when one of their drawings is asked for; "virtual:silhouettes" says which drawing is
 * in which pack.
 */

import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Plugin } from "vite";

const ID = "virtual:silhouettes";
const PACKAGE = new URL("../src/escarmouche/", import.meta.url).pathname;
const NAMED = /^icon = "([a-z0-9-]+)"/gm;

/** So many drawings go into a pack. */
const PACK = 10;

/**
 * The names in each pack: all that follow `icon =` in the content of the systems and of the kit, in the order in which they are first named.
 * Content lists a people together, so a battle needs a few packs only.
 */
function packs(): string[][] {
  const files = readdirSync(PACKAGE, { recursive: true, encoding: "utf-8" }).filter((name) => /^(systems|kit)\/.*\.toml$/.test(name));
  const found = [...files.sort().reverse()].flatMap((file) => [...readFileSync(join(PACKAGE, file), "utf-8").matchAll(NAMED)].map(([, name]) => name));
  const names = [...new Set(found)];
  return Array.from({ length: Math.ceil(names.length / PACK) }, (_, i) => names.slice(i * PACK, (i + 1) * PACK));
}

/** How many numbers each command of a path takes. */
const TAKES: Record<string, number> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };

/** A path in whole numbers, every step from where the last really ended: half the bytes, and no difference that a screen would show. */
export function whole(path: string): string {
  let [x, y, startX, startY] = [0, 0, 0, 0];
  let [atX, atY] = [0, 0];
  let made = "";
  for (const [, command, rest] of path.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const kind = command.toLowerCase();
    const relative = command === kind;
    const numbers = numbersOf(rest, kind === "a");
    const size = TAKES[kind];
    for (let i = 0; i < Math.max(1, size ? numbers.length / size : 1); i++) {
      const part = numbers.slice(i * size, (i + 1) * size);
      const step = kind === "m" && i ? "l" : kind;
      if (step === "z") {
        [x, y, atX, atY] = [startX, startY, Math.round(startX), Math.round(startY)];
        made += "z";
        continue;
      }
      const [baseX, baseY] = relative ? [x, y] : [0, 0];
      const out: number[] = [];
      if (step === "h") (x = baseX + part[0]), out.push(Math.round(x) - atX);
      else if (step === "v") (y = baseY + part[0]), out.push(Math.round(y) - atY);
      else if (step === "a") {
        [x, y] = [baseX + part[5], baseY + part[6]];
        out.push(Math.round(part[0]) || 1, Math.round(part[1]) || 1, Math.round(part[2]), part[3], part[4], Math.round(x) - atX, Math.round(y) - atY);
      } else {
        for (let k = 0; k < size; k += 2) out.push(Math.round(baseX + part[k]) - atX, Math.round(baseY + part[k + 1]) - atY);
        [x, y] = [baseX + part[size - 2], baseY + part[size - 1]];
      }
      [atX, atY] = [Math.round(x), Math.round(y)];
      if (step === "m") [startX, startY] = [x, y];
      made += step + out.join(" ").replace(/ -/g, "-");
    }
  }
  return made;
}

function numbersOf(text: string, arc: boolean): number[] {
  const number = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/y;
  const found: number[] = [];
  for (let at = 0; at < text.length; ) {
    // The flags of an arc may stand without a space between them.
    if (arc && [3, 4].includes(found.length % 7) && /[01]/.test(text[at])) {
      found.push(Number(text[at++]));
      continue;
    }
    number.lastIndex = at;
    const next = number.exec(text);
    if (next) found.push(Number(next[0]));
    at = next ? number.lastIndex : at + 1;
  }
  return found;
}

function drawn(names: string[]): Record<string, string> {
  const { icons } = createRequire(import.meta.url)("@iconify-json/game-icons/icons.json") as { icons: Record<string, { body: string }> };
  const path = (name: string): string => {
    const found = /d="([^"]+)"/.exec(icons[name]?.body ?? "");
    if (!found) throw new Error(`game-icons has no "${name}"; the content of a system names it as an icon.`);
    return whole(found[1]);
  };
  return Object.fromEntries(names.map((name) => [name, path(name)]));
}

export function silhouettes(): Plugin {
  return {
    name: "silhouettes",
    resolveId: (id) => (id.startsWith(ID) ? `\0${id}` : undefined),
    load: (id) => {
      if (!id.startsWith(`\0${ID}`)) return undefined;
      const all = packs();
      const number = id.slice(ID.length + 2);
      if (number) return `export default ${JSON.stringify(drawn(all[Number(number)]))}`;
      const loads = all.map((_, i) => `() => import("${ID}/${i}")`);
      return `export const names = ${JSON.stringify(all.map((pack) => pack.join(" ")))};\nexport const packs = [${loads.join(", ")}];`;
    },
  };
}
