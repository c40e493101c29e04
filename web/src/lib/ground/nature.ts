/** What grows and lies on a meadow: woods, scrub, hills, water, marsh, rocks, roads. */

import type { Point } from "../types";
import type { Shape } from "./job";
import { beam, between, blob, bounds, chance, chanceAt, eased, pick, rough, scaled, seedOf, smooth, strewn, type Draw } from "./outline";
import type { Context, Pen } from "./pen";
import { puddle } from "./turf";

const CROWNS = ["#4f6a2c", "#47632a", "#5d7533", "#3f5a2c", "#68803a"];
const STONES = ["#a59d8d", "#b4ab99", "#958d7d", "#8b8475", "#bdb4a2"];

/** How far an outline strays from the true one, in millimetres. */
const STRAY = 2.6;

const edge = (pen: Pen, shape: Shape, share = 1): Point[] => rough(eased(shape.points, (shape.joined ? 7 : 26) * pen.size * share), Math.min(STRAY * pen.size, 4.6) * share, 5.5 * pen.size);

// ------------------------------------------------------------ things that are put down

/** The crown of a tree from above: dark beneath, and leaves that catch the light at the top left. */
function crown(colour: string, ctx: Context, draw: Draw): void {
  const ball = (x: number, y: number, r: number, fill: string): void => {
    ctx.fillStyle = fill;
    ctx.beginPath();
    ctx.arc(x, y, r, 0, 7);
    ctx.fill();
  };
  ctx.fillStyle = "#24331a";
  ctx.fill(smooth(blob(draw, 0.06, 0.08, 0.97, 0.97, 11, 0.1)));
  for (let i = 0; i < 9; i++) ball(Math.cos(i * 0.7) * 0.62, Math.sin(i * 0.7) * 0.62, between(draw, 0.3, 0.4), colour);
  ball(0, 0, 0.66, colour);
  for (let i = 0; i < 26; i++) {
    const [turn, far] = [draw() * 7, Math.sqrt(draw()) * 0.74];
    const [x, y] = [Math.cos(turn) * far, Math.sin(turn) * far];
    const light = -(x + y * 1.25) / 1.3 + between(draw, -0.25, 0.25);
    ball(x, y, between(draw, 0.1, 0.2), light > 0 ? `rgb(176 190 96 / ${Math.min(0.5, light * 0.62)})` : `rgb(24 38 14 / ${Math.min(0.5, -light * 0.6)})`);
  }
}

export function tree(pen: Pen, x: number, y: number, r: number): void {
  const kind = Math.floor(chanceAt(x, y)() * 15);
  pen.stamp(`tree${kind}`, x, y, r, 0, (ctx, own) => crown(CROWNS[kind % CROWNS.length], ctx, own));
}

function shade(pen: Pen, x: number, y: number, r: number): void {
  pen.stamp("shade", x + r * 0.42, y + r * 0.62, r * 1.12, 0, (ctx) => {
    const made = ctx.createRadialGradient(0, 0, 0.45, 0, 0, 1.05);
    made.addColorStop(0, "rgb(22 22 6 / 62%)");
    made.addColorStop(1, "rgb(22 22 6 / 0%)");
    ctx.fillStyle = made;
    ctx.fillRect(-1.3, -1.3, 2.6, 2.6);
  });
}

function bush(pen: Pen, x: number, y: number, r: number): void {
  const kind = Math.floor(chanceAt(x, y)() * 8);
  shade(pen, x, y, r * 0.85);
  pen.stamp(`bush${kind}`, x, y, r, 0, (ctx, own) => crown(["#7b8644", "#6c7c3c", "#8a8d4c", "#5f7238"][kind % 4], ctx, own));
}

/** A stone with two faces, lit and dark. */
export function stone(pen: Pen, x: number, y: number, r: number, colours: readonly string[] = STONES): void {
  if (!pen.sees(x, y, r * 2)) return;
  const draw = chanceAt(x, y);
  const shape = blob(draw, x, y, r, r * between(draw, 0.72, 0.95), 7, 0.2);
  const colour = pick(draw, colours);
  pen.raised(Math.min(4, r * 0.34), () => pen.fill(smooth(shape), colour));
  pen.fill(smooth(scaled(shape, 0.62, -r * 0.16, -r * 0.2)), "rgb(255 248 226 / 26%)");
  pen.fill(smooth(scaled(shape, 0.55, r * 0.24, r * 0.28)), "rgb(36 28 16 / 17%)");
}

// ------------------------------------------------------------ growth

