/** Outlines as a hand would draw them: never far from the true one, and the same every time. */

import { inside } from "../shape";
import type { Point } from "../types";

export type Draw = () => number;

/** A small generator, so that the same piece always looks the same. */
export function chance(seed: number): Draw {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The generator of a thing that lies at a place, whatever else is drawn. */
export const chanceAt = (x: number, y: number): Draw => chance(Math.imul(Math.round(x * 10), 73856093) ^ Math.imul(Math.round(y * 10), 19349663));

export const seedOf = (points: Point[]): number => points.reduce((sum, [x, y]) => (Math.imul(sum, 31) + Math.round(x * 7) + Math.round(y * 13)) | 0, 17);

export const between = (draw: Draw, least: number, most: number): number => least + draw() * (most - least);

export const pick = <T>(draw: Draw, all: readonly T[]): T => all[Math.floor(draw() * all.length)];

export interface Bounds {
  x: number;
  y: number;
  w: number;
  h: number;
}

export function bounds(points: Point[]): Bounds {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}

export function centre(points: Point[]): Point {
  const n = points.length || 1;
  return [points.reduce((sum, [x]) => sum + x, 0) / n, points.reduce((sum, [, y]) => sum + y, 0) / n];
}

/** The outline in short steps, each a little in or out of it: two slow waves that close at the end. */
export function rough(points: Point[], amount: number, step: number): Point[] {
  const draw = chance(seedOf(points));
  const sides = points.map((point, i) => [point, points[(i + 1) % points.length]] as const);
  const round = sides.reduce((sum, [[ax, ay], [bx, by]]) => sum + Math.hypot(bx - ax, by - ay), 0);
  const waves = [6, 2.6].map((share) => ({ n: Math.max(3, Math.round(round / (step * share))), at: draw() * 7, tall: share > 3 ? 0.72 : 0.28 }));
  const [cx, cy] = centre(points);
  const found: Point[] = [];
  let along = 0;
  for (const [[ax, ay], [bx, by]] of sides) {
    const length = Math.hypot(bx - ax, by - ay);
    const steps = Math.max(1, Math.round(length / step));
    const [nx, ny] = length ? [(by - ay) / length, (ax - bx) / length] : [0, 0];
    const out = nx * ((ax + bx) / 2 - cx) + ny * ((ay + by) / 2 - cy) > 0 ? 1 : -1;
    for (let i = 0; i < steps; i++) {
      const share = i / steps;
      const turn = ((along + length * share) / round) * Math.PI * 2;
      const off = out * amount * waves.reduce((sum, wave) => sum + wave.tall * Math.sin(turn * wave.n + wave.at), 0);
      found.push([ax + (bx - ax) * share + nx * off, ay + (by - ay) * share + ny * off]);
    }
    along += length;
  }
  return found;
}

/** The outline of something that goes on beyond the table: whatever lies on its edge is led a good way out. */
export function ledOut(points: Point[], width: number, depth: number): Point[] {
  const far = 60;
  const out = (at: number, most: number): number => (at <= 1 ? -far : at >= most - 1 ? most + far : at);
  return points.map(([x, y]) => [out(x, width), out(y, depth)]);
}

/** The outline with its corners rounded: each is cut off twice, though nowhere by more than `most`. */
export function eased(points: Point[], most: number): Point[] {
  const once = (all: Point[], cut: number): Point[] =>
    all.flatMap((point, i): Point[] => {
      const next = all[(i + 1) % all.length];
      const share = Math.min(0.3, cut / (Math.hypot(next[0] - point[0], next[1] - point[1]) || 1));
      const at = (k: number): Point => [point[0] + (next[0] - point[0]) * k, point[1] + (next[1] - point[1]) * k];
      return [at(share), at(1 - share)];
    });
  return once(once(points, most), most / 2.4);
}

/** A closed path through the middles of the sides, rounded at the corners. */
export function smooth(points: Point[]): Path2D {
  const path = new Path2D();
  const n = points.length;
  path.moveTo((points[n - 1][0] + points[0][0]) / 2, (points[n - 1][1] + points[0][1]) / 2);
  for (let i = 0; i < n; i++) {
    const [[x, y], [nx, ny]] = [points[i], points[(i + 1) % n]];
    path.quadraticCurveTo(x, y, (x + nx) / 2, (y + ny) / 2);
  }
  path.closePath();
  return path;
}

export function angular(points: Point[]): Path2D {
  const path = new Path2D();
  points.forEach(([x, y], i) => (i ? path.lineTo(x, y) : path.moveTo(x, y)));
  path.closePath();
  return path;
}

export const scaled = (points: Point[], share: number, dx = 0, dy = 0): Point[] => {
  const [cx, cy] = centre(points);
  return points.map(([x, y]) => [cx + (x - cx) * share + dx, cy + (y - cy) * share + dy]);
};

/** A ball of so many corners that is not quite round. */
export function blob(draw: Draw, x: number, y: number, rx: number, ry = rx, n = 9, wobble = 0.16): Point[] {
  return Array.from({ length: n }, (_, i) => {
    const turn = (2 * Math.PI * i) / n;
    const k = 1 + between(draw, -wobble, wobble);
    return [x + rx * k * Math.cos(turn), y + ry * k * Math.sin(turn)];
  });
}

/** Places inside an outline, none nearer to another than `apart`, from the back to the front. */
export function strewn(points: Point[], apart: number, most = 900): Point[] {
  const draw = chance(seedOf(points) + 5);
  const { x, y, w, h } = bounds(points);
  const cell = apart / Math.SQRT2;
  const taken = new Map<string, Point>();
  const tries = Math.min(most * 6, Math.ceil(((w * h) / (apart * apart)) * 9) + 12);
  for (let i = 0; i < tries && taken.size < most; i++) {
    const at: Point = [x + draw() * w, y + draw() * h];
    if (!inside(points, ...at)) continue;
    const [cx, cy] = [Math.floor(at[0] / cell), Math.floor(at[1] / cell)];
    let free = true;
    for (let dx = -2; dx <= 2 && free; dx++) {
      for (let dy = -2; dy <= 2 && free; dy++) {
        const near = taken.get(`${cx + dx},${cy + dy}`);
        free = !near || Math.hypot(near[0] - at[0], near[1] - at[1]) >= apart;
      }
    }
    if (free) taken.set(`${cx},${cy}`, at);
  }
  return [...taken.values()].sort((one, other) => one[1] - other[1]);
}

/** A rectangle of any direction: its middle, the direction of its longer sides, half its length and half its width. */
export interface Beam {
  x: number;
  y: number;
  turn: number;
  long: number;
  wide: number;
}

/** The rectangle that an outline of four corners is, or the one that lies about any other. */
export function beam(points: Point[]): Beam {
  const [x, y] = centre(points);
  if (points.length !== 4) {
    const { x: left, y: top, w, h } = bounds(points);
    return { x: left + w / 2, y: top + h / 2, turn: w >= h ? 0 : Math.PI / 2, long: Math.max(w, h) / 2, wide: Math.min(w, h) / 2 };
  }
  const [[ax, ay], [bx, by], [cx, cy]] = points;
  const [one, other] = [Math.hypot(bx - ax, by - ay), Math.hypot(cx - bx, cy - by)];
  const turn = one >= other ? Math.atan2(by - ay, bx - ax) : Math.atan2(cy - by, cx - bx);
  return { x, y, turn, long: Math.max(one, other) / 2, wide: Math.min(one, other) / 2 };
}
