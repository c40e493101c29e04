/** What hands have made: walls and towers, houses, doors, bridges, fences, columns, chests. */

import type { Point } from "../types";
import type { Shape } from "./job";
import { angular, beam, between, bounds, centre, chance, pick, rough, scaled, seedOf, smooth, strewn, type Beam, type Draw } from "./outline";
import { stone } from "./nature";
import type { Pen } from "./pen";
import { slabs } from "./turf";

const BLOCKS = ["#8f8676", "#9c9382", "#a59c8b", "#857c6d", "#b0a796"];
const CELLAR = ["#4a4338", "#544c41", "#3f392f", "#5d5548"];
const FLAGS = ["#a39a88", "#958c7b", "#aea593", "#8b8272"];
const BOARDS = ["#8d6a41", "#a07a4d", "#946f45", "#83603a", "#a9855a"];
const TILES = ["#9c4a30", "#8c3f29", "#a85a3c", "#7d3a28", "#b06a48"];
const THATCH = ["#b39a5a", "#a28a4c", "#c2aa6a", "#957e44"];

function box(pen: Pen, x: number, y: number, w: number, h: number, r: number, colour: string): void {
  pen.ctx.fillStyle = colour;
  pen.ctx.beginPath();
  pen.ctx.roundRect(x, y, w, h, r);
  pen.ctx.fill();
}

/** A block of stone that is lit from the top left of the page, whichever way it lies. */
function block(pen: Pen, x: number, y: number, w: number, h: number, turn: number, colour: string): void {
  const r = Math.min(1.8, w / 4, h / 4);
  box(pen, x, y, w, h, r, colour);
  const [lx, ly] = [Math.cos(-2.2 - turn), Math.sin(-2.2 - turn)];
  const made = pen.ctx.createLinearGradient(x + w / 2 + (lx * w) / 2, y + h / 2 + (ly * h) / 2, x + w / 2 - (lx * w) / 2, y + h / 2 - (ly * h) / 2);
  made.addColorStop(0, "rgb(255 248 226 / 34%)");
  made.addColorStop(0.5, "rgb(255 248 226 / 0%)");
  made.addColorStop(1, "rgb(24 16 8 / 34%)");
  pen.ctx.fillStyle = made;
  pen.ctx.beginPath();
  pen.ctx.roundRect(x, y, w, h, r);
  pen.ctx.fill();
}

/** Courses of blocks over a rectangle. */
function masonry(pen: Pen, lie: Beam, draw: Draw, colours: readonly string[], side: number): void {
  pen.along(lie, () => {
    const rows = Math.max(1, Math.round((2 * lie.wide) / side));
    const high = (2 * lie.wide) / rows;
    for (let course = 0; course < rows; course++) {
      const many = Math.max(1, Math.round((2 * lie.long) / (high * 1.25)));
      const wide = (2 * lie.long) / many;
      const off = course % 2 && many > 1 ? wide / 2 : 0;
      for (let i = 0; i < many; i++) {
        const [x, jut] = [-lie.long + i * wide + off, between(draw, 0, 0.5)];
        const long = Math.min(wide, lie.long - x);
        const colour = pick(draw, colours);
        if (long > 0.8) block(pen, x + 0.3, -lie.wide + course * high + 0.3 - jut * 0.3, long - 0.5, high - 0.5, lie.turn, colour);
      }
    }
  });
}

const isBeam = (shape: Shape): boolean => shape.points.length === 4;

/** All walls cast their shadow before any is drawn: where two meet no shadow lies on the other. */
export function wallShades(pen: Pen, shapes: Shape[]): void {
  for (const shape of shapes) pen.raised(Math.min(6, 2.2 + shape.height / 22), () => pen.fill(angular(shape.points), "#1c1610"), "rgb(14 9 4 / 70%)");
}

export function wall(pen: Pen, shape: Shape, stoneFloor: boolean): void {
  const draw = chance(seedOf(shape.points));
  const colours = stoneFloor ? CELLAR : BLOCKS;
  const path = angular(shape.points);
  pen.line(path, "#1e1810", 1.6, "butt");
  pen.fill(path, stoneFloor ? "#221c15" : "#5d5444");
  if (isBeam(shape)) masonry(pen, beam(shape.points), draw, colours, 13);
  else pen.within(path, () => masonry(pen, beam(shape.points), draw, colours, 13));
}