/** The floor of a wood; its crowns belong to the canopy. */
export function undergrowth(pen: Pen, shape: Shape): void {
  const path = smooth(edge(pen, shape));
  pen.soft(path, "rgb(78 90 42 / 50%)", 9);
  pen.within(path, () => {
    const draw = chance(seedOf(shape.points) + 1);
    for (const [x, y] of strewn(shape.points, 9 * pen.size)) puddle(pen, x, y, between(draw, 3, 9) * pen.size, pick(draw, ["rgb(58 62 28 / 26%)", "rgb(112 92 48 / 22%)", "rgb(84 104 44 / 30%)"]));
  });
  pen.line(path, "rgb(48 58 24 / 24%)", 1);
}

export function crowns(pen: Pen, shape: Shape): void {
  const draw = chance(seedOf(shape.points) + 2);
  const r = 10.5 * pen.size;
  const inner = scaled(eased(shape.points, 20 * pen.size), Math.max(0.6, 1 - (r * 0.8) / (Math.min(bounds(shape.points).w, bounds(shape.points).h) + 1)));
  const trees = strewn(inner, r * 1.02).map(([x, y]) => ({ x, y, r: r * between(draw, 0.78, 1.2) }));
  for (const one of trees) shade(pen, one.x, one.y, one.r);
  for (const one of trees) tree(pen, one.x, one.y, one.r);
}

export function scrub(pen: Pen, shape: Shape): void {
  const path = smooth(edge(pen, shape));
  pen.soft(path, "rgb(124 118 60 / 42%)", 12);
  const draw = chance(seedOf(shape.points) + 3);
  for (const [x, y] of strewn(scaled(shape.points, 0.94), 12 * pen.size)) {
    if (draw() < 0.55) bush(pen, x, y, between(draw, 3.6, 7) * pen.size);
    else blades(pen, draw, x, y, between(draw, 0.8, 1.3) * pen.size);
  }
  pen.line(path, "rgb(84 84 36 / 30%)", 0.8);
}

function blades(pen: Pen, draw: Draw, x: number, y: number, s: number): void {
  const path = new Path2D();
  for (let i = 0; i < 5; i++) {
    const lean = between(draw, -5, 5) * s;
    path.moveTo(x + lean * 0.2, y);
    path.quadraticCurveTo(x + lean * 0.3, y - 5 * s, x + lean, y - between(draw, 7, 10) * s);
  }
  pen.line(path, pick(draw, ["rgb(98 102 40 / 85%)", "rgb(140 134 66 / 90%)"]), 0.9 * s);
}

export function hedge(pen: Pen, shape: Shape): void {
  const draw = chance(seedOf(shape.points) + 4);
  const { long, wide } = beam(shape.points);
  const r = Math.max(3.4, Math.min(wide * 1.25, 9 * pen.size));
  pen.soft(smooth(edge(pen, shape, 0.5)), "rgb(70 84 36 / 70%)", 3);
  const apart = wide * 2 < r * 2.6 ? r * 0.8 : r;
  const places = long > wide * 3 && shape.points.length === 4 ? row(shape, apart) : strewn(shape.points, apart);
  for (const [x, y] of places) {
    shade(pen, x, y, r);
    tree(pen, x, y, r * between(draw, 0.82, 1.08));
  }
}

function row(shape: Shape, apart: number): Point[] {
  const { x, y, turn, long } = beam(shape.points);
  const many = Math.max(2, Math.round((2 * long) / apart));
  return Array.from({ length: many }, (_, i) => {
    const at = -long + ((i + 0.5) * 2 * long) / many;
    return [x + Math.cos(turn) * at, y + Math.sin(turn) * at];
  });
}

// ------------------------------------------------------------ heights

export function hill(pen: Pen, shape: Shape, bare = false): void {
  const steps = shape.height > 40 ? [1, 0.78, 0.56, 0.34] : [1, 0.72, 0.42];
  const outer = edge(pen, shape);
  const lights = bare ? ["#b5ac9a", "#c0b7a5", "#cbc2b0", "#d5cdbb"] : ["#beb070", "#c9ba7c", "#d4c58b", "#decf9a"];
  const darks = bare ? ["#857c6b", "#938a79", "#a19887", "#aea594"] : ["#94874a", "#a29558", "#b1a365", "#beb074"];
  steps.forEach((share, i) => {
    const points = scaled(i ? rough(scaled(eased(shape.points, 30 * pen.size), share), STRAY * pen.size * 1.3, 9 * pen.size) : outer, 1, -i * 1.6 * pen.size, -i * 2.6 * pen.size);
    const path = smooth(points);
    pen.raised((i ? 2.6 : 5) * pen.size, () => pen.fill(path, pen.lit(points, lights[i], darks[i])), i ? "rgb(64 52 18 / 42%)" : undefined);
    pen.line(path, "rgb(255 250 220 / 22%)", 0.9);
    hachures(pen, points, (i ? 3.6 : 5.5) * pen.size, bare);
  });
  if (bare) return;
  const draw = chance(seedOf(shape.points) + 6);
  for (const [x, y] of strewn(scaled(shape.points, 0.9), 34 * pen.size)) blades(pen, draw, x, y, 0.6 * pen.size);
}

