/** The luck of a game that is over, asked for until the server has worked it out. */

import * as api from "./api";
import type { Luck, Words } from "./types";

const PAUSE = 700;

export class FortuneTeller {
  luck = $state.raw<Luck | null>(null);
  /** How far the work has come, in percent. */
  percent = $state(0);
  fault = $state.raw<Words | null>(null);
  private closed = false;

  constructor(
    private readonly game: string,
    private readonly token: string,
  ) {}

  async open(): Promise<void> {
    while (!this.closed && !this.luck) {
      try {
        const found = await api.fortune(this.game, this.token);
        this.percent = Math.floor((100 * found.done) / Math.max(1, found.of));
        this.luck = found.luck;
      } catch (error) {
        if (!(error instanceof api.Refused)) throw error;
        if (!error.away && error.status !== 429) {
          this.fault = error.words;
          return;
        }
      }
      if (!this.luck) await new Promise((done) => setTimeout(done, PAUSE));
    }
  }

  close(): void {
    this.closed = true;
  }
}
