/** Several figures at once: who is to do it, and on whom. Given as one answer. */

import { fill, say } from "./prefs.svelte";
import type { Hand, Wish } from "./types";

export class Several {
  /** Who is to do it, with the target; -1 where there is none to choose. */
  pairs = $state.raw(new Map<number, number>());
  readonly able: Map<number, number[]>;

  constructor(readonly hand: Hand) {
    this.able = new Map(hand.able ?? []);
  }

  may(figure: number): boolean {
    return this.able.has(figure);
  }

  /** Is there nothing to choose but the figure itself? */
  isPlain(figure: number): boolean {
    return this.able.get(figure)?.length === 0;
  }

  mayAim(figure: number | null, target: number): boolean {
    return figure !== null && !this.hand.ways && (this.able.get(figure)?.includes(target) ?? false);
  }

  /** Whom a figure may aim at. */
  targets(figure: number | null): number[] {
    return this.hand.ways ? [] : (this.able.get(figure ?? -1) ?? []);
  }

  put(figure: number, target: number | null): void {
    const next = new Map(this.pairs);
    if (target === null) next.delete(figure);
    else next.set(figure, target);
    this.pairs = next;
  }

  /** Do it, or not after all. */
  flip(figure: number, target: number): void {
    this.put(figure, this.pairs.get(figure) === target ? null : target);
  }

  /** The next of a figure's ways; after the last one, none. */
  next(figure: number): void {
    const ways = this.able.get(figure) ?? [];
    const at = ways.indexOf(this.pairs.get(figure) ?? -1);
    this.put(figure, ways[at + 1] ?? null);
  }

  get label(): string {
    const { none, go, words } = this.hand;
    return this.pairs.size ? fill(say(go ?? words), { n: this.pairs.size }) : say(none ?? words);
  }

  get wish(): Wish {
    return { kind: this.hand.kind, figure: -1, pairs: [...this.pairs] };
  }
}
