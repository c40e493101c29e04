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

export function middle(points: Point[]): Point {
  const n = points.length || 1;
  return [points.reduce((sum, p) => sum + p[0], 0) / n, points.reduce((sum, p) => sum + p[1], 0) / n];
}

/** The outline drawn in towards its middle, for contour lines. */
export function shrunk(points: Point[], share: number): Point[] {
  const [cx, cy] = middle(points);
  return points.map(([x, y]) => [cx + (x - cx) * share, cy + (y - cy) * share]);
}

/** How wide and how deep an outline is. */
export function spans(points: Point[]): [number, number] {
  const xs = points.map(([px]) => px);
  const ys = points.map(([, py]) => py);
  return [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
}

