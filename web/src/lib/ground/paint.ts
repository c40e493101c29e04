/** Paints a scene: the ground with all that stands on it, and above it the canopy of crowns and roofs. */

import type { Job, Shape } from "./job";
import * as built from "./built";
import * as nature from "./nature";
import { beam, between, blob, bounds, chance, chanceAt, ledOut, rough, seedOf, smooth, strewn } from "./outline";
import { canvas, contextOf, Pen, type Canvas } from "./pen";
import { cellar, grained, meadow } from "./turf";

type Paint = (pen: Pen, shape: Shape, job: Job) => void;

const WET = new Set(["water", "shallows"]);
const WALLS = new Set(["wall"]);

/** A long thin thing in the way is a fence, a small one of four corners a crate, any other a heap of rocks. */
function obstacle(pen: Pen, shape: Shape): void {
  const { long, wide } = beam(shape.points);
  if (shape.points.length === 4 && long > wide * 3.2) built.fence(pen, shape);
  else if (shape.points.length === 4) built.crate(pen, shape);
  else nature.boulders(pen, shape, 10);
}

function flames(pen: Pen, shape: Shape): void {
  const draw = chance(seedOf(shape.points));
  const { x: cx, y: cy, long } = beam(shape.points);
  if (!pen.sees(cx, cy, long * 2)) return;
  pen.glow(cx, cy, long * 1.6, "rgb(255 150 50 / 34%)", "rgb(255 110 20 / 0%)");
  pen.soft(smooth(rough(shape.points, 2, 6)), "rgb(46 22 8 / 72%)", 5);
  for (const [x, y] of strewn(shape.points, 8)) {
    const r = between(draw, 5, 9);
    pen.glow(x, y, r * 1.8, "rgb(255 150 40 / 34%)", "rgb(255 110 10 / 0%)");
    const own = chanceAt(x, y);
    pen.fill(smooth(blob(own, x, y - r * 0.3, r * 0.6, r, 8, 0.2)), "#e8752a");
    pen.fill(smooth(blob(own, x, y, r * 0.34, r * 0.6, 7, 0.2)), "#ffd479");
  }
}

/** The looks from the ground up: what lies flat, what rises, what stands. */
const LAYERS: Record<string, Paint>[] = [
  {
    plain: (pen, shape) => pen.soft(smooth(shape.points), "rgb(196 178 112 / 26%)", 8),
    sand: (pen, shape) => nature.drift(pen, shape, "rgb(214 192 136 / 78%)", "rgb(150 122 70 / 40%)"),
    snow: (pen, shape) => nature.drift(pen, shape, "rgb(238 240 236 / 86%)", "rgb(150 164 176 / 45%)"),
    marsh: nature.marsh,
    road: nature.road,
    paving: built.paving,
    chasm: nature.chasm,
  },
  { hill: (pen, shape) => nature.hill(pen, shape), cliff: nature.cliff },
  { wood: nature.undergrowth, brush: nature.scrub, rocks: (pen, shape) => nature.boulders(pen, shape), rubble: nature.gravel, ruins: built.ruins },
  {
    planks: built.bridge,
    floor: built.slab,
    ladder: built.ladder,
    hedge: nature.hedge,
    obstacle,
    enclosure: built.palisade,
    rampart: built.rampart,
    gate: built.gate,
    tower: built.tower,
    building: built.house,
    wall: (pen, shape, job) => built.wall(pen, shape, job.scene.floor === "stone"),
    "open-door": built.openDoor,
    door: built.door,
    column: built.column,
    chest: built.chest,
  },
];
const CANOPY: Record<string, Paint> = {
  wood: nature.crowns,
  tree: (pen, shape) => {
    const lie = beam(shape.points);
    nature.crowns(pen, { ...shape, points: blob(chance(seedOf(shape.points)), lie.x, lie.y, lie.wide, lie.wide, 8, 0) });
  },
  building: built.roof,
};
const STANDS = new Set(Object.keys(LAYERS[3]));

/** What runs off the table, or on into another piece of its kind. */
const RUNS = new Set([...WET, "road", "paving", "chasm"]);

const touch = (one: Shape, other: Shape): boolean => {
  const [a, b] = [bounds(one.points), bounds(other.points)];
  return a.x <= b.x + b.w + 2 && b.x <= a.x + a.w + 2 && a.y <= b.y + b.h + 2 && b.y <= a.y + a.h + 2;
};

function running(shape: Shape, job: Job): Shape {
  if (!RUNS.has(shape.look)) return shape;
  const wet = WET.has(shape.look);
  const joined = job.scene.shapes.some((other) => other !== shape && (wet ? WET.has(other.look) : other.look === shape.look) && touch(shape, other));
  const points = ledOut(shape.points, job.scene.width, job.scene.depth);
  return { ...shape, points, joined: joined || points.some(([x, y], i) => x !== shape.points[i][0] || y !== shape.points[i][1]) };
}

function ground(pen: Pen, job: Job): void {
  const { scene } = job;
  if (scene.floor === "stone") cellar(pen, job);
  else meadow(pen, job);
  const shapes = scene.shapes.map((shape) => running(shape, job)).filter((shape) => pen.seesAny(shape.points));
  LAYERS.forEach((looks, level) => {
    if (level === 1) waters(pen, shapes);
    if (level === 3) built.wallShades(pen, shapes.filter((shape) => WALLS.has(shape.look) && !shape.destroyed));
    for (const shape of shapes) {
      if (shape.destroyed && STANDS.has(shape.look)) {
        if (level === 3) built.heap(pen, shape);
      } else looks[shape.look]?.(pen, shape, job);
    }
  });
  for (const shape of shapes) if (!shape.destroyed && shape.share < 1) built.cracks(pen, shape);
}