/** Merlons along the outline. */
function merlons(pen: Pen, points: Point[], size: number): void {
  const draw = chance(seedOf(points) + 1);
  points.forEach((from, i) => {
    const to = points[(i + 1) % points.length];
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const many = Math.floor(length / (size * 2.1));
    const turn = Math.atan2(to[1] - from[1], to[0] - from[0]);
    for (let k = 0; k < many; k++) {
      const share = (k + 0.5) / many;
      const [x, y] = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
      pen.raised(1.8, () => pen.along({ x, y, turn, long: size, wide: size }, () => block(pen, -size * 0.6, -size * 0.42, size * 1.2, size * 0.84, turn, pick(draw, BLOCKS))));
    }
  });
}

export function rampart(pen: Pen, shape: Shape): void {
  const draw = chance(seedOf(shape.points));
  const lie = beam(shape.points);
  pen.raised(6, () => pen.fill(angular(shape.points), "#5d5444"));
  masonry(pen, lie, draw, BLOCKS, 12);
  pen.along({ ...lie }, () => slabs(pen, -lie.long, -lie.wide * 0.56, 2 * lie.long, lie.wide * 1.12, 11, draw, FLAGS));
  merlons(pen, scaled(shape.points, 1), Math.min(9, lie.wide * 0.55));
}

export function tower(pen: Pen, shape: Shape): void {
  const draw = chance(seedOf(shape.points));
  const lie = beam(shape.points);
  pen.raised(9, () => pen.fill(angular(shape.points), "#5d5444"));
  masonry(pen, lie, draw, BLOCKS, 13);
  const inner = scaled(shape.points, 0.74);
  pen.fill(angular(inner), "#443c30");
  pen.within(angular(inner), () => pen.along(lie, () => slabs(pen, -lie.long, -lie.wide, 2 * lie.long, 2 * lie.wide, 14, draw, FLAGS)));
  const shadow = pen.lit(inner, "rgb(20 14 6 / 62%)", "rgb(20 14 6 / 0%)");
  pen.fill(angular(inner), shadow);
  merlons(pen, scaled(shape.points, 0.93), Math.min(11, lie.wide * 0.3));
}

// ------------------------------------------------------------ wood

/** Boards across a rectangle. */
function boards(pen: Pen, lie: Beam, draw: Draw, wide: number, across = true): void {
  pen.along(lie, () => {
    const [along, over] = across ? [lie.long, lie.wide] : [lie.wide, lie.long];
    const many = Math.max(2, Math.round((2 * along) / wide));
    const step = (2 * along) / many;
    for (let i = 0; i < many; i++) {
      const [at, jut, colour, grain] = [-along + i * step, across ? between(draw, -0.9, 0.9) : 0, pick(draw, BOARDS), draw()];
      const [x, y, w, h] = across ? [at + 0.25, -over + jut, step - 0.5, 2 * over] : [-over + jut, at + 0.25, 2 * over, step - 0.5];
      box(pen, x, y, w, h, 0.6, colour);
      const line = new Path2D();
      if (across) line.moveTo(x + w * (0.3 + 0.4 * grain), y + 1), line.lineTo(x + w * (0.4 + 0.3 * grain), y + h - 1);
      else line.moveTo(x + 1, y + h * (0.3 + 0.4 * grain)), line.lineTo(x + w - 1, y + h * (0.4 + 0.3 * grain));
      pen.line(line, "rgb(62 40 18 / 30%)", 0.5);
    }
  });
}

export function bridge(pen: Pen, shape: Shape): void {
  const draw = chance(seedOf(shape.points));
  const lie = beam(shape.points);
  pen.raised(3.4, () => pen.fill(angular(shape.points), "#4d3820"));
  boards(pen, lie, draw, Math.max(2.4, Math.min(8, lie.long / 5)));
  if (lie.wide < 7) return;
  pen.along(lie, () => {
    for (const side of [-1, 1]) {
      pen.raised(2.2, () => box(pen, -lie.long - 1, side * (lie.wide - 1.4) - 1.5, 2 * lie.long + 2, 3, 1.2, "#5f4526"));
      for (let at = -lie.long; at <= lie.long + 0.1; at += Math.max(14, lie.long / 3)) box(pen, at - 1.8, side * (lie.wide - 1.4) - 2.2, 3.6, 4.4, 1, "#46321a");
    }
  });
}

