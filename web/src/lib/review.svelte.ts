/** Which decisions of a game that is over cost most: known where somebody has asked before, else looked for when that is wanted. */

import * as api from "./api";
import type { ToldReview, Words } from "./types";

const PAUSE = 900;

export class Reviewer {
  review = $state.raw<ToldReview | null>(null);
  /** Are they being looked for? How far that has come, in percent. */
  working = $state(false);
  percent = $state(0);
  /** Has the server said how things stand? */
  asked = $state(false);
  fault = $state.raw<Words | null>(null);
  private closed = false;

  constructor(
    private readonly game: string,
    private readonly token: string,
  ) {}

  /** See what is known; with `begin`, have them looked for and wait until they are found. */
  async open(begin: boolean): Promise<void> {
    this.working = begin;
    do {
      try {
        const found = await api.review(this.game, this.token, begin);
        this.percent = Math.floor((100 * found.done) / Math.max(1, found.of));
        this.review = found.review;
        this.working = !found.review && (begin || found.of > 0);
        this.asked = true;
      } catch (error) {
        if (!(error instanceof api.Refused)) throw error;
        if (!error.away && error.status !== 429) {
          this.fault = error.words;
          this.working = false;
        }
      }
      if (this.working) await new Promise((done) => setTimeout(done, PAUSE));
    } while (this.working && !this.closed);
  }

  close(): void {
    this.closed = true;
  }
}