function waters(pen: Pen, shapes: Shape[]): void {
  const wet = shapes.filter((shape) => WET.has(shape.look));
  nature.banks(pen, wet);
  for (const shape of wet) nature.water(pen, shape);
  for (const shape of wet) if (shape.look === "water") nature.ripples(pen, shape);
  for (const shape of wet) if (shape.look === "shallows") nature.ford(pen, shape);
}

/** Torches on the walls of a cellar, and braziers by its columns. */
function torches(pen: Pen, job: Job): void {
  const { ctx } = pen;
  const lit = job.scene.shapes.filter((shape) => shape.look === "column" || (shape.look === "wall" && beam(shape.points).long > 45));
  ctx.save();
  ctx.globalCompositeOperation = "soft-light";
  for (const shape of lit) {
    const { x, y } = beam(shape.points);
    pen.glow(x, y, 140, "rgb(255 200 120 / 52%)", "rgb(255 160 60 / 0%)");
  }
  ctx.globalCompositeOperation = "screen";
  for (const shape of lit) {
    const { x, y } = beam(shape.points);
    pen.glow(x, y, 90, shape.look === "wall" ? "rgb(255 160 60 / 17%)" : "rgb(255 160 60 / 9%)", "rgb(255 120 20 / 0%)");
  }
  ctx.restore();
  for (const shape of lit) if (shape.look === "wall") flame(pen, shape);
}

function flame(pen: Pen, shape: Shape): void {
  const { x, y } = beam(shape.points);
  const drop = (r: number, high: number, colour: string): void => {
    const path = new Path2D();
    path.moveTo(x, y - high);
    path.quadraticCurveTo(x + r * 1.5, y, x, y + r);
    path.quadraticCurveTo(x - r * 1.5, y, x, y - high);
    pen.fill(path, colour);
  };
  pen.glow(x, y, 14, "rgb(255 200 110 / 80%)", "rgb(255 150 50 / 0%)");
  drop(3.4, 7.5, "#f08a2c");
  drop(2, 4.5, "#ffe09a");
}

/** Night by candle: everything darker and cooler, with a warm light over the middle of the table. */
function dusk(pen: Pen, job: Job, onlyDark: boolean): void {
  const { ctx } = pen;
  const { width, depth } = job.scene;
  ctx.save();
  ctx.globalCompositeOperation = onlyDark ? "source-atop" : "multiply";
  ctx.fillStyle = onlyDark ? "rgb(26 22 16 / 46%)" : "#84828c";
  ctx.fillRect(0, 0, width, depth);
  if (!onlyDark) {
    ctx.globalCompositeOperation = "soft-light";
    const far = Math.hypot(width, depth) / 2;
    pen.glow(width / 2, depth / 2, far, "rgb(255 204 130 / 60%)", "rgb(20 18 40 / 24%)");
  }
  ctx.restore();
}

function vignette(pen: Pen, job: Job): void {
  const { width, depth, floor, dark } = job.scene;
  const { ctx } = pen;
  ctx.save();
  ctx.translate(width / 2, depth / 2);
  ctx.scale(width / 2, depth / 2);
  const made = ctx.createRadialGradient(0, 0, 0.62, 0, 0, 1.36);
  const deep = (floor === "stone" ? 62 : 44) + (dark ? 14 : 0);
  made.addColorStop(0, "rgb(38 24 8 / 0%)");
  made.addColorStop(1, `rgb(38 24 8 / ${deep}%)`);
  ctx.fillStyle = made;
  ctx.fillRect(-1, -1, 2, 2);
  ctx.restore();
}

function sheet(job: Job, draw: (pen: Pen) => void): Canvas {
  const made = canvas(Math.max(1, Math.round(job.box.w * job.scale)), Math.max(1, Math.round(job.box.h * job.scale)));
  const pen = new Pen(contextOf(made), job);
  pen.ctx.save();
  pen.ctx.beginPath();
  pen.ctx.rect(0, 0, job.scene.width, job.scene.depth);
  pen.ctx.clip();
  draw(pen);
  pen.ctx.restore();
  return made;
}

/** The ground, and the canopy where there is one. */
export function paint(job: Job): { ground: Canvas; canopy: Canvas | null } {
  const above = job.scene.shapes.filter((shape) => CANOPY[shape.look] && !shape.destroyed);
  const below = sheet(job, (pen) => {
    ground(pen, job);
    if (job.scene.dark) dusk(pen, job, false);
    if (job.scene.floor === "stone") torches(pen, job);
    vignette(pen, job);
    for (const shape of job.scene.shapes) if (shape.look === "fire") flames(pen, shape);
  });
  if (!above.length) return { ground: below, canopy: null };
  const canopy = sheet(job, (pen) => {
    for (const shape of above) if (pen.seesAny(shape.points)) CANOPY[shape.look](pen, shape, job);
    if (job.scene.dark) dusk(pen, job, true);
    pen.ctx.globalCompositeOperation = "source-atop";
    grained(pen, job, 0.2);
    vignette(pen, job);
  });
  return { ground: below, canopy };
}
