/**
 * A unit in somebody's hand: placed, dragged, turned. What the hand wants goes to the server as a wish; what comes back is the
 * way that the rules allow, its cost, and why it goes no farther. The steps of one gesture are settled when another begins.
 */

import * as api from "./api";
import type { Answer, Choice, Figure, Trial, Wish } from "./types";
import { carried, facing, full } from "./units";

export type Step = unknown[];

export class Plan {
  kind = $state("");
  figure = $state.raw<Figure | null>(null);
  trial = $state.raw<Trial | null>(null);
  /** Where the hand holds it; the way may end before that. */
  held = $state.raw<{ x: number; y: number; facing: number } | null>(null);
  files = $state<number | null>(null);
  formation = $state<string | null>(null);
  altitude = $state<number | null>(null);
  manner = $state<"" | "keep" | "turn">("");
  private gesture: "" | "drag" | "turn" = "";
  private settled: Step[] = [];
  private wish: Wish | null = null;
  private asking = false;
  private again = false;
  private serial = 0;

  constructor(
    readonly game: string,
    readonly token: string,
  ) {}

  get active(): boolean {
    return this.held !== null || this.settled.length > 0;
  }

  get placing(): boolean {
    return this.kind === "place" || this.kind === "arrive";
  }

  /** The answer that the rules made of the wish, once it is known. */
  get answer(): Answer {
    return this.trial?.answer ?? null;
  }

  /** Take a unit in hand for a kind of answer; nothing is wished yet. */
  take(kind: string, figure: Figure | null): void {
    this.serial += 1;
    this.kind = kind;
    this.figure = figure;
    this.trial = null;
    this.held = null;
    this.files = null;
    this.formation = null;
    this.altitude = null;
    this.gesture = "";
    this.settled = [];
    this.wish = null;
    this.again = false;
  }

  /** Put it where a listed answer would. */
  follow(choice: Choice): void {
    if (!this.figure || typeof choice.x !== "number" || typeof choice.y !== "number") return;
    this.files = typeof choice.files === "number" ? choice.files : null;
    this.formation = typeof choice.formation === "string" ? choice.formation : null;
    this.held = { x: choice.x, y: choice.y, facing: choice.facing ?? facing(this.figure) };
    this.ask();
  }

  /** Where it stands at the end of what is planned so far. */
  end(): { x: number; y: number; facing: number } {
    const last = this.trial?.path?.at(-1);
    if (last && !this.placing) return { x: last.x, y: last.y, facing: last.facing };
    if (this.held) return this.held;
    const figure = this.figure;
    return figure ? { x: figure.x, y: figure.y, facing: facing(figure) } : { x: 0, y: 0, facing: 0 };
  }

  /** The hand carries it to a place. */
  drag(x: number, y: number): void {
    this.begin("drag");
    this.held = { x: Math.round(x), y: Math.round(y), facing: this.held?.facing ?? this.end().facing };
    this.ask();
  }

  /** The hand turns it. */
  turn(to: number): void {
    const here = this.held ?? this.end();
    this.begin("turn");
    this.held = { ...here, facing: full(to) };
    this.ask();
  }

  /** A step that is complete in itself: a pivot, another formation. */
  add(step: Step): void {
    this.settle();
    this.settled = [...this.settled, step];
    this.gesture = "";
    this.held = null;
    this.ask();
  }

  /** Take the last step back. */
  back(): void {
    if (this.gesture && this.held) this.held = null;
    else this.settled = this.settled.slice(0, -1);
    this.gesture = "";
    this.trial = null;
    if (this.settled.length) this.ask();
  }

  redraw(files: number | null, formation: string | null): void {
    this.files = files ?? this.files;
    this.formation = formation ?? this.formation;
    this.ask();
  }

  /** Ask again, because how it is to be done has changed. */
  ask(): void {
    this.wish = this.wished();
    if (this.asking) this.again = true;
    else void this.fetch();
  }

  private begin(gesture: "drag" | "turn"): void {
    if (this.placing || this.gesture === gesture) return;
    this.settle();
    this.gesture = gesture;
  }

  private settle(): void {
    const answer = this.trial?.legal ? this.answer : null;
    if (this.gesture && Array.isArray(answer) && Array.isArray(answer[1])) this.settled = answer[1] as Step[];
  }

  private wished(): Wish {
    const wish: Wish = { kind: this.kind, figure: this.figure?.id ?? -1 };
    if (this.placing || this.kind === "walk") {
      const here = this.end();
      Object.assign(wish, { x: here.x, y: here.y, facing: here.facing });
      if (this.files !== null) wish.files = this.files;
      if (this.formation !== null) wish.formation = this.formation;
      return wish;
    }
    if (this.settled.length) wish.before = this.settled;
    if (this.altitude !== null) wish.altitude = this.altitude;
    if (this.manner) wish.manner = this.manner;
    if (this.gesture === "turn" && this.held) wish.facing = this.held.facing;
    else if (this.held) Object.assign(wish, { x: this.held.x, y: this.held.y });
    return wish;
  }

  private async fetch(): Promise<void> {
    const wish = this.wish;
    const serial = this.serial;
    if (!wish) return;
    this.asking = true;
    this.again = false;
    let found: Trial;
    try {
      found = await api.tryWish(this.game, this.token, wish);
    } catch (error) {
      if (!(error instanceof api.Refused)) throw error;
      found = { legal: false, reason: error.words, rule: error.rule };
    } finally {
      this.asking = false;
    }
    if (serial === this.serial) this.trial = found;
    if (this.again) await this.fetch();
  }

  /** The unit as it would stand, for the drawing; and as the hand holds it, where that is somewhere else. */
  ghosts(): { figure: Figure; hand: boolean }[] {
    const figure = this.figure;
    if (!figure) return [];
    const last = this.trial?.path?.at(-1);
    const found: { figure: Figure; hand: boolean }[] = [];
    if (last) found.push({ figure: { ...figure, ...last, id: figure.id, status: "on-table" }, hand: false });
    const held = this.held;
    if (!held) return found;
    const there = last && Math.hypot(last.x - held.x, last.y - held.y) < 300 && (!this.placing || last.facing === held.facing);
    if (!there) found.push({ figure: carried(figure, held.x, held.y, held.facing), hand: !!last });
    return found;
  }
}
