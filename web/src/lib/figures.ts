/** Figures on the table as shapes: round bases and rectangles with a facing. Drawing only; no rule is known here. */

import type { Frame } from "./shape";
import type { Figure, Front, Point, Table, View } from "./types";

/** A figure as it is drawn: one that waits may stand beside the table. */
export type Drawn = Figure & { aside?: boolean };

export const isRound = (figure: Figure): boolean => figure.outline.length < 3;
export const onTable = (figure: Figure): boolean => figure.state === "table";

/** Hundredths of a degree, from 0 to a full turn. */
export const full = (angle: number): number => ((Math.round(angle) % 36000) + 36000) % 36000;

/** The figure carried to another place and turned to another facing, all its bases with it. */
export function carried<F extends Figure>(figure: F, x: number, y: number, to: number = figure.facing): F {
  const turn = ((to - figure.facing) * Math.PI) / 18000;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const move = ([px, py]: Point): Point => {
    const [dx, dy] = [px - figure.x, py - figure.y];
    return [Math.round(x + dx * cos - dy * sin), Math.round(y + dx * sin + dy * cos)];
  };
  return { ...figure, x, y, facing: full(to), outline: figure.outline.map(move), bases: figure.bases.map((base) => base.map(move)) };
}

/** From its middle to its front and to its flank, in table units. */
export function extent(figure: Figure): { ahead: number; aside: number } {
  if (isRound(figure)) return { ahead: figure.radius, aside: figure.radius };
  const angle = (figure.facing * Math.PI) / 18000;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let [ahead, aside] = [0, 0];
  for (const [px, py] of figure.outline) {
    const [dx, dy] = [px - figure.x, py - figure.y];
    ahead = Math.max(ahead, Math.abs(dx * cos + dy * sin));
    aside = Math.max(aside, Math.abs(dy * cos - dx * sin));
  }
  return { ahead, aside };
}

const DIRECTIONS = 20;

/** Where a round figure may be taken hold of, about its middle, in drawing units: as far around as `most`, though nowhere nearer to
 * the base of one of the others, so that in a crowd nobody lies under a neighbour. Null where nobody is so near. */
export function grasp(figure: Figure, others: Figure[], most: number): string | null {
  const edges = others.flatMap((other): [number, number, number][] => {
    const [dx, dy] = [(other.x - figure.x) / 100, (figure.y - other.y) / 100];
    const far = Math.sqrt(dx * dx + dy * dy);
    const edge = (far + (figure.radius - other.radius) / 100) / 2;
    return far > 0 && edge < most ? [[dx / far, dy / far, Math.max(0, edge)]] : [];
  });
  if (!edges.length) return null;
  const corners = Array.from({ length: DIRECTIONS }, (_, i) => {
    const [x, y] = [Math.cos((i * 2 * Math.PI) / DIRECTIONS), Math.sin((i * 2 * Math.PI) / DIRECTIONS)];
    const far = edges.reduce((least, [ux, uy, edge]) => Math.min(least, x * ux + y * uy > 0 ? edge / (x * ux + y * uy) : Infinity), most);
    return `${(x * far).toFixed(1)} ${(y * far).toFixed(1)}`;
  });
  return `M${corners.join("L")}Z`;
}

/** Those who stand in a figure's ranks. */
export const within = (view: View, id: number): Figure[] => view.figures.filter((one) => one.host === id && one.state === "joined");

/** A plain token at a place where an answer would put something. */
export function token(number: number, seat: number, [x, y]: Point): Figure {
  const silent = { en: "?", fr: "?" };
  return {
    ...{ id: -1 - number, seat, x, y, name: silent, kind: silent, note: silent, profile: "", sign: "", state: "table", poses: [] },
    ...{ facing: 0, radius: 700, outline: [], bases: [], fronts: [], host: -1, height: 0, strength: null },
    ...{ numbers: [], traits: [], marks: [], rings: [], own: {} },
  };
}

