/** Silhouettes by name. They come in packs, each of which is loaded when the first of its drawings is asked for. */

import type { Figure } from "./types";

/** The side of the square that silhouettes are drawn in. */
export const SQUARE = 512;

const NONE = "";
/** By name: the path; nothing for one that the page does not have. */
let paths = $state.raw<Record<string, string>>({});
const asked = new Set<string>();

async function fetched(name: string): Promise<void> {
  try {
    const { names, packs } = await import("virtual:silhouettes");
    const pack = names.findIndex((all) => all.split(" ").includes(name));
    const found = pack < 0 ? {} : (await packs[pack]()).default;
    paths = { ...paths, ...found };
  } catch {
    // The server was away: whoever asks next tries again.
    asked.delete(name);
  }
}

/** The path of a silhouette; nothing while it is loaded, for no name, and for one that the page does not have. */
export function silhouette(name: string | undefined): string {
  if (!name) return NONE;
  if (!(name in paths) && !asked.has(name)) {
    asked.add(name);
    void fetched(name);
  }
  return paths[name] ?? NONE;
}

/** What a figure is drawn by: its silhouette, or its sign where it has none that the page knows. */
export type Faced = Pick<Figure, "sign" | "seat" | "icon">;
