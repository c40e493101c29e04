/** A seat at a game: its state as the server tells it, kept current over a WebSocket that resumes after any gap. */

import * as api from "./api";
import { Refused } from "./api";
import { prefs } from "./prefs.svelte";
import type { Answer, Ev, GameState, Words } from "./types";

interface News {
  events: Ev[];
  state: GameState | null;
}

/** How long a roll is shown, in milliseconds. */
const SHOWN = { slow: 1100, fast: 420, off: 0 };
const RETRY = [300, 800, 2000, 4000];

export class Session {
  state = $state.raw<GameState | null>(null);
  events = $state.raw<Ev[]>([]);
  /** The roll that is being shown, if any. */
  roll = $state.raw<Ev | null>(null);
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
  private hurry: (() => void) | null = null;

  constructor(
    readonly game: string,
    readonly token: string,
  ) {}

  /** The version that the server has told us of, shown or not. */
  private get told(): number {
    const last = this.queue.findLast((news) => news.state)?.state ?? this.state;
    return last?.version ?? 0;
  }

  async open(): Promise<void> {
    try {
      const state = await api.gameState(this.game, this.token);
      const found = await api.gameEvents(this.game, this.token, 0);
      if (this.closed) return;
      this.events = found;
      this.state = state;
      this.connect();
    } catch (error) {
      if (this.closed) return;
      if (error instanceof Refused && !error.away && error.status !== 429) this.lost = error.words;
      else this.later(() => void this.open());
    }
  }

  close(): void {
    this.closed = true;
    this.hurry?.();
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
    };
    socket.onmessage = (message) => this.hear(String(message.data));
    socket.onclose = (event) => {
      this.online = false;
      if (event.code >= 4401 && event.code <= 4404) void this.open();
      else if (!this.closed) this.later(() => this.connect());
    };
  }

  private hear(data: string): void {
    const message = JSON.parse(data) as { type: string; state?: GameState; events?: Ev[]; error?: Words };
    if (message.type === "fault" && message.error) {
      this.lost = message.error;
      this.close();
    }
    if (message.type === "hello" || message.type === "events") {
      this.learn({ events: message.events ?? [], state: message.state ?? null });
    }
  }

  /** Take in what has happened: rolls are shown first, then the table changes. */
  private learn(news: News): void {
    this.queue.push(news);
    if (!this.showing) void this.show();
  }

  private async show(): Promise<void> {
    this.showing = true;
    for (let news = this.queue[0]; news; news = this.queue[0]) {
      const known = this.events.at(-1)?.n ?? -1;
      const fresh = news.events.filter((event) => event.n > known);
      if (fresh.length && this.state) await this.showDice(fresh);
      if (this.closed) return;
      if (fresh.length) this.events = [...this.events, ...fresh];
      if (news.state && news.state.version >= (this.state?.version ?? 0)) this.state = news.state;
      this.queue.shift();
    }
    this.showing = false;
  }

  private async showDice(events: Ev[]): Promise<void> {
    const rolls = events.filter((event) => event.event === "rolled" && event.faces?.length);
    let time = SHOWN[prefs.dice];
    if (!time || document.hidden) return;
    // Many rolls at once (a bot's turn) share a few seconds.
    time = Math.min(time, 5000 / Math.max(1, rolls.length + 3 * this.queue.length));
    for (const roll of rolls) {
      let skipped = false;
      this.roll = roll;
      await new Promise<void>((done) => {
        const timer = setTimeout(done, time);
        this.hurry = () => {
          skipped = true;
          clearTimeout(timer);
          done();
        };
      });
      this.hurry = null;
      if (skipped) break;
    }
    this.roll = null;
  }

  /** Show the rest of the dice no longer. */
  skip(): void {
    this.hurry?.();
  }

  /** Give an answer. What the server refuses is said, and nothing has changed. */
  async answer(answer: Answer): Promise<boolean> {
    const state = this.state;
    if (!state || this.busy) return false;
    this.busy = true;
    this.error = null;
    try {
      const told = await api.answerGame(this.game, this.token, answer, state.version);
      this.learn({ events: told.events ?? [], state: told.state ?? null });
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
    try {
      const told = await api.undo(this.game, this.token, this.state?.version ?? 0);
      this.learn({ events: told.events ?? [], state: told.state ?? null });
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
    this.events = found;
    this.state = state;
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