export function ladder(pen: Pen, shape: Shape): void {
  const lie = beam(shape.points);
  pen.along(lie, () => {
    pen.raised(1.6, () => {
      for (const side of [-1, 1]) box(pen, -lie.long, side * lie.wide * 0.8 - 0.7, 2 * lie.long, 1.4, 0.5, "#6b4c28");
      for (let at = -lie.long + 1.5; at < lie.long; at += 3) box(pen, at - 0.5, -lie.wide * 0.8, 1, lie.wide * 1.6, 0.4, "#86633a");
    });
  });
}

/** A fence of rails, or a barricade of stakes where it is wider. */
export function fence(pen: Pen, shape: Shape): void {
  const draw = chance(seedOf(shape.points));
  const lie = beam(shape.points);
  pen.along(lie, () => {
    for (const off of lie.wide > 5 ? [-0.5, 0.5] : [0]) {
      pen.raised(2, () => box(pen, -lie.long, off * lie.wide - 1.1, 2 * lie.long, 2.2, 0.8, pick(draw, BOARDS)));
    }
    const step = lie.wide > 5 ? 8 : 13;
    for (let at = -lie.long + 2; at < lie.long; at += step) {
      const tilt = between(draw, -0.25, 0.25);
      pen.raised(2.6, () => {
        pen.ctx.save();
        pen.ctx.translate(at, 0);
        pen.ctx.rotate(tilt);
        box(pen, -1.3, -Math.max(3, lie.wide * 0.95), 2.6, 2 * Math.max(3, lie.wide * 0.95), 1, pick(draw, BOARDS));
        pen.ctx.restore();
      });
    }
  });
}

export function palisade(pen: Pen, shape: Shape): void {
  const draw = chance(seedOf(shape.points));
  pen.soft(smooth(rough(shape.points, 1.5, 8)), "rgb(150 128 84 / 40%)", 5);
  shape.points.forEach((from, i) => {
    const to = shape.points[(i + 1) % shape.points.length];
    const many = Math.max(1, Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / 5));
    for (let k = 0; k < many; k++) {
      const [x, y] = [from[0] + ((to[0] - from[0]) * k) / many, from[1] + ((to[1] - from[1]) * k) / many];
      const top = new Path2D();
      top.arc(x, y, between(draw, 2.1, 2.8), 0, 7);
      pen.raised(2.6, () => pen.fill(top, pick(draw, BOARDS)));
      const point = new Path2D();
      point.arc(x - 0.5, y - 0.6, 1, 0, 7);
      pen.fill(point, "rgb(232 206 158 / 80%)");
    }
  });
}

/** A crate, a table, a heap of what stands in the way: planks with bands of iron. */
export function crate(pen: Pen, shape: Shape): void {
  const draw = chance(seedOf(shape.points));
  const lie = beam(shape.points);
  pen.raised(4, () => pen.fill(angular(shape.points), "#3c2a16"));
  boards(pen, { ...lie, long: lie.long - 0.8, wide: lie.wide - 0.8 }, draw, 6, false);
  pen.along(lie, () => {
    for (const at of [-0.72, 0.72]) box(pen, lie.long * at - 1.4, -lie.wide, 2.8, 2 * lie.wide, 0.6, "#5b4a38");
    for (const at of [-0.72, 0.72]) for (const off of [-0.7, 0.7]) box(pen, lie.long * at - 0.7, lie.wide * off - 0.7, 1.4, 1.4, 0.7, "#c8b48c");
  });
}

export function chest(pen: Pen, shape: Shape): void {
  const draw = chance(seedOf(shape.points));
  const lie = { ...beam(shape.points) };
  lie.wide *= 0.74;
  pen.raised(4.4, () => pen.along(lie, () => box(pen, -lie.long * 0.92, -lie.wide, lie.long * 1.84, 2 * lie.wide, 3, "#3a2714")));
  boards(pen, { ...lie, long: lie.long * 0.9, wide: lie.wide * 0.92 }, draw, 4, false);
  pen.along(lie, () => {
    for (const at of [-0.66, 0.66]) box(pen, lie.long * at - 1.5, -lie.wide, 3, 2 * lie.wide, 0.8, "#c19a4b");
    box(pen, -lie.long * 0.92, -1, lie.long * 1.84, 1.6, 0.5, "#6d4c25");
    box(pen, -2.6, -1.4, 5.2, 5.4, 1.2, "#dcb95e");
    box(pen, -0.7, 0.4, 1.4, 2.2, 0.6, "#3a2714");
  });
  pen.glow(lie.x, lie.y, lie.long * 2.1, "rgb(255 206 110 / 26%)", "rgb(255 206 110 / 0%)");
}

