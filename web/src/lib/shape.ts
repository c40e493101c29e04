/** Small geometry for drawing. The screen's y grows downwards, the table's upwards: `Frame` turns one into the other. */

import type { Point } from "./types";

/** Hundredths of a millimetre on the table, to millimetres on the drawing. */
export class Frame {
  readonly width: number;
  readonly depth: number;

  constructor(table: { width: number; depth: number }) {
    this.width = table.width / 100;
    this.depth = table.depth / 100;
  }

  x(value: number): number {
    return value / 100;
  }

  y(value: number): number {
    return this.depth - value / 100;
  }

  /** A place on the drawing as whole table units. */
  back(x: number, y: number): Point {
    return [Math.round(x * 100), Math.round((this.depth - y) * 100)];
  }

  path(points: Point[]): string {
    return points.map(([x, y], i) => `${i ? "L" : "M"}${this.x(x).toFixed(1)} ${this.y(y).toFixed(1)}`).join("") + "Z";
  }
}

export function inside(points: Point[], x: number, y: number): boolean {
  let odd = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [ax, ay] = points[i];
    const [bx, by] = points[j];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}

/** A small generator, so that the same piece always has the same trees. */
function chance(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/** Places for a piece's symbols: a jittered grid inside the outline, from back to front. */
export function scatter(points: Point[], step: number): Point[] {
  const xs = points.map((point) => point[0]);
  const ys = points.map((point) => point[1]);
  const draw = chance(points.reduce((sum, [x, y]) => (sum * 31 + x * 7 + y) | 0, 17));
  const found: Point[] = [];
  const rows = Math.max(1, Math.round((Math.max(...ys) - Math.min(...ys)) / step));
  const columns = Math.max(1, Math.round((Math.max(...xs) - Math.min(...xs)) / step));
  const high = (Math.max(...ys) - Math.min(...ys)) / rows;
  const wide = (Math.max(...xs) - Math.min(...xs)) / columns;
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = 0; column < columns; column++) {
      const x = Math.min(...xs) + (column + 0.5 + (row % 2 ? 0.2 : -0.2) + (draw() - 0.5) * 0.45) * wide;
      const y = Math.min(...ys) + (row + 0.5 + (draw() - 0.5) * 0.45) * high;
      if (inside(points, x, y)) found.push([x, y]);
    }
  }
  return found;
}

export function middle(points: Point[]): Point {
  const n = points.length || 1;
  return [points.reduce((sum, p) => sum + p[0], 0) / n, points.reduce((sum, p) => sum + p[1], 0) / n];
}

/** The outline drawn in towards its middle, for contour lines. */
export function shrunk(points: Point[], share: number): Point[] {
  const [cx, cy] = middle(points);
  return points.map(([x, y]) => [cx + (x - cx) * share, cy + (y - cy) * share]);
}

const ARTICLES = /^(the|le|la|les|l|un|une|des|du|de|d|of)$/i;

/** Two letters, or a letter and a number, that stand for a name on a base: "Orc warrior 2" is W2, "Thora" is Th. */
export function initials(name: string): string {
  const all = name.replace(/[,’'()]/g, " ").split(/\s+/).filter(Boolean);
  const telling = all.filter((word) => !ARTICLES.test(word));
  const words = telling.length ? telling : all;
  const number = words.find((word) => /^\d+$/.test(word));
  const letters = words.filter((word) => !/^\d+$/.test(word) && word.length > 2);
  const first = letters[0] ?? words[0] ?? "?";
  const last = letters[letters.length - 1] ?? first;
  if (number) return last[0].toUpperCase() + number;
  return letters.length > 1 ? first[0].toUpperCase() + last[0].toLowerCase() : first[0].toUpperCase() + (first[1] ?? "");
}

/** How wide and how deep an outline is. */
export function spans(points: Point[]): [number, number] {
  const xs = points.map(([px]) => px);
  const ys = points.map(([, py]) => py);
  return [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
}

/** The lines of a roof over four corners: a ridge from one short side to the other, and the hips. */
export function roof(points: Point[], frame: Frame): string {
  if (points.length !== 4) return "";
  const centre = middle(points);
  const halfway = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const length = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const [p, q, r, s] = points;
  const long = length(p, q) > length(q, r);
  const [one, other] = long ? [halfway(q, r), halfway(s, p)] : [halfway(p, q), halfway(r, s)];
  const inner = (from: Point): Point => [from[0] + (centre[0] - from[0]) * 0.4, from[1] + (centre[1] - from[1]) * 0.4];
  const [a, b] = [inner(one), inner(other)];
  const at = ([px, py]: Point) => `${frame.x(px).toFixed(1)} ${frame.y(py).toFixed(1)}`;
  const ends = long ? [[q, r, a], [s, p, b]] : [[p, q, a], [r, s, b]];
  return `M${at(a)}L${at(b)}` + ends.map(([u, v, w]) => `M${at(u)}L${at(w)}L${at(v)}`).join("");
}

/** The leaf of an open door: along the wall's short side, from the end of the doorway at which it hangs. */
export function ajar(points: Point[], frame: Frame): string {
  if (points.length !== 4) return "";
  const [a, b, c] = points;
  const long = Math.hypot(b[0] - a[0], b[1] - a[1]) > Math.hypot(c[0] - b[0], c[1] - b[1]);
  const [hinge, along] = long ? [a, b] : [b, c];
  const [dx, dy] = [along[0] - hinge[0], along[1] - hinge[1]];
  const [x, y] = [frame.x(hinge[0]), frame.y(hinge[1])];
  // Turned by four fifths of a right angle: the drawing's y grows downwards.
  const [cos, sin] = [Math.cos(1.25), Math.sin(1.25)];
  return `M${x} ${y}L${x + (dx * cos + dy * sin) / 100} ${y - (dy * cos - dx * sin) / 100}`;
}
