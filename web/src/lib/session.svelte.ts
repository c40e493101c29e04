/** A seat at a game: its state as the server tells it, kept current over a WebSocket that resumes after any gap. */

import * as api from "./api";
import { Refused } from "./api";
import { beatsOf, type Beat } from "./beats";
import { stale } from "./fresh";
import { Stage } from "./stage.svelte";
import type { Answer, Change, Ev, GameState, Line, View, Words } from "./types";

interface News {
  events: Ev[];
  steps: Change[];
  state: GameState | null;
}

/** What a player should know that is no part of the game. */
export type Notice = "elsewhere" | "back" | "stale";

const RETRY = [300, 800, 2000, 4000];

export class Session {
  /** Plays what happens, and holds the picture while it does. */
  readonly stage = new Stage();
  /** The game as it stands, as far as it has been shown. */
  real = $state.raw<GameState | null>(null);
  events = $state.raw<Ev[]>([]);
  /** What was said at the table. */
  lines = $state.raw<Line[]>([]);
  notice = $state<Notice | null>(null);
  online = $state(false);
  busy = $state(false);
  error = $state.raw<{ words: Words; rule: string | null } | null>(null);
  /** The game or the seat does not exist (any more). */
  lost = $state.raw<Words | null>(null);

  private socket: WebSocket | null = null;
  private closed = false;
  private failures = 0;
  private queue: News[] = [];
  private showing = false;
  /** Was the connection lost since the game was opened? */
  private broken = false;

  constructor(
    readonly game: string,
    readonly token: string,
  ) {}

  /** What is shown: while deeds are played, or looked back at, the table is as it was then. */
  state = $derived.by((): GameState | null => (this.real && this.stage.scene ? { ...this.real, view: this.stage.scene } : this.real));

  /** The last that the server has told us of, shown or not. */
  private get last(): GameState | null {
    return this.queue.findLast((news) => news.state)?.state ?? this.real;
  }

  /** The version of that. */
  private get told(): number {
    return this.last?.version ?? 0;
  }

  /** Is it this seat's move once all is shown? */
  get awaited(): boolean {
    return this.last?.due?.mine === true;
  }

  async open(): Promise<void> {
    try {
      const state = await api.gameState(this.game, this.token);
      const found = await api.gameEvents(this.game, this.token, 0);
      if (this.closed) return;
      this.events = found;
      this.real = state;
      this.connect();
    } catch (error) {
      if (this.closed) return;
      if (error instanceof Refused && !error.away && error.status !== 429) this.lost = error.words;
      else this.later(() => void this.open());
    }
  }

  close(): void {
    this.closed = true;
    this.stage.stop();
    this.socket?.close();
  }

  private later(again: () => void): void {
    const wait = RETRY[Math.min(this.failures, RETRY.length - 1)];
    this.failures += 1;
    setTimeout(() => {
      if (!this.closed) again();
    }, wait);
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const address = `${scheme}://${location.host}/api/games/${this.game}/live?after=${this.told}`;
    // The token travels in a header: addresses are written down on the way.
    const socket = new WebSocket(address, ["escarmouche", `seat.${this.token}`]);
    this.socket = socket;
    socket.onopen = () => {
      this.online = true;
      this.failures = 0;
      if (this.broken) void this.returned();
    };
    socket.onmessage = (message) => this.hear(String(message.data));
    socket.onclose = (event) => {
      this.online = false;
      this.broken = true;
      if (event.code >= 4401 && event.code <= 4404) void this.open();
      else if (!this.closed) this.later(() => this.connect());
    };
  }

  private hear(data: string): void {
    const message = JSON.parse(data) as { type: string; state?: GameState; events?: Ev[]; steps?: Change[]; lines?: Line[]; error?: Words };
    if (message.type === "fault" && message.error) {
      this.lost = message.error;
      this.close();
    }
    if (message.type === "chat") {
      const known = this.lines.at(-1)?.n ?? 0;
      this.lines = [...this.lines, ...(message.lines ?? []).filter((line) => line.n > known)];
    }
    if (message.type === "hello" || message.type === "events") {
      this.learn({ events: message.events ?? [], steps: message.steps ?? [], state: message.state ?? null });
    }
  }

  /** The connection is there again: say so, and whether the page itself is an old one by now. */
  private async returned(): Promise<void> {
    this.broken = false;
    this.notice = (await stale()) ? "stale" : "back";
  }

