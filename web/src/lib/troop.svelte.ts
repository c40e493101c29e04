/** Several figures that go together as they stand: who, and how far; the rules judge each of them. */

import { Asker } from "./asker.svelte";
import type { Figure, Hand, Point, Trial, Wish } from "./types";

/** For each of them so many milliseconds are left between two questions while the hand moves: the page and the server have to draw and judge them. */
const EACH = 2;

export class Troop {
  chosen = $state.raw<Set<number>>(new Set());
  /** How far they go. */
  by = $state.raw<Point>([0, 0]);
  trial = $state.raw<Trial | null>(null);
  readonly asker: Asker;
  private readonly able: Set<number>;

  constructor(
    game: string,
    token: string,
    readonly hand: Hand,
  ) {
    this.able = new Set(hand.figures ?? []);
    this.asker = new Asker(game, token, (trial) => (this.trial = trial));
  }

  get figures(): number[] {
    return [...this.able];
  }

  active = $derived.by(() => this.chosen.size > 0 && (this.by[0] !== 0 || this.by[1] !== 0));

  /** Is it known that they cannot go there? */
  get refused(): boolean {
    return !this.asker.asking && !this.trial?.legal;
  }

  may(figure: number): boolean {
    return this.able.has(figure);
  }

  /** These and nobody else. */
  choose(figures: Iterable<number>): void {
    this.chosen = new Set([...figures].filter((one) => this.able.has(one)));
    this.stay();
  }

  /** These as well. */
  add(figures: Iterable<number>): void {
    this.choose([...this.chosen, ...figures]);
  }

  /** This one as well, or not any more. */
  flip(figure: number): void {
    if (this.chosen.has(figure)) this.choose([...this.chosen].filter((one) => one !== figure));
    else this.add([figure]);
  }

  /** They stay where they are. */
  stay(): void {
    this.by = [0, 0];
    this.trial = null;
    this.asker.forget();
  }

  go(dx: number, dy: number): void {
    this.by = [Math.round(dx), Math.round(dy)];
    if (this.active) this.asker.ask({ wish: this.wish }, this.chosen.size * EACH);
    else this.stay();
  }

  async known(): Promise<Trial | null> {
    await this.asker.settled();
    return this.trial;
  }

  get wish(): Wish {
    return { kind: this.hand.kind, figure: -1, figures: [...this.chosen], dx: this.by[0], dy: this.by[1] };
  }

  /** Those whom the rules keep where they are, as far as that is known: while the hand moves on, of a moment ago. */
  kept = $derived.by((): Set<number> => {
    const { trial } = this;
    const going = new Set(trial?.legal ? trial.places?.map(([id]) => id) : []);
    return new Set(trial ? [...this.chosen].filter((id) => !going.has(id)) : []);
  });

  /** They as they stand now. */
  members(byId: Map<number, Figure>): Figure[] {
    return [...this.chosen].flatMap((id) => byId.get(id) ?? []);
  }
}
