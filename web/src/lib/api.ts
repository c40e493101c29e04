/** Talking to the server: one function a request, and errors that carry a sentence in both languages. */

import type { Advice, Answer, Army, Change, Counsel, Ev, Fault, Figure, Fortune, GameState, Lang, Outcome, Point, Prospects, Reason, Reviewed, RulePage, RuleTitle, SeatShown, Sight, SystemInfo, Trait, Trial, View, Wish, Words } from "./types";

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly words: Words,
    readonly rule: string | null,
  ) {
    super(words.en);
  }

  /** Is the server merely away for a moment? */
  get away(): boolean {
    return AWAY.has(this.status);
  }
}

const AWAY = new Set([0, 502, 503, 504]);

const BROKEN: Words = {
  en: "The server does not answer: check that it runs, then try again.",
  fr: "Le serveur ne répond pas : vérifiez qu’il tourne, puis réessayez.",
};

/** The reason a refusal gives, whatever its shape. */
function reason(body: unknown, status: number): { words: Words; rule: string | null } {
  const error = (body as { error?: { en?: string; fr?: string; rule?: string } } | null)?.error;
  if (error?.en) return { words: { en: error.en, fr: error.fr ?? error.en }, rule: error.rule ?? null };
  return {
    words: { en: `The server refused this (${status}).`, fr: `Le serveur a refusé (${status}).` },
    rule: null,
  };
}

/** How far the server's clock is ahead of ours, in milliseconds, as far as that can be told. */
let ahead = 0;

export const skew = (): number => ahead;

async function send(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { ...init, cache: "no-store" });
  } catch {
    throw new Refused(0, BROKEN, null);
  }
  const date = Date.parse(response.headers.get("date") ?? "");
  if (!Number.isNaN(date)) ahead = Math.abs(date - Date.now()) > 2000 ? date - Date.now() : 0;
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => null);
    const why = reason(body, response.status);
    throw new Refused(response.status, why.words, why.rule);
  }
  return response;
}

function headers(token?: string | null, json = false): Record<string, string> {
  return {
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(json ? { "Content-Type": "application/json" } : {}),
  };
}

export async function get<T>(path: string, token?: string | null): Promise<T> {
  return (await send(`/api${path}`, { headers: headers(token) })).json() as Promise<T>;
}

export async function post<T>(path: string, body: unknown, token?: string | null): Promise<T> {
  const init = { method: "POST", headers: headers(token, true), body: JSON.stringify(body) };
  return (await send(`/api${path}`, init)).json() as Promise<T>;
}

// ------------------------------------------------------------ content

let systemsOnce: Promise<SystemInfo[]> | null = null;

/** The systems there are; asked for once. */
export function systems(): Promise<SystemInfo[]> {
  systemsOnce ??= get<SystemInfo[]>("/systems").catch((error: unknown) => {
    systemsOnce = null;
    throw error;
  });
  return systemsOnce;
}

export interface ProfileRow {
  id: string;
  /** The cells of a list, by language. */
  cells: Record<Lang, Record<string, string>>;
  /** The list that it stands in, and what it costs. */
  list: string;
  points: number | null;
  icon: string;
  traits: Trait[];
}

export const profiles = (system: string) => get<ProfileRow[]>(`/systems/${system}/profiles`);

export const rules = (system: string, query: string, lang: string) =>
  get<RuleTitle[]>(`/systems/${system}/rules?q=${encodeURIComponent(query)}&lang=${lang}`);

export const introduction = (system: string, lang: string) => get<{ title: string; text: string }[]>(`/systems/${system}/introduction?lang=${lang}`);

/** What one looks up in the middle of a battle. */
export const reference = (system: string, lang: string) => get<RulePage[]>(`/systems/${system}/reference?lang=${lang}`);

const titlesOnce = new Map<string, Promise<Map<string, string>>>();

/** The titles of a book's rules by id, asked for once; without them ids must do. */
export function titles(system: string, lang: string): Promise<Map<string, string>> {
  const key = `${system} ${lang}`;
  let found = titlesOnce.get(key);
  if (!found) {
    found = rules(system, "", lang).then(
      (list) => new Map(list.map((one) => [one.id, one.title])),
      () => {
        titlesOnce.delete(key);
        return new Map<string, string>();
      },
    );
    titlesOnce.set(key, found);
  }
  return found;
}

export const rule = (system: string, id: string, lang: string) =>
  get<RulePage>(`/systems/${system}/rules/${encodeURIComponent(id)}?lang=${lang}`);

/** The opening of a battle between two agents: the table, and step by step the figures that have changed. */
export interface Showcase {
  system: string;
  view: View;
  steps: Figure[][];
}

