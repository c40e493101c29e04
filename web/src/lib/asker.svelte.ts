/** Asks the server what would come of the latest wish: while one is on its way, only the last after it counts. */

import * as api from "./api";
import type { Trial } from "./types";

export class Asker {
  /** Is an answer of the rules on its way? What is known is then of a moment ago. */
  asking = $state(false);
  private wanted: api.Tried | null = null;
  private again = false;
  private pause = 0;
  private told: Promise<void> = Promise.resolve();
  private serial = 0;

  constructor(
    readonly game: string,
    readonly token: string,
    private readonly hear: (trial: Trial) => void,
  ) {}

  /** With a `pause`, that many milliseconds pass before the next question. */
  ask(wanted: api.Tried, pause = 0): void {
    this.wanted = wanted;
    this.pause = pause;
    if (this.asking) this.again = true;
    else this.told = this.fetch();
  }

  /** What is on its way is no longer wanted. */
  forget(): void {
    this.serial += 1;
    this.again = false;
  }

  /** Everything that was asked is answered. */
  async settled(): Promise<void> {
    await this.told;
  }

  private async fetch(): Promise<void> {
    this.asking = true;
    try {
      do {
        const [wanted, serial] = [this.wanted!, this.serial];
        this.again = false;
        const found = await api.tried(this.game, this.token, wanted);
        if (serial === this.serial) this.hear("answer" in wanted ? { ...found, answer: wanted.answer } : found);
        if (this.again && this.pause) await new Promise((wake) => setTimeout(wake, this.pause));
      } while (this.again);
    } finally {
      this.asking = false;
    }
  }
}
