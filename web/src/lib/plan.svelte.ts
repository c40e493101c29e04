/**
 * A figure in somebody's hand: placed, dragged, turned. What the hand wants goes to the server, as a wish or as a listed answer with
 * another place in it; what comes back is the way that the rules allow, its cost, and why it goes no farther. What one gesture came
 * to is settled when another begins; where a way bends, every click on the ground is one.
 */

import { Asker } from "./asker.svelte";
import { carried, full } from "./figures";
import { stepTo } from "./options";
import type { Answer, Choice, Control, Figure, Hand, Plain, Stand, Trial, Wish } from "./types";

export interface Held {
  x: number;
  y: number;
  facing: number;
}

/** A step that was settled: the answer that the next one goes on from, and where it led. */
interface Settled {
  answer: Answer;
  trial: Trial;
}

export class Plan {
  hand = $state.raw<Hand | null>(null);
  figure = $state.raw<Figure | null>(null);
  trial = $state.raw<Trial | null>(null);
  /** Where the hand holds it; the way may end before that. */
  held = $state.raw<Held | null>(null);
  /** A listed answer of which at most the place changes; without one the hand's wishes are sent. */
  private model: Choice | null = null;
  private set = $state.raw<Plain>({});
  private step = $state.raw<unknown[] | null>(null);
  /** A control whose change is the step at hand. */
  private changed = $state.raw<Plain | null>(null);
  private settled = $state.raw<Settled[]>([]);
  private gesture: "" | "drag" | "turn" = "";
  private readonly asker: Asker;

  constructor(game: string, token: string) {
    this.asker = new Asker(game, token, (trial) => (this.trial = trial));
  }

  /** Is what is known of a moment ago? */
  get asking(): boolean {
    return this.asker.asking;
  }

  get active(): boolean {
    return this.held !== null || this.step !== null || this.changed !== null || this.settled.length > 0;
  }

  get kind(): string {
    return this.hand?.kind ?? "";
  }

  get placing(): boolean {
    return this.hand?.gesture === "place";
  }

  /** Is it pointed out where something takes effect? The figure itself stays. */
  get aiming(): boolean {
    return this.hand?.gesture === "aim";
  }

  /** Is it turned where it stands? */
  get turning(): boolean {
    return this.hand?.gesture === "turn";
  }

  /** May it be put anywhere, or only where a listed answer goes? */
  get free(): boolean {
    return this.model === null || this.model.place !== undefined;
  }

  /** Is it known that this cannot be done? */
  get refused(): boolean {
    return !this.asking && !this.trial?.legal;
  }

  /** What the rules make of the last wish, once it is known. */
  async known(): Promise<Trial | null> {
    await this.asker.settled();
    return this.trial;
  }

  /** Take a figure in hand for a kind of answer; nothing is wished yet. */
  take(hand: Hand | null, figure: Figure | null, model: Choice | null = null): void {
    this.asker.forget();
    this.hand = hand;
    this.figure = hand && figure;
    this.model = model;
    this.trial = null;
    this.set = {};
    this.settled = [];
    this.drop();
  }

  /** Put it where a listed answer would. */
  follow(choice: Choice): void {
    if (!this.figure || choice.x === undefined || choice.y === undefined) return;
    this.set = { ...choice.set };
    this.held = { x: choice.x, y: choice.y, facing: choice.facing ?? this.figure.facing };
    this.ask();
  }

  /** Where it stands at the end of what is planned so far. */
  end(): Held {
    const last = this.trial?.path?.at(-1);
    if (last && !this.placing) return { x: last.x, y: last.y, facing: last.facing };
    return this.held ?? this.figure ?? { x: 0, y: 0, facing: 0 };
  }

  /** The hand carries it to a place, which may be that of a listed answer. */
  drag(x: number, y: number, listed: Choice | null = null): void {
    this.begin("drag");
    if (this.model && listed) this.model = listed;
    this.held = { x: Math.round(x), y: Math.round(y), facing: this.held?.facing ?? this.end().facing };
    this.ask();
  }

  /** The hand turns it. */
  turn(to: number): void {
    const here = this.held ?? this.end();
    this.begin("turn");
    this.held = { x: here.x, y: here.y, facing: full(to) };
    this.ask();
  }