/** Short strokes down the slope, longer on the dark side. */
function hachures(pen: Pen, points: Point[], long: number, bare: boolean): void {
  const { x, y, w, h } = bounds(points);
  const [cx, cy] = [x + w / 2, y + h / 2];
  const draw = chance(seedOf(points));
  const path = new Path2D();
  points.forEach(([px, py], i) => {
    const next = points[(i + 1) % points.length];
    for (const share of [0, 0.5]) {
      const [ax, ay] = [px + (next[0] - px) * share, py + (next[1] - py) * share];
      const far = Math.hypot(cx - ax, cy - ay) || 1;
      const dark = ((ax - cx) / (w || 1) + (ay - cy) / (h || 1)) * 0.6 + 1;
      const length = long * between(draw, 0.5, 1) * dark;
      path.moveTo(ax, ay);
      path.lineTo(ax + ((cx - ax) / far) * length, ay + ((cy - ay) / far) * length);
    }
  });
  pen.line(path, bare ? "rgb(62 54 40 / 50%)" : "rgb(104 90 44 / 46%)", 0.7 * pen.size);
}

export function cliff(pen: Pen, shape: Shape): void {
  hill(pen, shape, true);
  const draw = chance(seedOf(shape.points) + 7);
  for (const [x, y] of edge(pen, shape)) if (draw() < 0.45) stone(pen, x, y, between(draw, 1.6, 3.6) * pen.size);
}

/** A rift: dark in the depth, with a rim that crumbles. */
export function chasm(pen: Pen, shape: Shape): void {
  const points = edge(pen, shape);
  const path = smooth(points);
  pen.line(path, "rgb(84 70 44 / 80%)", 5 * pen.size);
  pen.fill(path, "#17120d");
  pen.within(path, () => {
    const { y, h } = bounds(points);
    const made = pen.ctx.createLinearGradient(0, y, 0, y + h);
    for (const [at, colour] of [[0, "rgb(92 78 54 / 95%)"], [0.22, "rgb(52 42 28 / 90%)"], [0.55, "rgb(20 15 10 / 60%)"], [1, "rgb(8 6 4 / 30%)"]] as const) made.addColorStop(at, colour);
    pen.fill(path, made);
    const draw = chance(seedOf(points) + 8);
    for (const [px, py] of points) if (draw() < 0.8) stone(pen, px, py, between(draw, 1.4, 4) * pen.size, ["#6f6653", "#5e5645", "#807761"]);
  });
}

export function boulders(pen: Pen, shape: Shape, large = 7.5): void {
  const draw = chance(seedOf(shape.points) + 9);
  const path = smooth(edge(pen, shape));
  pen.soft(path, "rgb(126 116 92 / 55%)", 6);
  const inner = eased(shape.points, 44 * pen.size);
  for (const [x, y] of strewn(inner, 4.6 * pen.size)) if (draw() < 0.4) stone(pen, x, y, between(draw, 0.8, 1.8) * pen.size);
  for (const [x, y] of strewn(scaled(inner, 0.9), large * 1.75 * pen.size)) stone(pen, x, y, between(draw, 0.5, 1.15) * large * pen.size);
  pen.line(path, "rgb(70 60 40 / 16%)", 0.8);
}

export function gravel(pen: Pen, shape: Shape): void {
  boulders(pen, shape, 3.2);
}

// ------------------------------------------------------------ wet ground

/** The banks of all waters go beneath all of them, so that a river of several pieces has no seams. */
export function banks(pen: Pen, shapes: Shape[]): void {
  const paths = shapes.map((shape) => smooth(edge(pen, shape)));
  for (const path of paths) pen.raised(1.4, () => pen.line(path, "#8a7a4a", 12 * pen.size + 7));
  for (const path of paths) pen.line(path, "#74683c", 8 * pen.size + 6);
}

export function water(pen: Pen, shape: Shape): void {
  const points = edge(pen, shape);
  const path = smooth(points);
  pen.line(path, "#5a7d85", shape.joined ? 9 : 4.5);
  pen.fill(path, "#5a7d85");
}