  /** Take in what has happened: it is shown, then the game goes on. */
  private learn(news: News): void {
    const known = Math.max(this.events.at(-1)?.n ?? -1, ...this.queue.map((one) => one.events.at(-1)?.n ?? -1));
    const own = news.events.some((event) => event.n > known && (event.event === "chosen" || event.event === "undone") && event.seat === this.real?.seat);
    if (own && !this.busy && this.real?.view && this.real.seat >= 0) this.notice = "elsewhere";
    this.queue.push(news);
    if (!this.showing) void this.show();
  }

  private async show(): Promise<void> {
    this.showing = true;
    for (let news = this.queue[0]; news; news = this.queue[0]) {
      const beats = this.stage.open ? this.beats(news) : [];
      if (beats.length) {
        const whole = await this.stage.play(beats, () => this.queue.length - 1, (beat) => this.note(beat.events));
        if (!whole) return;
      }
      if (this.closed) return;
      this.take(news);
      this.stage.settle();
      this.queue.shift();
    }
    this.showing = false;
    this.stage.rest();
  }

  /** What is to be shown of news: nothing of what is known, of what was taken back, or of a game that is only just opened. */
  private beats(news: News): Beat[] {
    const known = this.events.at(-1)?.n ?? -1;
    const fresh = news.events.filter((event) => event.n > known);
    const view: View | null | undefined = this.real?.view;
    if (!view || !fresh.length || fresh.some((event) => event.event === "undone")) return [];
    const beats = beatsOf(view, fresh, news.steps.filter((step) => step.n > known));
    // Real dice lie before those who have thrown them.
    return this.real?.dice.kind === "manual" ? beats.map((beat) => ({ ...beat, rolls: [] })) : beats;
  }

  private note(events: Ev[]): void {
    const known = this.events.at(-1)?.n ?? -1;
    const fresh = events.filter((event) => event.n > known);
    if (fresh.length) this.events = [...this.events, ...fresh];
  }

  /** The game is where the news say. */
  private take(news: News): void {
    const back = news.events.findLast((event) => event.event === "undone");
    if (back) this.stage.forget(back.to ?? 0);
    this.note(news.events);
    if (news.state && news.state.version >= (this.real?.version ?? 0)) this.real = news.state;
  }

  /** Show no more of what waits: the game is where it is, at once. */
  skip(): void {
    if (!this.showing) {
      this.stage.now();
      return;
    }
    this.stage.stop();
    for (const news of this.queue) {
      this.stage.keep(this.beats(news));
      this.take(news);
    }
    this.queue = [];
    this.showing = false;
  }

  /** Give an answer. What the server refuses is said, and nothing has changed. */
  async answer(answer: Answer): Promise<boolean> {
    const state = this.real;
    if (!state || this.busy) return false;
    this.busy = true;
    this.error = null;
    this.notice = null;
    try {
      const told = await api.answerGame(this.game, this.token, answer, state.version, (error) => (this.error = { words: error.words, rule: null }));
      this.error = null;
      this.learn({ events: told.events ?? [], steps: told.steps ?? [], state: told.state ?? null });
      return true;
    } catch (error) {
      await this.complain(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  async undo(): Promise<void> {
    this.busy = true;
    this.error = null;
    this.notice = null;
    try {
      const told = await api.undo(this.game, this.token, this.real?.version ?? 0);
      this.learn({ events: told.events ?? [], steps: told.steps ?? [], state: told.state ?? null });
    } catch (error) {
      await this.complain(error);
    } finally {
      this.busy = false;
    }
  }

  private async complain(error: unknown): Promise<void> {
    if (!(error instanceof Refused)) throw error;
    this.error = { words: error.words, rule: error.rule };
    if (error.status === 409) await this.reload();
  }

  private async reload(): Promise<void> {
    const state = await api.gameState(this.game, this.token);
    const found = await api.gameEvents(this.game, this.token, 0);
    this.stage.stop();
    this.queue = [];
    this.showing = false;
    this.events = found;
    this.real = state;
  }
}

/** The events that still stand: what was taken back is left out, and so are the words that took it back. */
export function standing(events: Ev[]): Ev[] {
  const kept: Ev[] = [];
  for (const event of events) {
    if (event.event === "undone") while (kept.length && kept[kept.length - 1].n > (event.to ?? 0)) kept.pop();
    else kept.push(event);
  }
  return kept;
}