function leaf(pen: Pen, lie: Beam, draw: Draw): void {
  pen.raised(3, () => pen.along(lie, () => box(pen, -lie.long, -lie.wide, 2 * lie.long, 2 * lie.wide, 1, "#3a2714")));
  boards(pen, { ...lie, long: lie.long - 0.5, wide: lie.wide - 0.6 }, draw, Math.max(2.2, lie.wide / 1.6), false);
  pen.along(lie, () => {
    for (const at of [-0.6, 0.6]) box(pen, lie.long * at - 1.1, -lie.wide, 2.2, 2 * lie.wide, 0.4, "#2f2418");
    const ring = new Path2D();
    ring.arc(lie.long * 0.84, 0, Math.min(1.8, lie.wide * 0.4), 0, 7);
    pen.fill(ring, "#e0b95a");
  });
}

export function door(pen: Pen, shape: Shape): void {
  leaf(pen, beam(shape.points), chance(seedOf(shape.points)));
}

/** The threshold, and the leaf that hangs open from one end of it. */
export function openDoor(pen: Pen, shape: Shape): void {
  const lie = beam(shape.points);
  const draw = chance(seedOf(shape.points));
  pen.fill(angular(shape.points), "rgb(120 86 46 / 34%)");
  pen.line(angular(shape.points), "rgb(40 26 12 / 55%)", 0.8);
  const turn = lie.turn - 1.15;
  const [hx, hy] = [lie.x - Math.cos(lie.turn) * lie.long, lie.y - Math.sin(lie.turn) * lie.long];
  leaf(pen, { x: hx + Math.cos(turn) * lie.long, y: hy + Math.sin(turn) * lie.long, turn, long: lie.long, wide: Math.max(2, lie.wide * 0.6) }, draw);
}

export function gate(pen: Pen, shape: Shape): void {
  const draw = chance(seedOf(shape.points));
  const lie = beam(shape.points);
  pen.raised(5, () => pen.fill(angular(shape.points), "#4a3a24"));
  masonry(pen, lie, draw, BLOCKS, 12);
  const inner = { ...lie, long: lie.long * 0.78, wide: lie.wide * 0.62 };
  pen.along(inner, () => box(pen, -inner.long, -inner.wide, 2 * inner.long, 2 * inner.wide, 1, "#20160c"));
  boards(pen, inner, draw, 6);
  pen.along(inner, () => {
    for (const off of [-0.5, 0.5]) box(pen, -inner.long, inner.wide * off - 1, 2 * inner.long, 2, 0.4, "#3a3026");
    box(pen, -0.6, -inner.wide, 1.2, 2 * inner.wide, 0, "#1c130a");
  });
}

// ------------------------------------------------------------ stone

export function paving(pen: Pen, shape: Shape): void {
  const draw = chance(seedOf(shape.points));
  const path = smooth(rough(shape.points, 1, 9));
  pen.soft(path, "rgb(122 112 92 / 90%)", 3);
  const lie = beam(shape.points);
  pen.within(path, () => pen.along(lie, () => slabs(pen, -lie.long, -lie.wide, 2 * lie.long, 2 * lie.wide, 12, draw, FLAGS)));
}

/** A floor or a step of a stair, raised as high as it lies. */
export function slab(pen: Pen, shape: Shape): void {
  const draw = chance(seedOf(shape.points));
  const lie = beam(shape.points);
  pen.raised(Math.min(5, 1 + shape.height / 22), () => pen.fill(angular(shape.points), "#5d5444"));
  pen.along(lie, () => slabs(pen, -lie.long, -lie.wide, 2 * lie.long, 2 * lie.wide, Math.min(22, lie.wide * 2), draw, FLAGS));
}

