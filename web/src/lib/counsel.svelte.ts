/** What the computer would do in one's place: asked of the server when somebody wants to know, and forgotten when the game goes on. */

import * as api from "./api";
import type { Counsel as Found, Proposed, Words } from "./types";

export class Counsel {
  found = $state.raw<Found | null>(null);
  thinking = $state(false);
  /** Why nothing is advised. */
  fault = $state.raw<Words | null>(null);
  /** The proposal that is seen on the table. */
  shown = $state.raw<Proposed | null>(null);
  /** Which question it is about. */
  private asked = 0;

  constructor(
    readonly game: string,
    readonly token: string,
  ) {}

  /** Is there anything to be read? */
  get open(): boolean {
    return this.thinking || this.found !== null || this.fault !== null;
  }

  /** Forget everything: the game has gone on, or nobody wants to know any more. */
  reset(): void {
    this.asked++;
    this.found = null;
    this.thinking = false;
    this.fault = null;
    this.shown = null;
  }

  /** Ask, once for a decision. */
  async ask(): Promise<void> {
    if (this.thinking || this.found) return;
    this.reset();
    const { asked } = this;
    this.thinking = true;
    try {
      const found = await api.counsel(this.game, this.token);
      if (asked === this.asked) this.found = found;
    } catch (error) {
      if (!(error instanceof api.Refused)) throw error;
      if (asked === this.asked) this.fault = error.words;
    } finally {
      if (asked === this.asked) this.thinking = false;
    }
  }
}