/** Deeper colour and light on all waters, once they lie. */
export function ripples(pen: Pen, shape: Shape): void {
  const path = smooth(edge(pen, shape));
  const { ctx } = pen;
  const { x, y, w, h } = bounds(shape.points);
  const draw = chance(seedOf(shape.points) + 10);
  pen.within(path, () => {
    for (let i = 0; i < 14; i++) {
      const [px, py, r] = [x + draw() * w, y + draw() * h, between(draw, 0.12, 0.34) * Math.max(40, Math.min(w, h) * 1.6)];
      pen.glow(px, py, r, pick(draw, ["rgb(134 168 166 / 42%)", "rgb(48 82 96 / 40%)"]), "rgb(90 125 133 / 0%)");
    }
    ctx.save();
    const glints = new Path2D();
    for (const [px, py] of strewn(shape.points, 17 * pen.size)) {
      const long = between(draw, 5, 15) * pen.size;
      glints.moveTo(px - long / 2, py);
      glints.bezierCurveTo(px - long / 4, py - 1.8, px + long / 4, py + 1.8, px + long / 2, py - 0.4);
    }
    pen.line(glints, "rgb(219 232 224 / 52%)", 0.9 * pen.size);
    ctx.restore();
  });
}

export function ford(pen: Pen, shape: Shape): void {
  const path = smooth(edge(pen, shape));
  pen.soft(path, "rgb(150 160 132 / 88%)", 7);
  const draw = chance(seedOf(shape.points) + 11);
  pen.within(path, () => {
    for (const [x, y] of strewn(shape.points, 10 * pen.size)) {
      if (draw() < 0.5) stone(pen, x, y, between(draw, 1, 2.6) * pen.size, ["#9c9680", "#b3ac95", "#87826f"]);
      else {
        const ring = new Path2D();
        ring.ellipse(x, y, between(draw, 2, 5) * pen.size, 1.4 * pen.size, 0, 0, 7);
        pen.line(ring, "rgb(226 236 228 / 40%)", 0.6);
      }
    }
  });
}

export function marsh(pen: Pen, shape: Shape): void {
  const path = smooth(edge(pen, shape));
  const draw = chance(seedOf(shape.points) + 12);
  pen.soft(path, "rgb(104 112 66 / 58%)", 10);
  for (const [x, y] of strewn(scaled(shape.points, 0.9), 17 * pen.size)) {
    const [rx, ry] = [between(draw, 4, 10) * pen.size, between(draw, 2.4, 5) * pen.size];
    if (!pen.sees(x, y, 20)) continue;
    const pool = blob(chanceAt(x, y), x, y, rx, ry, 9, 0.16);
    pen.line(smooth(pool), "rgb(70 74 40 / 70%)", 2);
    pen.fill(smooth(pool), pen.lit(pool, "#8aa39a", "#4d6a68"));
    pen.fill(smooth(scaled(pool, 0.45, -rx * 0.2, -ry * 0.25)), "rgb(228 238 226 / 30%)");
  }
  for (const [x, y] of strewn(shape.points, 12 * pen.size)) if (draw() < 0.75) blades(pen, draw, x, y, between(draw, 0.8, 1.2) * pen.size);
  pen.line(path, "rgb(72 78 40 / 30%)", 0.8);
}

// ------------------------------------------------------------ ways and other ground

export function road(pen: Pen, shape: Shape): void {
  const path = smooth(edge(pen, shape, 0.7));
  pen.soft(path, "rgb(172 144 92 / 82%)", 5);
  const lie = beam(shape.points);
  const draw = chance(seedOf(shape.points) + 13);
  pen.within(path, () => {
    pen.along(lie, () => {
      for (const off of [-0.36, 0.34]) {
        const rut = new Path2D();
        rut.moveTo(-lie.long - 5, lie.wide * off);
        for (let at = -lie.long; at <= lie.long; at += 26) rut.quadraticCurveTo(at, lie.wide * off + between(draw, -2, 2), at + 13, lie.wide * off + between(draw, -1.4, 1.4));
        pen.line(rut, "rgb(112 88 48 / 42%)", lie.wide * 0.24);
        pen.line(rut, "rgb(92 70 36 / 32%)", lie.wide * 0.08);
      }
    });
    for (const [x, y] of strewn(shape.points, 21 * pen.size, 500)) if (draw() < 0.4) stone(pen, x, y, between(draw, 0.6, 1.3) * pen.size);
  });
}

export function drift(pen: Pen, shape: Shape, colour: string, line: string): void {
  const path = smooth(edge(pen, shape));
  pen.soft(path, colour, 10);
  pen.within(path, () => {
    const draw = chance(seedOf(shape.points) + 14);
    const waves = new Path2D();
    for (const [x, y] of strewn(shape.points, 16 * pen.size)) {
      const long = between(draw, 8, 20) * pen.size;
      waves.moveTo(x - long / 2, y);
      waves.quadraticCurveTo(x, y - 3 * pen.size, x + long / 2, y);
    }
    pen.line(waves, line, 0.8);
  });
}
