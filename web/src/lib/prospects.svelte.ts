/** What a figure could do to whom, and why it cannot do the rest: asked of the server once for a decision, when it is wanted. */

import * as api from "./api";
import type { Prospect, Prospects as Found, Reason, Sight } from "./types";

export class Prospects {
  /** What is known of the figure that was asked for last. */
  found = $state.raw<Found | null>(null);
  reasons = $state.raw<Reason[] | null>(null);
  private wanted: number | null = null;
  private known = new Map<number, Promise<Found | null>>();
  private why = new Map<number, Promise<Reason[] | null>>();

  constructor(
    readonly game: string,
    readonly token: string,
  ) {}

  /** Forget everything: the game has gone on. */
  reset(): void {
    this.known.clear();
    this.why.clear();
    this.wanted = null;
    this.found = null;
    this.reasons = null;
  }

  byTarget = $derived.by(() => new Map<number, Prospect>(this.found?.found.map((one) => [one.target, one])));

  /** What this figure could do is wanted; with -1, what anybody could who may be chosen. */
  async about(figure: number): Promise<void> {
    if (figure !== this.wanted) {
      this.wanted = figure;
      this.found = null;
      this.reasons = null;
    }
    if (this.found) return;
    const { known } = this;
    if (!known.has(figure)) known.set(figure, asked(api.prospects(this.game, this.token, figure)));
    const found = (await known.get(figure)) ?? null;
    if (this.wanted === figure && known.has(figure)) this.found = found;
  }

  /** Does one figure see another? */
  sees(figure: number, other: number): Promise<Sight | null> {
    return asked(api.sight(this.game, this.token, figure, other));
  }

  /** Why the figure that was asked for last cannot do more. */
  async explain(): Promise<Reason[]> {
    const { wanted, why } = this;
    if (wanted === null || wanted < 0) return [];
    if (!why.has(wanted)) why.set(wanted, asked(api.whynot(this.game, this.token, wanted)));
    const found = (await why.get(wanted)) ?? [];
    if (this.wanted === wanted && why.has(wanted)) this.reasons = found;
    return found;
  }
}

/** What the server says; nothing where it refuses, as when the game has gone on meanwhile. */
async function asked<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof api.Refused)) throw error;
    return null;
  }
}
