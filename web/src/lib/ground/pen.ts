/** A pen for one picture: it knows the part that is wanted and draws nothing else. Light falls from the top left. */

import type { Point } from "../types";
import type { Job } from "./job";
import { bounds, chance, type Beam, type Draw } from "./outline";

export type Canvas = OffscreenCanvas | HTMLCanvasElement;
export type Context = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D;

export function canvas(width: number, height: number): Canvas {
  if (typeof OffscreenCanvas !== "undefined") return new OffscreenCanvas(width, height);
  const made = document.createElement("canvas");
  made.width = width;
  made.height = height;
  return made;
}

export function contextOf(on: Canvas): Context {
  const found = on.getContext("2d") as Context | null;
  if (!found) throw new Error("this browser draws no pictures");
  return found;
}

export class Pen {
  readonly scale: number;
  /** How large things of nature are drawn: larger on a larger table, so that they stay what they are. */
  readonly size: number;
  private readonly sprites = new Map<string, Canvas>();

  constructor(
    readonly ctx: Context,
    private readonly job: Job,
  ) {
    this.scale = job.scale;
    this.size = Math.max(1, Math.min(2.2, Math.min(job.scene.width, job.scene.depth) / 620));
    this.home();
  }

  /** Draw in millimetres of the table. */
  home(): void {
    const { box, scale } = this.job;
    this.ctx.setTransform(scale, 0, 0, scale, -box.x * scale, -box.y * scale);
  }

  sees(x: number, y: number, r: number): boolean {
    const { box } = this.job;
    return x + r > box.x && x - r < box.x + box.w && y + r > box.y && y - r < box.y + box.h;
  }

  seesAny(points: Point[], more = 20): boolean {
    const { x, y, w, h } = bounds(points);
    return this.sees(x + w / 2, y + h / 2, Math.max(w, h) / 2 + more);
  }

  /** What is drawn within casts a shadow, as high things do. */
  raised(height: number, draw: () => void, colour = "rgb(30 22 8 / 55%)"): void {
    const { ctx, scale } = this;
    ctx.save();
    ctx.shadowColor = colour;
    ctx.shadowOffsetX = height * 0.55 * scale;
    ctx.shadowOffsetY = height * 0.8 * scale;
    ctx.shadowBlur = Math.max(1, height * 0.9 * scale);
    draw();
    ctx.restore();
  }

  fill(path: Path2D, style: string | CanvasGradient | CanvasPattern): void {
    this.ctx.fillStyle = style;
    this.ctx.fill(path);
  }

  line(path: Path2D, style: string, width: number, cap: CanvasLineCap = "round"): void {
    this.ctx.strokeStyle = style;
    this.ctx.lineWidth = width;
    this.ctx.lineCap = cap;
    this.ctx.lineJoin = "round";
    this.ctx.stroke(path);
  }

  /** A fill that fades at its edge. */
  soft(path: Path2D, style: string, blur: number): void {
    const { ctx } = this;
    ctx.save();
    ctx.shadowColor = style;
    ctx.shadowBlur = blur * this.scale;
    this.fill(path, style);
    ctx.restore();
  }

  /** Draw only inside of a path. */
  within(path: Path2D, draw: () => void): void {
    this.ctx.save();
    this.ctx.clip(path);
    draw();
    this.ctx.restore();
  }

  /** Draw along a rectangle: x from -long to long, y from -wide to wide. */
  along({ x, y, turn }: Beam, draw: () => void): void {
    this.ctx.save();
    this.ctx.translate(x, y);
    this.ctx.rotate(turn);
    draw();
    this.ctx.restore();
  }

  /** From light at the top left of an outline to dark at its bottom right. */
  lit(points: Point[], light: string, dark: string): CanvasGradient {
    const { x, y, w, h } = bounds(points);
    const made = this.ctx.createLinearGradient(x, y, x + w, y + h);
    made.addColorStop(0, light);
    made.addColorStop(1, dark);
    return made;
  }

  glow(x: number, y: number, r: number, colour: string, edge: string): void {
    const made = this.ctx.createRadialGradient(x, y, 0, x, y, r);
    made.addColorStop(0, colour);
    made.addColorStop(1, edge);
    this.ctx.fillStyle = made;
    this.ctx.fillRect(x - r, y - r, 2 * r, 2 * r);
  }

  /** Stamp a small picture that is painted once: in a square from -1 to 1, put down with radius `r`. */
  stamp(name: string, x: number, y: number, r: number, turn: number, paint: (ctx: Context, draw: Draw) => void): void {
    if (!this.sees(x, y, r * 1.4)) return;
    let sprite = this.sprites.get(name);
    if (!sprite) {
      const side = Math.max(12, Math.min(256, Math.ceil(r * this.scale * 2.6)));
      sprite = canvas(side, side);
      const ctx = contextOf(sprite);
      ctx.translate(side / 2, side / 2);
      ctx.scale(side / 2.6, side / 2.6);
      paint(ctx, chance([...name].reduce((sum, letter) => sum * 33 + letter.charCodeAt(0), 7)));
      this.sprites.set(name, sprite);
    }
    const { ctx } = this;
    ctx.save();
    ctx.translate(x, y);
    if (turn) ctx.rotate(turn);
    ctx.drawImage(sprite, -r * 1.3, -r * 1.3, r * 2.6, r * 2.6);
    ctx.restore();
  }
}