const showcases = new Map<string, Promise<Showcase>>();

/** The same battle as long as the page is open. */
export function showcase(system: string): Promise<Showcase> {
  const found = showcases.get(system) ?? get<Showcase>(`/systems/${system}/showcase`);
  showcases.set(system, found);
  found.catch(() => showcases.delete(system));
  return found;
}

// ------------------------------------------------------------ armies

export interface Sheet {
  fields: Record<string, string>;
  parts: { title: string; columns: string[]; rows: string[][]; numbers?: number[] }[];
}

export interface Checked {
  /** What the entries of each kind cost, in their order. */
  entries?: Record<string, (number | null)[]>;
  valid: boolean;
  faults: Fault[];
  points: number | null;
  /** What it may cost; 0 where nothing is agreed. */
  limit?: number;
  /** What each entry costs, by the kinds of entries. */
  prices: Record<string, number[]> | null;
  sheet: { en: Sheet; fr: Sheet } | null;
}

export const checkArmy = (system: string, army: Army) => post<Checked>("/armies/check", { system, army });

/** The figures of a legal army as they would stand in a battle. */
export const cards = (system: string, army: Army) => post<{ figures: Figure[]; traits: Trait[] }>("/armies/cards", { system, army });

export const priceProfile = (system: string, profile: unknown) =>
  post<{ points: number }>("/armies/price", { system, profile });

export const parseArmy = (text: string) => post<{ army: Army }>("/armies/parse", { text });

export const writeArmy = (army: Army) => post<{ text: string }>("/armies/toml", { army });

// ------------------------------------------------------------ games

export interface SeatAsked {
  kind: "here" | "link" | "bot";
  agent?: string;
  playouts?: number;
  name?: string;
  /** What the army may cost that a guest brings. */
  brings?: number;
}

export interface GameAsked {
  system: string;
  scenario?: string;
  armies?: (string | Army | null)[];
  options?: Record<string, unknown>;
  seed?: number | string;
  seats?: SeatAsked[];
  quick?: boolean;
  lesson?: string;
  salted?: boolean;
  /** May spectators only listen? */
  hushed?: boolean;
  /** Seconds for everybody, seconds more with every answer; may the opponent claim the game when they are out? */
  clock?: { seconds: number; increment: number; loses: boolean };
}

export interface GameMade {
  game: string;
  system: string;
  scenario: string;
  seats: { seat: number; kind: string; token: string | null; url: string | null }[];
  spectator: { token: string; url: string };
}

/** The table of a game that could begin, or why it could not. */
export const preview = (asked: GameAsked) =>
  post<{ system: string; scenario: string; seed: number | string; view: View }>("/preview", asked);

export const makeGame = (asked: GameAsked) => post<GameMade>("/games", asked);

export const gameState = (game: string, token: string) => get<GameState>(`/games/${game}`, token);

export const gameEvents = (game: string, token: string, after: number) =>
  get<Ev[]>(`/games/${game}/events?after=${after}`, token);

export interface Answered {
  version: number;
  events: Ev[];
  steps: Change[];
  state: GameState;
}

/** How often an answer is sent again to a server that is away: for about half a minute. */
const AGAIN = 20;

/** Give an answer. It has a name of its own, so that sending it again after a lost reply changes nothing; `wait` hears what a
 * server says that cannot take it for the moment. */
