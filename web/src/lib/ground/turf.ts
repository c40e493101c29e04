/** The bare ground: grass in patches, with grain and tufts, or the slabs of a cellar. */

import type { Job } from "./job";
import { angular, between, blob, chance, chanceAt, pick, smooth, type Draw } from "./outline";
import { canvas, contextOf, type Canvas, type Pen } from "./pen";

const PATCHES = ["#8f9349", "#b9b36c", "#879348", "#c2b06f", "#a0974f", "#9aa652"];
const SLABS = ["#8b8272", "#7f7667", "#958b7a", "#877d6d", "#776f61", "#8f8573"];

/** A tile of noise: every pixel of one colour, more or less of it. */
function grain(side: number, colour: [number, number, number], most: number, draw: Draw): Canvas {
  const tile = canvas(side, side);
  const ctx = contextOf(tile);
  const image = ctx.createImageData(side, side);
  for (let i = 0; i < image.data.length; i += 4) image.data.set([...colour, draw() * draw() * most], i);
  ctx.putImageData(image, 0, 0);
  return tile;
}

/** Grain over everything, as fine as the screen shows it. */
export function grained(pen: Pen, job: Job, strong: number): void {
  const { ctx } = pen;
  const tile = grain(192, [34, 26, 8], 255 * strong, chance(4));
  const made = ctx.createPattern(tile, "repeat");
  if (!made) return;
  ctx.save();
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.fillStyle = made;
  ctx.fillRect(0, 0, job.box.w * job.scale, job.box.h * job.scale);
  ctx.restore();
}

/** Clouds of a colour, drawn small and stretched: what makes one corner of a meadow unlike the next. */
function washed(pen: Pen, job: Job, colour: [number, number, number], most: number, cells: number, seed: number): void {
  const { ctx } = pen;
  const { width, depth } = job.scene;
  const small = canvas(cells, Math.max(2, Math.round((cells * depth) / width)));
  const inner = contextOf(small);
  const image = inner.createImageData(small.width, small.height);
  const draw = chance(seed);
  for (let i = 0; i < image.data.length; i += 4) image.data.set([...colour, Math.max(0, draw() - 0.35) * most], i);
  inner.putImageData(image, 0, 0);
  ctx.save();
  ctx.imageSmoothingEnabled = true;
  ctx.imageSmoothingQuality = "high";
  ctx.drawImage(small, 0, 0, width, depth);
  ctx.restore();
}

export function meadow(pen: Pen, job: Job): void {
  const { ctx, size } = pen;
  const { width, depth } = job.scene;
  const draw = chance(Math.round(width * 3 + depth + job.scene.shapes.length * 101));
  ctx.fillStyle = "#adab60";
  ctx.fillRect(0, 0, width, depth);
  for (let i = 0; i < 64; i++) {
    const [x, y, r, flat] = [draw() * width, draw() * depth, between(draw, 40, 150) * size, between(draw, 0.5, 1)];
    const [colour, deep] = [pick(draw, PATCHES), Math.round(between(draw, 60, 135)).toString(16)];
    if (!pen.sees(x, y, r)) continue;
    ctx.save();
    ctx.translate(x, y);
    ctx.scale(1, flat);
    pen.glow(0, 0, r, `${colour}${deep}`, `${colour}00`);
    ctx.restore();
  }
  washed(pen, job, [70, 74, 22], 112, 11, 21);
  washed(pen, job, [214, 200, 130], 105, 23, 22);
  washed(pen, job, [60, 66, 24], 72, 57, 23);
  grained(pen, job, 0.34);
  tufts(pen, job, chance(77));
}

