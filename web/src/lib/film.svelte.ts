/** The film of a game: its moments, the one that is shown, and the stage that plays what led from one to the next. Jumping is instant. */

import * as api from "./api";
import { beatsOf, type Beat } from "./beats";
import { standing } from "./session.svelte";
import { Stage } from "./stage.svelte";
import type { Ev, View } from "./types";

export class Film {
  readonly stage = new Stage();
  /** The moment that is shown. */
  page = $state.raw<api.Replayed | null>(null);
  /** What happened and still stands. */
  events = $state.raw<Ev[]>([]);
  /** Was it played what led to the moment that is shown? */
  played = $state(false);
  moments = $state.raw<number[]>([]);
  /** Is the game over? Then its luck may be told. */
  over = $state(false);
  index = $derived(this.moments.indexOf(this.page?.at ?? -1));
  view = $derived.by((): View | null => this.stage.scene ?? this.page?.state.view ?? null);

  private told: Ev[] = [];
  private readonly pages = new Map<number, api.Replayed>();
  /** How many times somebody wanted to go somewhere: whoever wants to go elsewhere meanwhile waits for nothing. */
  private wanted = 0;
  /** Where that leads which is being played. */
  private coming: api.Replayed | null = null;

  constructor(
    readonly game: string,
    readonly token: string,
  ) {}

  /** Open it at the moment of an event, or at its beginning. */
  async open(at: number): Promise<void> {
    this.told = await api.gameEvents(this.game, this.token, 0);
    const last = await this.fetch(null, false);
    this.events = standing(this.told);
    this.moments = last.moments;
    this.over = last.state.result !== null;
    await this.jump(Number.isNaN(at) ? (last.moments[0] ?? 0) : at);
  }

  close(): void {
    this.wanted += 1;
    this.coming = null;
    this.stage.stop();
  }

  /** Go to the last moment that is not after an event. */
  async jump(n: number): Promise<void> {
    const near = this.moments.reduce((best, one) => (one <= n && one > best ? one : best), this.moments[0] ?? n);
    const mine = ++this.wanted;
    this.skip();
    const page = this.pages.get(near) ?? (await this.fetch(near, false));
    if (mine === this.wanted) this.take(page, false);
  }

  /** Go one moment on, and see what happens on the way. */
  async on(): Promise<void> {
    const mine = ++this.wanted;
    this.skip();
    const next = this.moments[this.index + 1];
    if (next === undefined) return;
    const known = this.pages.get(next);
    const page = known && (known.steps || !this.stage.open) ? known : await this.fetch(next, this.stage.open);
    if (mine !== this.wanted) return;
    const beats = this.beats(page);
    this.coming = page;
    if (!beats.length || (await this.stage.play(beats, () => 0, () => undefined))) this.take(page, beats.length > 0);
  }

  async back(): Promise<void> {
    this.skip();
    if (this.index > 0) await this.jump(this.moments[this.index - 1]);
  }

  /** Show no more of what is being played: the table is as it became. */
  skip(): void {
    if (!this.coming) return;
    this.stage.stop();
    this.take(this.coming, true);
  }

  private take(page: api.Replayed, played: boolean): void {
    this.coming = null;
    this.page = page;
    this.played = played;
    this.stage.rest();
  }

  /** What is to be seen on the way to a page: nothing where something was taken back. */
  private beats(page: api.Replayed): Beat[] {
    const since = this.page?.at ?? 0;
    const fresh = this.told.filter((event) => event.n > since && event.n <= page.at);
    const view = this.page?.state.view;
    if (!this.stage.open || !view || !page.steps || fresh.some((event) => event.event === "undone")) return [];
    return beatsOf(view, fresh, page.steps);
  }

  private async fetch(n: number | null, steps: boolean): Promise<api.Replayed> {
    const page = await api.replayAt(this.game, this.token, n, steps);
    this.pages.set(page.at, page);
    return page;
  }
}