export function column(pen: Pen, shape: Shape): void {
  const lie = beam(shape.points);
  const r = lie.wide;
  pen.raised(3.4, () => pen.along(lie, () => box(pen, -r * 0.98, -r * 0.98, r * 1.96, r * 1.96, 2.4, "#6f6757")));
  pen.along(lie, () => block(pen, -r * 0.94, -r * 0.94, r * 1.88, r * 1.88, lie.turn, "#8a8170"));
  const [x, y] = [lie.x, lie.y];
  const shaft = new Path2D();
  shaft.arc(x, y, r * 0.74, 0, 7);
  pen.raised(7, () => pen.fill(shaft, "#958c7b"));
  const made = pen.ctx.createRadialGradient(x - r * 0.3, y - r * 0.34, r * 0.08, x, y, r * 0.76);
  for (const [at, colour] of [[0, "#e4dcc9"], [0.45, "#b3aa98"], [1, "#6f6757"]] as const) made.addColorStop(at, colour);
  pen.fill(shaft, made);
  const ring = new Path2D();
  ring.arc(x, y, r * 0.5, 0, 7);
  pen.line(ring, "rgb(60 52 40 / 45%)", 0.8);
}

/** Broken walls about what was a room, with loose stones. */
export function ruins(pen: Pen, shape: Shape): void {
  const draw = chance(seedOf(shape.points));
  pen.soft(smooth(rough(shape.points, 2, 8)), "rgb(141 127 92 / 55%)", 6);
  const inner = scaled(shape.points, 0.94);
  for (const [x, y] of strewn(inner, 8 * pen.size)) if (draw() < 0.3) stone(pen, x, y, between(draw, 0.8, 2.6) * pen.size, BLOCKS);
  const side = 6.2 * pen.size;
  inner.forEach((from, i) => {
    const to = inner[(i + 1) % inner.length];
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const turn = Math.atan2(to[1] - from[1], to[0] - from[0]);
    const gap = between(draw, 0.3, 0.7);
    const many = Math.floor(length / side);
    for (let k = 0; k < many; k++) {
      const share = (k + 0.5) / many;
      const [skip, tilt, big] = [draw(), between(draw, -0.18, 0.18), between(draw, 0.85, 1.12)];
      if (Math.abs(share - gap) < 0.14 || skip < 0.1) continue;
      const [x, y] = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
      const s = side * big;
      pen.raised(3.2, () => pen.along({ x, y, turn: turn + tilt, long: s, wide: s }, () => block(pen, -s * 0.52, -s * 0.5, s * 1.04, s, turn + tilt, pick(draw, BLOCKS))));
    }
  });
}

/** What is left of a building that has fallen in. */
export function heap(pen: Pen, shape: Shape): void {
  const draw = chance(seedOf(shape.points) + 2);
  pen.soft(smooth(rough(shape.points, 2, 8)), "rgb(96 84 62 / 70%)", 6);
  for (const [x, y] of strewn(shape.points, 6)) stone(pen, x, y, between(draw, 1.4, 5), BLOCKS);
}

/** Cracks that grow with the damage, always at the same places. */
export function cracks(pen: Pen, shape: Shape): void {
  const draw = chance(seedOf(shape.points) + 3);
  const path = new Path2D();
  for (const [x, y] of strewn(shape.points, 8 + 26 * shape.share)) {
    let at: Point = [x, y];
    path.moveTo(...at);
    for (let i = 0; i < 4; i++) path.lineTo(...(at = [at[0] + between(draw, -4, 4), at[1] + between(draw, 1, 5)]));
  }
  pen.within(angular(shape.points), () => pen.line(path, "rgb(18 12 6 / 80%)", 1.1));
}

// ------------------------------------------------------------ houses

/** The inside of a house: boards and walls. Its roof belongs to the canopy. */
export function house(pen: Pen, shape: Shape): void {
  const draw = chance(seedOf(shape.points));
  const lie = beam(shape.points);
  const path = angular(shape.points);
  pen.raised(6, () => pen.fill(path, "#4d4030"));
  pen.within(path, () => boards(pen, { ...lie, long: lie.long + 1, wide: lie.wide + 1 }, draw, 8, false));
  pen.fill(path, pen.lit(shape.points, "rgb(20 12 4 / 55%)", "rgb(20 12 4 / 12%)"));
  shape.points.forEach((from, i) => {
    const to = shape.points[(i + 1) % shape.points.length];
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const turn = Math.atan2(to[1] - from[1], to[0] - from[0]);
    masonry(pen, { x: (from[0] + to[0]) / 2, y: (from[1] + to[1]) / 2, turn, long: length / 2, wide: 2.6 }, draw, BLOCKS, 6);
  });
}

