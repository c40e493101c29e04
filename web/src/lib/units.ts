/** Units on the table: rectangles with a facing, ranks of figures, and what is marked on them. Drawing only; no rule is known here. */

import type { Mark } from "./marks";
import type { Point } from "./shape";
import type { Figure, View } from "./types";

export function isUnit(figure: Figure | undefined): boolean {
  return Array.isArray(figure?.points) && figure.points.length > 2;
}

export const corners = (figure: Figure): Point[] => (isUnit(figure) ? (figure.points as Point[]) : []);
export const stands = (figure: Figure): Point[][] => (Array.isArray(figure.bases) ? (figure.bases as Point[][]) : []);
export const facing = (figure: Figure): number => (typeof figure.facing === "number" ? figure.facing : 0);

/** Hundredths of a degree, from 0 to a full turn. */
export const full = (angle: number): number => ((Math.round(angle) % 36000) + 36000) % 36000;

/** The unit carried to another place and turned to another facing, its figures with it. */
export function carried(figure: Figure, x: number, y: number, to: number = facing(figure)): Figure {
  const turn = ((to - facing(figure)) * Math.PI) / 18000;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const move = ([px, py]: Point): Point => {
    const [dx, dy] = [px - figure.x, py - figure.y];
    return [Math.round(x + dx * cos - dy * sin), Math.round(y + dx * sin + dy * cos)];
  };
  return { ...figure, x, y, facing: full(to), points: corners(figure).map(move), bases: stands(figure).map((base) => base.map(move)) };
}

/** How long and how wide it is, in table units, along its facing and across. */
export function extent(figure: Figure): { ahead: number; aside: number } {
  const angle = (facing(figure) * Math.PI) / 18000;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let [ahead, aside] = [0, 0];
  for (const [px, py] of corners(figure)) {
    const [dx, dy] = [px - figure.x, py - figure.y];
    ahead = Math.max(ahead, Math.abs(dx * cos + dy * sin));
    aside = Math.max(aside, Math.abs(dy * cos - dx * sin));
  }
  return { ahead, aside };
}

/** What kind of troops: the sign in the middle of a unit. */
const TROOPS = new Set(["infantry", "shooters", "cavalry", "chariot", "flying", "monster", "hero", "engine"]);

export function troops(figure: Figure): string {
  return typeof figure.category === "string" && TROOPS.has(figure.category) ? figure.category : "infantry";
}

const some = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : typeof value === "number" && value > 0);

/** The states of a unit, the gravest first. Each has a sign of its own shape, so that colour only repeats it. */
export function unitMarks(figure: Figure): Mark[] {
  const found: Mark[] = [];
  const add = (id: string, when: unknown, count?: number) => {
    if (when) found.push({ id, glyph: "", count });
  };
  add("routed", figure.morale === "routed");
  add("shaken", figure.morale === "shaken");
  add("enraged", figure.morale === "enraged");
  add("engaged", some(figure.engaged));
  add("receiving", figure.receiving === true);
  add("waiting", figure.waiting === true);
  add("jammed", figure.jammed);
  add("empty", hasShots(figure) && figure.volleys === 0);
  add("unloaded", hasShots(figure) && figure.loaded === false);
  add("ladders", some(figure.ladders), Array.isArray(figure.ladders) ? figure.ladders.length : undefined);
  add("altitude", some(figure.altitude), Number(figure.altitude) * 5);
  add("blessed", some(figure.bless));
  add("acted", figure.acted === true);
  return found;
}

interface Line {
  mode: string;
  volleys: number;
}

/** Does it shoot with something that is used up? */
export function hasShots(figure: Figure): boolean {
  return Array.isArray(figure.attacks) && (figure.attacks as Line[]).some((line) => line.mode === "missile" && line.volleys > 0);
}

/** NV left and at the start. */
export function vigour(figure: Figure): { left: number; all: number } {
  const [nv, figures, began] = [Number(figure.nv ?? 1), Number(figure.figures ?? 0), Number(figure.began ?? 0)];
  return { left: Math.max(0, figures * nv - Number(figure.carried ?? 0)), all: began * nv };
}

/** Heroes and others who stand in a unit's ranks. */
export function within(view: View, id: number): Figure[] {
  return view.figures.filter((one) => one.host === id && one.status === "joined");
}

const EDGES = ["left", "bottom", "right", "top"];
/** Between the edge of the table and the troops that wait beside it, and between those. */
const ASIDE = 4000;
const GAP = 2200;

/** Troops that are still to come stand beside the table, behind their side's edge, drawn up in lines that look at it. */
export function mustered(figures: Figure[], table: { width: number; depth: number }, sides: Record<string, unknown>[]): Figure[] {
  const found: Figure[] = [];
  for (const side of sides) {
    const edge = EDGES.indexOf(String(side.edge));
    const waiting = figures.filter((one) => one.seat === side.seat && one.status === "reserve" && isUnit(one));
    const upright = edge === 0 || edge === 2;
    const most = upright ? table.depth : table.width;
    let [along, away, deepest] = [0, ASIDE, 0];
    for (const one of waiting) {
      const { ahead, aside } = extent(one);
      if (along > 0 && along + 2 * aside > most) [along, away, deepest] = [0, away + 2 * deepest + GAP, 0];
      const [on, off] = [along + aside, away + ahead];
      const places: Point[] = [[-off, on], [on, -off], [table.width + off, on], [on, table.depth + off]];
      const [x, y] = places[Math.max(0, edge)];
      found.push({ ...carried(one, x, y, [0, 9000, 18000, 27000][Math.max(0, edge)]), beside: true });
      along += 2 * aside + GAP;
      deepest = Math.max(deepest, ahead);
    }
  }
  return found;
}
