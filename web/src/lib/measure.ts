/** Lengths as the game at hand measures them. */

import { num, prefs, say } from "./prefs.svelte";
import type { Table } from "./types";

/** A length in the reader's unit, without its name. */
export const measured = (table: Table, length: number): string => num(length / table.unit.length);

export const unitName = (table: Table): string => say(table.unit.words);

export function far(table: Table, length: number): string {
  const { length: unit, one } = table.unit;
  // In French whatever is less than two is one.
  const single = prefs.lang === "fr" ? Math.abs(length) < 2 * unit : length === unit;
  const name = single && one ? one : table.unit.words;
  return `${measured(table, length)} ${say(name)}`;
}

const CENTIMETRE = 1000;

/** What places are typed in: hexagons measure ways, not places. */
export const yard = (table: Table): number => (table.hex_width ? CENTIMETRE : table.unit.length);
export const yardName = (table: Table): string => (table.hex_width ? "cm" : unitName(table));