function tufts(pen: Pen, job: Job, draw: Draw): void {
  const { width, depth } = job.scene;
  const many = Math.round((width * depth) / (2100 * pen.size * pen.size));
  const dark = new Path2D();
  const light = new Path2D();
  const flowers: [number, number, string][] = [];
  for (let i = 0; i < many; i++) {
    const [x, y, s] = [draw() * width, draw() * depth, between(draw, 0.55, 1.05) * pen.size];
    const bloom = draw() < 0.06;
    const colour = pick(draw, ["#efe3b4", "#d9b9a0", "#e7d27a"]);
    if (!pen.sees(x, y, 12 * s)) continue;
    const path = draw() < 0.7 ? dark : light;
    for (const [bend, tip, high] of [[-2, -4, 7], [0, 1, 9], [2.6, 4.6, 6]]) {
      path.moveTo(x, y);
      path.quadraticCurveTo(x + bend * s * 0.5, y - high * 0.7 * s, x + tip * s * 0.7, y - high * 0.85 * s);
    }
    if (bloom) flowers.push([x, y - 6 * s, colour]);
  }
  pen.line(dark, "rgb(92 101 42 / 62%)", 0.85 * pen.size);
  pen.line(light, "rgb(206 200 126 / 60%)", 0.75 * pen.size);
  for (const [x, y, colour] of flowers) {
    const dot = new Path2D();
    dot.arc(x, y, 1.15 * pen.size, 0, 7);
    pen.fill(dot, colour);
  }
}

/** A cellar's floor: slabs of many greys with worn corners and a few cracks. */
export function cellar(pen: Pen, job: Job): void {
  const { ctx } = pen;
  const { width, depth } = job.scene;
  ctx.fillStyle = "#39332b";
  ctx.fillRect(0, 0, width, depth);
  slabs(pen, 0, 0, width, depth, 30, chance(9), SLABS);
  washed(pen, job, [30, 24, 16], 190, 9, 31);
  washed(pen, job, [190, 172, 130], 60, 15, 32);
  grained(pen, job, 0.42);
}

/** Rows of slabs over a rectangle, each row shifted against the last. */
export function slabs(pen: Pen, x: number, y: number, w: number, h: number, side: number, draw: Draw, colours: readonly string[]): void {
  const { ctx } = pen;
  const rows = Math.max(1, Math.round(h / side));
  const high = h / rows;
  for (let row = 0; row < rows; row++) {
    let at = x - draw() * side * 0.8;
    while (at < x + w) {
      const long = side * between(draw, 0.8, 1.5);
      const [left, right] = [Math.max(x, at), Math.min(x + w, at + long)];
      const [colour, chip, crack, tilt] = [pick(draw, colours), draw(), draw(), draw()];
      at += long;
      const [px, py, pw, ph] = [left + 0.6, y + row * high + 0.6, right - left - 1.2, high - 1.2];
      if (pw < 1.5) continue;
      ctx.fillStyle = colour;
      ctx.beginPath();
      ctx.roundRect(px, py, pw, ph, Math.min(2.2, pw / 3));
      ctx.fill();
      ctx.fillStyle = "rgb(255 246 220 / 13%)";
      ctx.fillRect(px + 0.8, py, pw - 1.6, 0.9);
      ctx.fillRect(px, py + 0.8, 0.9, ph - 1.6);
      ctx.fillStyle = "rgb(20 14 8 / 20%)";
      ctx.fillRect(px + 0.8, py + ph - 1, pw - 1.6, 1);
      if (crack < 0.1 && pw > 14) {
        const path = new Path2D();
        path.moveTo(px + pw * chip, py);
        path.lineTo(px + pw * (0.3 + chip * 0.4), py + ph * tilt);
        path.lineTo(px + pw * tilt, py + ph);
        pen.line(path, "rgb(32 24 16 / 55%)", 0.7);
      } else if (chip < 0.12) {
        pen.fill(angular([[px, py], [px + 5 * tilt + 2, py], [px, py + 6 * chip * 8 + 2]]), "rgb(45 38 30 / 80%)");
      }
    }
  }
}

/** A puddle of some ground that fades into the rest. */
export function puddle(pen: Pen, x: number, y: number, r: number, colour: string): void {
  if (pen.sees(x, y, r * 2)) pen.soft(smooth(blob(chanceAt(x, y), x, y, r, r * 0.72, 10, 0.2)), colour, r * 0.3);
}