  /** The hand turns it towards a place. */
  lookAt(x: number, y: number): void {
    const here = this.figure;
    if (here && (x !== here.x || y !== here.y)) this.turn((Math.atan2(y - here.y, x - here.x) * 18000) / Math.PI);
  }

  /** A step that is complete in itself. */
  add(step: unknown[]): void {
    this.settle();
    this.step = step;
    this.ask();
  }

  /** What a control stands at. */
  value(control: Control): string | number {
    const found = this.changed?.[control.id] ?? this.set[control.id] ?? this.trial?.path?.at(-1)?.set?.[control.id];
    return typeof found === "string" || typeof found === "number" ? found : control.usual;
  }

  change(control: Control, value: string | number): void {
    if (control.once) {
      this.settle();
      this.changed = { [control.id]: value };
    } else this.set = { ...this.set, [control.id]: value };
    if (this.active) this.ask();
  }

  /** May the way have way-points? */
  get bends(): boolean {
    return this.hand?.bends === true;
  }

  /** Has the way a way-point already? */
  get bent(): boolean {
    return this.bends && this.settled.length > 0;
  }

  /** Where the way ends now becomes a way-point; what is not allowed, or was cut short, does not. */
  async bend(): Promise<void> {
    await this.asker.settled();
    if (!this.bends || !this.trial?.legal || this.trial.stopped) return;
    this.settle();
    this.set = {};
  }

  /** Take the last step back. */
  back(): void {
    const last = this.unsettled() ? this.settled.at(-1) : this.settled.at(-2);
    if (!this.unsettled()) this.settled = this.settled.slice(0, -1);
    this.drop();
    this.trial = last?.trial ?? null;
  }

  private unsettled(): boolean {
    return this.gesture !== "" || this.step !== null || this.changed !== null;
  }

  private begin(gesture: "drag" | "turn"): void {
    if (this.placing || this.aiming || this.gesture === gesture) return;
    const held = this.held;
    this.settle();
    this.held = held;
    this.gesture = gesture;
  }

  /** What the last gesture came to stands; the next one goes on from there. */
  private settle(): void {
    const trial = this.trial;
    if (!this.model && this.unsettled() && trial?.legal && trial.path) this.settled = [...this.settled, { answer: trial.answer, trial }];
    this.drop();
  }

  private drop(): void {
    this.gesture = "";
    this.held = null;
    this.step = null;
    this.changed = null;
  }

  private ask(): void {
    this.asker.ask(this.model ? { answer: stepTo(this.model, this.end().x, this.end().y) } : { wish: this.wished() });
  }

  private wished(): Wish {
    const wish: Wish = { kind: this.kind, figure: this.figure?.id ?? -1, set: { ...this.set, ...this.changed } };
    if (this.placing || this.aiming) return { ...wish, ...this.place(this.end()), facing: this.end().facing };
    const before = this.settled.at(-1);
    if (before) wish.before = before.answer;
    if (this.step) wish.step = this.step;
    else if (this.gesture === "turn" && this.held) wish.facing = this.held.facing;
    else if (this.held) Object.assign(wish, this.place(this.held));
    return wish;
  }

  private place({ x, y }: Held): { x: number; y: number } {
    return { x, y };
  }

  /** The figure as it would stand, for the drawing; and as the hand holds it, where that is somewhere else. */
  ghosts(): { figure: Figure; hand: boolean }[] {
    const figure = this.figure;
    if (!figure || this.aiming) return [];
    const last = this.trial?.path?.at(-1);
    const found: { figure: Figure; hand: boolean }[] = [];
    if (last) found.push({ figure: stood(figure, last), hand: false });
    const held = this.held;
    if (!held) return found;
    const there = last && Math.hypot(last.x - held.x, last.y - held.y) < 300 && (!this.placing || last.facing === held.facing);
    if (!there) found.push({ figure: carried(figure, held.x, held.y, held.facing), hand: !!last });
    return found;
  }
}

/** The figure as it stands after a step. */
export function stood(figure: Figure, { x, y, facing, outline, bases }: Stand): Figure {
  return { ...figure, x, y, facing, outline, bases, state: "table" };
}