/** A roof over four corners with ridge and hips, or a tent of tiles over any other outline. */
export function roof(pen: Pen, shape: Shape): void {
  const draw = chance(seedOf(shape.points) + 4);
  const colours = draw() < 0.6 ? TILES : THATCH;
  const over = scaled(shape.points, 1.035);
  pen.raised(8, () => pen.fill(angular(over), colours[1]));
  const faces = slopes(over);
  for (const face of faces) {
    const path = angular(face.points);
    pen.fill(path, colours[1]);
    pen.within(path, () => tiles(pen, face, draw, colours));
    const light = Math.cos(face.down + 2.2);
    pen.fill(path, light > 0 ? `rgb(20 8 2 / ${(light * 0.34).toFixed(2)})` : `rgb(255 232 190 / ${(-light * 0.24).toFixed(2)})`);
    pen.line(path, "rgb(48 22 10 / 55%)", 0.9);
  }
  chimney(pen, shape, colours);
}

interface Slope {
  points: Point[];
  /** The direction in which water runs off. */
  down: number;
}

function slopes(points: Point[]): Slope[] {
  const middle = centre(points);
  if (points.length !== 4) {
    return points.map((from, i) => {
      const to = points[(i + 1) % points.length];
      return { points: [from, to, middle], down: Math.atan2((from[1] + to[1]) / 2 - middle[1], (from[0] + to[0]) / 2 - middle[0]) };
    });
  }
  const lie = beam(points);
  const ridge = Math.max(0, lie.long - lie.wide * 0.72);
  const at = (along: number, aside: number): Point => [lie.x + Math.cos(lie.turn) * along - Math.sin(lie.turn) * aside, lie.y + Math.sin(lie.turn) * along + Math.cos(lie.turn) * aside];
  const [a, b] = [at(-ridge, 0), at(ridge, 0)];
  const corner = (along: number, aside: number) => at(along * lie.long, aside * lie.wide);
  return [
    { points: [corner(-1, -1), corner(1, -1), b, a], down: lie.turn - Math.PI / 2 },
    { points: [corner(1, 1), corner(-1, 1), a, b], down: lie.turn + Math.PI / 2 },
    { points: [corner(1, -1), corner(1, 1), b], down: lie.turn },
    { points: [corner(-1, 1), corner(-1, -1), a], down: lie.turn + Math.PI },
  ];
}

function tiles(pen: Pen, face: Slope, draw: Draw, colours: readonly string[]): void {
  const { x, y, w, h } = bounds(face.points);
  const far = Math.hypot(w, h) / 2 + 6;
  const [long, high] = [6.2, 5];
  pen.along({ x: x + w / 2, y: y + h / 2, turn: face.down - Math.PI / 2, long: far, wide: far }, () => {
    for (let row = 0, at = -far; at < far; at += high, row++) {
      for (let off = -far - (row % 2 ? long / 2 : 0); off < far; off += long) {
        box(pen, off + 0.2, at, long - 0.4, high + 1.6, 1.6, pick(draw, colours));
      }
      pen.ctx.fillStyle = "rgb(30 12 4 / 26%)";
      pen.ctx.fillRect(-far, at + high - 0.7, 2 * far, 1);
    }
  });
}

function chimney(pen: Pen, shape: Shape, colours: readonly string[]): void {
  const lie = beam(shape.points);
  if (lie.wide < 16) return;
  const [x, y] = [lie.x + Math.cos(lie.turn) * lie.long * 0.34 - Math.sin(lie.turn) * lie.wide * -0.3, lie.y + Math.sin(lie.turn) * lie.long * 0.34 + Math.cos(lie.turn) * lie.wide * -0.3];
  const s = Math.min(6, lie.wide * 0.16);
  pen.raised(5, () => pen.along({ x, y, turn: lie.turn, long: s, wide: s }, () => block(pen, -s, -s, 2 * s, 2 * s, lie.turn, "#7d7363")));
  pen.along({ x, y, turn: lie.turn, long: s, wide: s }, () => box(pen, -s * 0.55, -s * 0.55, s * 1.1, s * 1.1, 0.8, colours === TILES ? "#2a1c12" : "#31261a"));
}
