/** Looking around on a drawing: which part of it is shown, moved and scaled by hand. */

import type { Point } from "./types";

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** How near the edge of the window something may be and still be in sight, in pixels, and how long the view takes to go elsewhere, in milliseconds. */
const EDGE = 26;
const FOLLOW = 260;

export class Lens {
  svg = $state<SVGSVGElement | null>(null);
  /** What lies over the drawing and moves with it. */
  over = $state<HTMLElement | null>(null);
  /** What lies beneath it and moves with it. */
  under = $state<HTMLElement | null>(null);
  /** The size of the window, in pixels. */
  wide = $state(600);
  high = $state(600);
  private own = $state.raw<Box | null>(null);
  private resting: ReturnType<typeof setTimeout> | undefined;
  /**
   * While the view moves the drawing is only shifted and scaled as a picture, which is quick; once it rests, it is drawn
   * anew at its place. `live` is that shift, in pixels, and that scale.
   */
  private live = { x: 0, y: 0, k: 1 };

  constructor(private readonly all: () => Box) {}

  /** The part that is shown. */
  get box(): Box {
    return this.own ?? this.all();
  }

  /** Drawing units to the pixel. */
  get unit(): number {
    return Math.max(this.box.w / Math.max(this.wide, 1), this.box.h / Math.max(this.high, 1));
  }

  /** Show everything. */
  whole(): void {
    this.before = null;
    this.own = null;
  }

  /** Come closer to a place of the drawing. */
  near([x, y]: Point): void {
    const all = this.all();
    this.own = this.about(x, y, all.w * 0.5, all.h * 0.5);
  }

  /** A part of that size about a place, off the drawing only where it is larger. */
  private about(x: number, y: number, w: number, h: number): Box {
    const all = this.all();
    const within = (middle: number, size: number, least: number, room: number) => (size > room ? middle - size / 2 : Math.max(least, Math.min(least + room - size, middle - size / 2)));
    return { x: within(x, w, all.x, all.w), y: within(y, h, all.y, all.h), w, h };
  }

  /** A place of the drawing in the window, in pixels. */
  pixel(x: number, y: number): Point {
    const { box, unit } = this;
    return [(x - box.x) / unit + (this.wide - box.w / unit) / 2, (y - box.y) / unit + (this.high - box.h / unit) / 2];
  }

  // ------------------------------------------------------------ following

  /** What was shown before the view followed something; null while it does not. */
  private before: { own: Box | null } | null = null;

  /** Have places in sight: the view goes there if they are not, and only then. */
  follow(places: Point[]): void {
    const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const edge = EDGE * this.unit;
    const { box } = this;
    if (left - edge >= box.x && right + edge <= box.x + box.w && top - edge >= box.y && bottom + edge <= box.y + box.h) return;
    if (this.own === null) return; // everything is in sight
    this.before ??= { own: this.own };
    const k = Math.max(1, (right - left + 2 * edge) / box.w, (bottom - top + 2 * edge) / box.h);
    this.glide(this.about((left + right) / 2, (top + bottom) / 2, box.w * k, box.h * k));
  }

  /** Back to what was shown before. */
  back(): void {
    if (!this.before) return;
    const { own } = this.before;
    this.before = null;
    this.glide(own ?? this.all());
  }

  /** Move to another part of the drawing as a picture, then draw it there. */
  private glide(to: Box): void {
    this.settle();
    const { box, unit } = this;
    const k = box.w / to.w;
    const at = this.pixel(to.x, to.y);
    const off: Point = [(this.wide - box.w / unit) / 2, (this.high - box.h / unit) / 2];
    this.live = { x: off[0] - at[0] * k, y: off[1] - at[1] * k, k };
    for (const one of [this.under, this.svg, this.over]) one?.classList.add("following");
    this.paint();
    this.resting = setTimeout(() => {
      this.own = to;
      this.live = { x: 0, y: 0, k: 1 };
      for (const one of [this.under, this.svg, this.over]) one?.classList.remove("following");
      this.paint();
    }, FOLLOW);
  }

  /** Where the picture is shifted to now, and shifting it. */
  get shift(): Point {
    return [this.live.x, this.live.y];
  }

  move(x: number, y: number): void {
    this.before = null;
    this.live.x = x;
    this.live.y = y;
    this.paint();
  }

  private paint(): void {
    const { x, y, k } = this.live;
    const shifted = x || y || k !== 1 ? `translate(${x}px, ${y}px) scale(${k})` : "";
    for (const one of [this.under, this.svg, this.over]) if (one) one.style.transform = shifted;
  }

  settle(): void {
    clearTimeout(this.resting);
    const { x, y, k } = this.live;
    if (!x && !y && k === 1) return;
    const [box, unit] = [this.box, this.unit];
    const offX = (this.wide - box.w / unit) / 2;
    const offY = (this.high - box.h / unit) / 2;
    const nextX = box.x + ((offX * (1 - k) - x) * unit) / k;
    const nextY = box.y + ((offY * (1 - k) - y) * unit) / k;
    this.own = { x: nextX, y: nextY, w: box.w / k, h: box.h / k };
    this.live = { x: 0, y: 0, k: 1 };
    this.paint();
  }

  /** Scale by a factor about a place of the window. */
  scale(factor: number, about: Point): void {
    const { box, live } = this;
    const wide = this.all().w;
    const k = box.w / Math.min(wide * 1.6, Math.max(wide / 14, box.w / (live.k * factor)));
    const change = k / live.k;
    const window = this.svg?.parentElement?.getBoundingClientRect();
    const [mx, my] = [about[0] - (window?.left ?? 0), about[1] - (window?.top ?? 0)];
    live.x = mx - (mx - live.x) * change;
    live.y = my - (my - live.y) * change;
    live.k = k;
    this.paint();
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.settle(), 140);
  }

  /** Scale about the middle. */
  zoom(factor: number): void {
    const window = this.svg?.parentElement?.getBoundingClientRect();
    this.scale(factor, [(window?.left ?? 0) + this.wide / 2, (window?.top ?? 0) + this.high / 2]);
    this.settle();
  }

  /** A place of the window on the drawing. */
  at(event: { clientX: number; clientY: number }): Point {
    const matrix = this.svg?.getScreenCTM()?.inverse();
    if (!matrix) return [0, 0];
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return [point.x, point.y];
  }
}
