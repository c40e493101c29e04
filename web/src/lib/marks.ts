/** What is marked on a figure's base: a sign, a letter-sized glyph and the id of the words for it. */

import type { Figure } from "./types";

export interface Mark {
  id: string;
  glyph: string;
  /** A number that belongs to the mark, such as wounds. */
  count?: number;
}

const FLAGS: [string, string][] = [
  ["prone", "⤓"],
  ["treasure", "◆"],
  ["out_of_ammunition", "∅"],
  ["exhausted", "✕"],
  ["forsaken", "†"],
  ["activated", "✓"],
];

const COUNTS: [string, string][] = [
  ["wounds", "♥"],
  ["poisoned", "☠"],
];

export function marks(figure: Figure): Mark[] {
  const found: Mark[] = [];
  for (const [id, glyph] of FLAGS) if (figure[id] === true) found.push({ id, glyph });
  for (const [id, glyph] of COUNTS) {
    const count = figure[id];
    if (typeof count === "number" && count > 0) found.push({ id, glyph, count });
  }
  if (typeof figure.held === "string" && figure.held) found.push({ id: "held", glyph: "⛓" });
  if (typeof figure.item === "string" && figure.item) found.push({ id: "item", glyph: "★" });
  return found;
}

/** The sign of what a figure is, by its traits; the first that fits. */
const SIGNS = ["leader", "mage", "cleric", "shooter", "hero", "mounted", "flying", "animal", "undead", "big", "huge"];

export function sign(figure: Figure): string | null {
  const traits = Array.isArray(figure.traits) ? figure.traits.map((one) => String(one).split(":")[0]) : [];
  return SIGNS.find((one) => traits.includes(one)) ?? null;
}
