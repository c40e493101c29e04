/** What answers would lead to, asked of the server and remembered until the game goes on. */

import * as api from "./api";
import type { Trial } from "./types";

export class Trials {
  current = $state.raw<Trial | null>(null);
  /** What the trial shown is about, in words. */
  title = $state("");
  private known = new Map<string, Trial>();
  private wanted = "";
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly game: string,
    readonly token: string,
  ) {}

  /** Forget everything: the game has gone on. */
  reset(): void {
    this.known.clear();
    this.wanted = "";
    this.current = null;
    this.title = "";
    clearTimeout(this.timer);
  }

  /** Ask after a short wait, so that passing over many options asks for few. */
  ask(asked: api.Tried, title: string, wait = 90): void {
    const key = JSON.stringify(asked);
    this.wanted = key;
    this.title = title;
    clearTimeout(this.timer);
    const known = this.known.get(key);
    this.current = known ?? null;
    if (!known) this.timer = setTimeout(() => void this.fetch(key, asked), wait);
  }

  private async fetch(key: string, asked: api.Tried): Promise<void> {
    const trial = await api.tried(this.game, this.token, asked);
    this.known.set(key, trial);
    if (this.wanted === key) this.current = trial;
  }
}
