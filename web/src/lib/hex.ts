/** Hexagon boards, as the server lays them: hexagons stand on a corner, the first touches the left and the lower edge. */

import type { Point } from "./types";

const ROOT = Math.sqrt(3);

/** The middle of a hexagon, to the same whole numbers as the server's. `width` is from flat to flat. */
export function hexCentre(q: number, r: number, width: number): Point {
  const over = width * (3 * r + 2);
  const size = Math.floor((Math.floor(ROOT * Math.abs(over)) + 3) / 6);
  return [Math.floor((width * (2 * q + r + 1)) / 2), over < 0 ? -size : size];
}

/** The middle of the hexagon that is nearest to a place. */
export function onHex(x: number, y: number, width: number): Point {
  const row = Math.round((y * ROOT * 2) / (3 * width) - 2 / 3);
  let [best, gap]: [Point, number] = [[x, y], Infinity];
  for (let r = row - 1; r <= row + 1; r++) {
    const near = Math.round(x / width - (r + 1) / 2);
    for (let q = near - 1; q <= near + 1; q++) {
      const [cx, cy] = hexCentre(q, r, width);
      const far = (cx - x) ** 2 + (cy - y) ** 2;
      if (far < gap) [best, gap] = [[cx, cy], far];
    }
  }
  return best;
}

/** The outlines of all hexagons whose middles lie on a table, as one path on the drawing (in millimetres, y downwards). */
export function hexGrid(width: number, depth: number, side: number): string {
  const [half, tall] = [side / 200, side / 100 / ROOT];
  const parts: string[] = [];
  for (let r = 0; ; r++) {
    const [, y] = hexCentre(0, r, side);
    if (y >= depth) return parts.join("");
    for (let q = -Math.floor(r / 2); ; q++) {
      const [x] = hexCentre(q, r, side);
      if (x >= width) break;
      // Three sides of each are enough: its neighbours draw the others.
      const [cx, cy] = [x / 100, (depth - y) / 100];
      parts.push(`M${(cx - half).toFixed(2)} ${(cy + tall / 2).toFixed(2)}v${(-tall).toFixed(2)}l${half.toFixed(2)} ${(-tall / 2).toFixed(2)}l${half.toFixed(2)} ${(tall / 2).toFixed(2)}`);
    }
  }
}
