/** Lengths as the game at hand measures them. */

import { num, prefs, say } from "./prefs.svelte";
import { isRound } from "./figures";
import { inside } from "./shape";
import type { Figure, Point, Table } from "./types";

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

/** From a point to the line between two others. */
function offLine([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / Math.max(1, dx * dx + dy * dy)));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

/** From a point to an outline; nothing where it lies inside. */
function offOutline(point: Point, outline: Point[]): number {
  if (inside(outline, ...point)) return 0;
  return Math.min(...outline.map((one, i) => offLine(point, one, outline[(i + 1) % outline.length])));
}

/** How far two bases are apart, edge to edge. */
export function gap(one: Figure, other: Figure): number {
  if (isRound(one) && isRound(other)) return Math.max(0, Math.hypot(one.x - other.x, one.y - other.y) - one.radius - other.radius);
  if (isRound(one)) return Math.max(0, offOutline([one.x, one.y], other.outline) - one.radius);
  if (isRound(other)) return gap(other, one);
  return Math.min(...one.outline.map((point) => offOutline(point, other.outline)), ...other.outline.map((point) => offOutline(point, one.outline)));
}

/** Does a point lie on a base? */
export const holds = (one: Figure, x: number, y: number): boolean => (isRound(one) ? Math.hypot(one.x - x, one.y - y) <= one.radius : inside(one.outline, x, y));

/** How far a base is from a point. */
export const gapTo = (one: Figure, [x, y]: Point): number => (isRound(one) ? Math.max(0, Math.hypot(one.x - x, one.y - y) - one.radius) : offOutline([x, y], one.outline));
