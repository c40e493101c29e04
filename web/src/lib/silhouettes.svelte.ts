/** Silhouettes by name. They are loaded when the first is asked for, so that a page without figures does not wait for them. */

import type { Figure } from "./types";

/** The side of the square that silhouettes are drawn in. */
export const SQUARE = 512;

let paths = $state.raw<Record<string, string> | null>(null);
let asked = false;

/** The path of a silhouette; nothing while they are loaded, for no name, and for one that the page does not have. */
export function silhouette(name: string | undefined): string {
  if (!name) return "";
  if (!asked) {
    asked = true;
    import("virtual:silhouettes").then(
      (found) => (paths = found.default),
      () => (asked = false),
    );
  }
  return paths?.[name] ?? "";
}

/** What a figure is drawn by: its silhouette, or its sign where it has none that the page knows. */
export type Faced = Pick<Figure, "sign" | "seat" | "icon">;
