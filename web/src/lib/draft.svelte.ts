/** Several figures put down at once: a listed answer whose places are changed before one commits. */

import { say } from "./prefs.svelte";
import type { Trials } from "./trials.svelte";
import type { Choice, Hand, Point, Wish } from "./types";

export class Draft {
  private hand = $state.raw<Hand | null>(null);
  private choice = $state.raw<Choice | null>(null);
  places = $state.raw<Point[]>([]);
  /** Those who are moved together. */
  chosen = $state.raw<Set<number>>(new Set());
  /** Has a hand changed what was listed? */
  private changed = false;

  constructor(private readonly trials: Trials) {}

  get open(): boolean {
    return this.choice !== null;
  }

  /** Whom it puts down, in the order of the places. */
  get figures(): number[] {
    return this.hand?.figures ?? [];
  }

  begin(choice: Choice, hand: Hand): void {
    this.choice = choice;
    this.hand = hand;
    this.places = choice.places ?? [];
    this.changed = false;
    this.ask(0);
  }

  cancel(): void {
    this.choice = null;
    this.hand = null;
    this.places = [];
    this.chosen = new Set();
  }

  /** These are moved together; or these as well. */
  choose(figures: Iterable<number>, more = false): void {
    this.chosen = new Set([...(more ? this.chosen : []), ...figures].filter((one) => this.figures.includes(one)));
  }

  /** Those who are moved together go so far. */
  shift(dx: number, dy: number, done: boolean): void {
    this.places = this.places.map(([x, y], i) => (this.chosen.has(this.figures[i]) ? [Math.round(x + dx), Math.round(y + dy)] : [x, y]));
    this.changed = true;
    this.ask(done ? 0 : 150);
  }

  move(figure: number, to: Point, done: boolean): void {
    const at = this.figures.indexOf(figure);
    if (at < 0) return;
    if (this.chosen.has(figure)) {
      this.shift(to[0] - this.places[at][0], to[1] - this.places[at][1], done);
      return;
    }
    this.places = this.places.map((one, i) => (i === at ? to : one));
    this.changed = true;
    this.ask(done ? 0 : 150);
  }

  get wish(): Wish {
    const places = this.places.map(([x, y], i): [number, number, number] => [this.figures[i] ?? -1, x, y]);
    return { kind: this.hand?.kind ?? "", figure: -1, set: { ...this.choice?.set }, places };
  }

  private ask(wait: number): void {
    this.trials.ask({ wish: this.wish }, say(this.changed ? this.hand?.words : this.choice?.text), wait);
  }
}
