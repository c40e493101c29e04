/** Several figures at once: who is to do it, and on whom. Given as one answer. */

import { fill, say } from "./prefs.svelte";
import type { Hand, Wish } from "./types";

export class Several {
  /** Who is to do it, with the target of each thing it does; -1 where there is none to choose, or for none. */
  pairs = $state.raw(new Map<number, number[]>());
  /** Those for whom the next target is meant. */
  chosen = $state.raw<Set<number>>(new Set());
  readonly able: Map<number, number[]>;
  /** What is proposed to begin with. */
  private readonly usual = new Map<number, number[]>();

  constructor(readonly hand: Hand) {
    this.able = new Map(hand.able ?? []);
    for (const [figure, target] of hand.usual ?? []) this.usual.set(figure, [...(this.usual.get(figure) ?? []), target]);
    this.propose();
  }

  may(figure: number): boolean {
    return this.able.has(figure);
  }

  /** Is there nothing to choose but the figure itself? */
  isPlain(figure: number): boolean {
    return this.able.get(figure)?.length === 0;
  }

  /** Those chosen who may aim at it; without a choice, nobody. */
  aiming(target: number): number[] {
    return this.hand.ways ? [] : [...this.chosen].filter((one) => this.able.get(one)?.includes(target));
  }

  /** These and nobody else are meant; or these as well, and one of them that was meant already no longer. */
  choose(figures: number[], more = false): void {
    const able = figures.filter((one) => this.able.get(one)?.length);
    if (!more) this.chosen = new Set(able);
    else if (able.length === 1 && this.chosen.has(able[0])) this.chosen = new Set([...this.chosen].filter((one) => one !== able[0]));
    else this.chosen = new Set([...this.chosen, ...able]);
  }

  /** The targets of a figure, one for each thing that it does. */
  targets(figure: number): number[] {
    return this.pairs.get(figure) ?? Array.from({ length: this.usual.get(figure)?.length ?? 1 }, () => -1);
  }

  /** Everything that a figure does is aimed there; or one thing of it. */
  put(figure: number, target: number | null, which: number | null = null): void {
    const next = new Map(this.pairs);
    const aims = this.targets(figure).map((one, i) => (which === null || which === i ? (target ?? -1) : one));
    if (target === null && aims.every((one) => one < 0)) next.delete(figure);
    else next.set(figure, aims);
    this.pairs = next;
  }

  /** Everybody who is chosen aims there; not any more, where they all do already. */
  aim(target: number): void {
    const figures = this.aiming(target);
    const all = figures.every((one) => this.targets(one).every((aim) => aim === target));
    for (const one of figures) this.put(one, all ? null : target);
  }

  /** Do it, or not after all. */
  flip(figure: number): void {
    this.put(figure, this.pairs.has(figure) ? null : -1);
  }

  propose(): void {
    this.pairs = new Map(this.usual);
  }

  clear(): void {
    this.pairs = new Map();
  }

  /** Is anything proposed that can be gone back to? */
  get proposes(): boolean {
    return this.usual.size > 0;
  }

  /** The next of a figure's ways; after the last one, none. */
  next(figure: number): void {
    const ways = this.able.get(figure) ?? [];
    const at = ways.indexOf(this.targets(figure)[0]);
    this.put(figure, ways[at + 1] ?? null);
  }

  get label(): string {
    const { none, go, words } = this.hand;
    return this.pairs.size ? fill(say(go ?? words), { n: this.pairs.size }) : say(none ?? words);
  }

  get wish(): Wish {
    const pairs = [...this.pairs].flatMap(([figure, targets]) => targets.map((target): [number, number] => [figure, target]));
    return { kind: this.hand.kind, figure: -1, pairs };
  }
}