export async function answerGame(game: string, token: string, answer: Answer, after: number, wait: (error: Refused) => void): Promise<Answered> {
  const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`;
  const give = () => post<Answered>(`/games/${game}/answer`, { answer, after, id }, token);
  for (let attempt = 0; ; attempt++) {
    try {
      return await give();
    } catch (error) {
      if (!(error instanceof Refused) || !error.away || attempt >= AGAIN) throw error;
      if (error.status) wait(error);
      await new Promise((done) => setTimeout(done, Math.min(1500, 400 * (attempt + 1))));
    }
  }
}

/** An answer, or what a hand wishes, of which the rules make an answer. */
export type Tried = { answer: Answer } | { wish: Wish };

/** What would come of it; a refusal is a trial that is not legal. */
export async function tried(game: string, token: string, asked: Tried): Promise<Trial> {
  try {
    return await post<Trial>(`/games/${game}/try`, asked, token);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { legal: false, reason: error.words, rule: error.rule };
  }
}

export const reach = (game: string, token: string, figure: number) =>
  get<{ figure: number; polygons: Point[][] }>(`/games/${game}/reach?figure=${figure}`, token);

/** What the computer would do in the place of the one who decides. */
export const counsel = (game: string, token: string) => get<Counsel>(`/games/${game}/counsel`, token);

/** The step of a lesson that is for now, where these are done. */
export const advice = (game: string, token: string, done: string[]) =>
  get<Advice | null>(`/games/${game}/advice?done=${encodeURIComponent(done.join(","))}`, token);

export const prospects = (game: string, token: string, figure: number) => get<Prospects>(`/games/${game}/prospects?figure=${figure}`, token);

export const whynot = (game: string, token: string, figure: number) => get<Reason[]>(`/games/${game}/whynot?figure=${figure}`, token);

export const sight = (game: string, token: string, figure: number, other: number) => get<Sight>(`/games/${game}/sight?figure=${figure}&other=${other}`, token);

export const undo = (game: string, token: string, after: number) =>
  post<Answered>(`/games/${game}/undo`, { after }, token);

export interface Replayed {
  at: number;
  last: number;
  moments: number[];
  state: GameState;
  /** What led here from the moment before, where that was asked for. */
  steps: Change[] | null;
}

/** The game as it was after an event, if wanted with the steps that led there; without a number, as it is now. */
export const replayAt = (game: string, token: string, at: number | null, steps = false) =>
  get<Replayed>(`/games/${game}/replay?steps=${steps}${at === null ? "" : `&at=${at}`}`, token);

/** A token of 192 random bits. */
function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/**
 * Change the token of a seat that came by link, so that whoever sent the link cannot sit there. The new one is ours, so that
 * an answer that is lost on the way loses no seat. Returns the token that opens the seat now.
 */
export async function claim(game: string, token: string): Promise<string> {
  const fresh = newToken();
  for (let attempt = 0; ; attempt++) {
    try {
      await post<unknown>(`/games/${game}/claim`, { token: fresh }, token);
      return fresh;
    } catch (error) {
      if (!(error instanceof Refused) || attempt >= AGAIN) throw error;
      if (error.status === 403 && attempt > 0) return gameState(game, fresh).then(() => fresh);
      if (!error.away) throw error;
      await new Promise((done) => setTimeout(done, 400));
    }
  }
}

export const nameSeat = (game: string, token: string, name: string) => post<unknown>(`/games/${game}/name`, { name }, token);

export const bringArmy = (game: string, token: string, army: string | Army) => post<unknown>(`/games/${game}/army`, { army }, token);

export const claimOnTime = (game: string, token: string) => post<unknown>(`/games/${game}/flag`, {}, token);

export const sayAtTable = (game: string, token: string, text: string) => post<unknown>(`/games/${game}/chat`, { text }, token);

export const rematch = (game: string, token: string, swap = false) => post<GameMade>(`/games/${game}/rematch${swap ? "?swap=true" : ""}`, {}, token);

/** What the dice did to each side's chance to win, as far as it is worked out. */
export const fortune = (game: string, token: string) => get<Fortune>(`/games/${game}/luck`, token);

/** Which decisions cost most, as far as that is known; with `begin` it is looked for. */
export const review = (game: string, token: string, begin: boolean) => get<Reviewed>(`/games/${game}/review?begin=${begin}`, token);

export const commitSalt = (game: string, token: string, commitment: string) => post<unknown>(`/games/${game}/commit`, { commitment }, token);

export const addSalt = (game: string, token: string, salt: string) => post<unknown>(`/games/${game}/salt`, { salt }, token);

export interface MineRow {
  game: string;
  seat: number;
  system: string;
  titles: Words;
  scenario: string;
  phase: string;
  version: number;
  mine: boolean;
  result: Outcome | null;
  seats: SeatShown[];
  turn: number;
  /** The seat that decides, -1 for none. */
  due: number;
  updated: number;
}

export const myGames = (tokens: string[]) => post<MineRow[]>("/mine", { tokens });

export const forkGame = (game: string, token: string, at: number, dice: "same" | "fresh") =>
  post<GameMade>(`/games/${game}/fork`, { at, dice }, token);

export interface Proof {
  kind: string;
  commitment: string | null;
  salts: (string | null)[];
  /** What every seat had committed to before any salt was told; older games have none. */
  salt_commitments?: (string | null)[];
  secret: string | null;
  dice: { place: number; sides: number; face: number; why: string }[] | null;
  /** The place of a fork's first fresh die, and the dice it had until then. */
  since?: number;
  before?: Proof | null;
}

export const proof = (game: string, token: string) => get<Proof>(`/games/${game}/proof`, token);

/** The save file of a game, for the reader's own disk. */
export async function saveFile(game: string, token: string): Promise<Blob> {
  return (await send(`/api/games/${game}/save`, { headers: headers(token) })).blob();
}
