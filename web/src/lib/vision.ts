/** What a figure sees: the part of the table ahead of it that nothing opaque hides. Drawing only; the rules judge for themselves. */

import { inside } from "./shape";
import type { Figure, Piece, Point, View } from "./types";

type Edge = [Point, Point];

/** Between two rays, and to either side of a corner, in radians. */
const STEP = 0.03;
const BESIDE = 0.0004;

function edges(points: Point[]): Edge[] {
  return points.map((point, i) => [point, points[(i + 1) % points.length]]);
}

/** How far a ray goes until it meets an edge; infinitely far where it does not. */
function met([ox, oy]: Point, [dx, dy]: Point, [[ax, ay], [bx, by]]: Edge): number {
  const [ex, ey] = [bx - ax, by - ay];
  const cross = dx * ey - dy * ex;
  if (!cross) return Infinity;
  const along = ((ax - ox) * ey - (ay - oy) * ex) / cross;
  const at = ((ax - ox) * dy - (ay - oy) * dx) / cross;
  return along >= 0 && at >= 0 && at <= 1 ? along : Infinity;
}

/** The outline of what it sees, up to `sees` hundredths of a degree to either side of its facing, beginning where it stands. */
export function vision(figure: Figure, sees: number, view: View): Point[] {
  const from: Point = [figure.x, figure.y];
  const hides = (piece: Piece) => piece.opaque && !piece.destroyed && !inside(piece.points, ...from);
  const { width, depth } = view.table;
  const corners: Point[] = [[0, 0], [width, 0], [width, depth], [0, depth]];
  const outlines = [corners, ...view.pieces.filter(hides).map((piece) => piece.points)];
  const walls = outlines.flatMap(edges);
  const [facing, half] = [(figure.facing * Math.PI) / 18000, (sees * Math.PI) / 18000];
  const turned = ([x, y]: Point): number => {
    const angle = Math.atan2(y - from[1], x - from[0]) - facing;
    return Math.atan2(Math.sin(angle), Math.cos(angle));
  };
  const corner = outlines.flat().map(turned).flatMap((angle) => [angle - BESIDE, angle + BESIDE]);
  const even = Array.from({ length: Math.ceil((2 * half) / STEP) + 1 }, (_, i) => Math.min(half, i * STEP - half));
  const rays = [...even, ...corner.filter((angle) => Math.abs(angle) <= half)].sort((a, b) => a - b);
  return [from, ...rays.map((angle): Point => {
    const way: Point = [Math.cos(facing + angle), Math.sin(facing + angle)];
    const far = Math.min(width + depth, ...walls.map((wall) => met(from, way, wall)));
    return [from[0] + way[0] * far, from[1] + way[1] * far];
  })];
}