// ------------------------------------------------------------ a rectangle, about its middle

export interface Block {
  outline: Point[];
  bases: Point[][];
  ahead: number;
  aside: number;
  front: Point;
  right: Point;
  /** The radius of one of the men on it. */
  r: number;
}

/** The shape about the figure's middle, in drawing units: y grows downwards here. */
export function block(figure: Figure): Block {
  const local = (points: Point[]): Point[] => points.map(([px, py]) => [(px - figure.x) / 100, (figure.y - py) / 100]);
  const bases = figure.bases.map(local);
  const { ahead, aside } = extent(figure);
  const angle = (figure.facing * Math.PI) / 18000;
  const sides = (bases[0] ?? []).slice(0, 2).map(([ax, ay], i) => Math.hypot(bases[0][i + 1][0] - ax, bases[0][i + 1][1] - ay));
  return {
    outline: local(figure.outline),
    bases,
    ahead: ahead / 100,
    aside: aside / 100,
    front: [Math.cos(angle), -Math.sin(angle)],
    right: [Math.sin(angle), Math.cos(angle)],
    r: Math.min(20, ...sides) * 0.36,
  };
}

/** The middle of one of its sides, and the direction in which that looks, in degrees. */
export function sideOf(shape: Block, where: Front): { x: number; y: number; turn: number } {
  const [fx, fy] = shape.front;
  const [rx, ry] = shape.right;
  const ways: Record<Front, [Point, number]> = {
    front: [[fx, fy], shape.ahead],
    rear: [[-fx, -fy], shape.ahead],
    left: [[-rx, -ry], shape.aside],
    right: [[rx, ry], shape.aside],
  };
  const [way, length] = ways[where];
  return { x: way[0] * length, y: way[1] * length, turn: (Math.atan2(way[1], way[0]) * 180) / Math.PI };
}

// ------------------------------------------------------------ beside the table

const EDGES = ["left", "bottom", "right", "top"];
const INWARDS = [0, 9000, 18000, 27000];
/** Between the edge of the table and those who wait beside it, and between those. */
const ASIDE = 4000;
const GAP = 2200;

/** The figures with those who wait drawn up beside the table, in lines behind their side's edge: units, and whomever a hand may place. */
export function laid(view: View, placeable: Set<number> = new Set()): Drawn[] {
  const found = new Map<number, Drawn>();
  for (const side of view.sides) {
    const edge = EDGES.indexOf(side.edge);
    if (edge < 0) continue;
    const waiting = view.figures.filter((one) => one.seat === side.seat && one.state === "beside" && (!isRound(one) || placeable.has(one.id)));
    for (const one of inLines(waiting, view.table, edge)) found.set(one.id, one);
  }
  return view.figures.map((one) => found.get(one.id) ?? one);
}

function inLines(waiting: Figure[], table: Table, edge: number): Drawn[] {
  const most = edge % 2 ? table.width : table.depth;
  let [along, away, deepest] = [0, ASIDE, 0];
  return waiting.map((one) => {
    const { ahead, aside } = extent(one);
    if (along > 0 && along + 2 * aside > most) [along, away, deepest] = [0, away + 2 * deepest + GAP, 0];
    const [on, off] = [along + aside, away + ahead];
    const places: Point[] = [[-off, on], [on, -off], [table.width + off, on], [on, table.depth + off]];
    along += 2 * aside + GAP;
    deepest = Math.max(deepest, ahead);
    return { ...carried(one, ...places[edge], INWARDS[edge]), aside: true };
  });
}

/** How far a base reaches from its middle, on the drawing. */
export const reachOf = (figure: Figure): number => Math.max(...Object.values(extent(figure))) / 100;

/** Where the sign stands of what could be done to a figure. */
export function signAt(figure: Figure, frame: Frame): Point {
  const off = reachOf(figure) * 0.75;
  return [frame.x(figure.x) - off, frame.y(figure.y) - off];
}
