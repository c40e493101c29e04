/** The coach of a lesson: which of its steps is for now, and which are done. What is done is kept in this browser. */

import * as api from "./api";
import type { Advice } from "./types";

const KEY = "escarmouche.lessons";

function stored(game: string): string[] {
  try {
    const found = (JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown>)[game];
    return Array.isArray(found) ? found.filter((one): one is string => typeof one === "string") : [];
  } catch {
    return [];
  }
}

function keep(game: string, done: string[]): void {
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown>;
    // The last few lessons are enough: an older one is begun anew.
    const recent = Object.entries({ ...all, [game]: done }).slice(-8);
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(recent)));
  } catch {
    /* Without storage a step may come up twice. */
  }
}

/** Everything that comes is left unsaid. */
const SILENT = "*";

export class Coach {
  advice = $state.raw<Advice | null>(null);
  private done: string[];
  private asked = -1;

  constructor(
    readonly game: string,
    readonly token: string,
  ) {
    this.done = stored(game);
  }

  /** Does the pupil want to hear no more? */
  get silent(): boolean {
    return this.done.includes(SILENT);
  }

  /** Ask what is for now, once for each version of the game; what was shown before is done with the answer. */
  async ask(version: number): Promise<void> {
    if (this.silent || version === this.asked) return;
    if (this.advice && this.asked >= 0) this.finish(this.advice.id);
    this.asked = version;
    await this.fetch();
  }

  private async fetch(): Promise<void> {
    const asked = this.asked;
    try {
      const found = await api.advice(this.game, this.token, this.done);
      if (asked === this.asked) this.advice = found;
    } catch (error) {
      if (!(error instanceof api.Refused)) throw error;
    }
  }

  private finish(id: string): void {
    this.done = [...this.done, id];
    keep(this.game, this.done);
    this.advice = null;
  }

  /** The step has been read: on to the next, if one is for now. */
  async next(): Promise<void> {
    if (!this.advice) return;
    this.finish(this.advice.id);
    await this.fetch();
  }

  /** No more of this lesson. */
  leave(): void {
    this.finish(SILENT);
  }
}
