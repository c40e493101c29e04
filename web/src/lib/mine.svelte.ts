/** The games this browser has seats in. Their tokens never leave it, save to the server that gave them. */

import type { GameAsked, GameMade } from "./api";
import { keep } from "./prefs.svelte";

export interface MySeat {
  seat: number;
  token: string;
  kind: "here" | "link" | "spectator";
  /** The token of the link it came by, which opens nothing any more. */
  was?: string;
}

/** A link to share; without a token it leads to the seat of somebody who sat in the game before. */
export interface SharedLink {
  seat: number;
  token: string | null;
}

export interface MyGame {
  id: string;
  system: string;
  scenario: string;
  seats: MySeat[];
  links: SharedLink[];
  /** The game before, whose players sit down by the tokens they had there. */
  before?: string;
  made: number;
  /** The campaign that it is a battle of. */
  campaign?: string;
  asked?: GameAsked;
}

const KEY = "escarmouche.games";
const MOST = 60;

function stored(): MyGame[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as (MyGame | null)[]).filter((one): one is MyGame => Array.isArray(one?.seats) && Array.isArray(one.links)) : [];
  } catch {
    return [];
  }
}

export const mine = $state<{ games: MyGame[] }>({ games: stored() });

function write(): void {
  keep(KEY, mine.games.slice(0, MOST));
}

export function findGame(id: string): MyGame | undefined {
  return mine.games.find((game) => game.id === id);
}

export function keepGame(game: MyGame): void {
  mine.games = [game, ...mine.games.filter((one) => one.id !== game.id)];
  write();
}

export function forgetGame(id: string): void {
  mine.games = mine.games.filter((game) => game.id !== id);
  write();
}

/** A token that came by link: added to the game's seats in this browser. */
export function keepSeat(id: string, seat: MySeat, system: string, scenario: string): void {
  const known = findGame(id);
  if (known?.seats.some((one) => one.token === seat.token)) return;
  const seats = [...(known?.seats ?? []), seat];
  keepGame({ links: [], made: Date.now(), ...known, id, system, scenario, seats });
}

/** Remember a game that was just made here. */
export function keepMade(made: GameMade, asked?: GameAsked, before?: { id: string; seat: number }): MyGame {
  const here: MySeat[] = [];
  const links: SharedLink[] = [];
  for (const one of made.seats) {
    if (!one.token) {
      if (before && one.kind !== "bot") links.push({ seat: one.seat, token: null });
    } else if (one.seat === before?.seat) here.push({ seat: one.seat, token: one.token, kind: "here" });
    else if (one.kind === "link") links.push({ seat: one.seat, token: one.token });
    else here.push({ seat: one.seat, token: one.token, kind: "here" });
  }
  links.push({ seat: -1, token: made.spectator.token });
  if (!here.length) here.push({ seat: -1, token: made.spectator.token, kind: "spectator" });
  const { game: id, system, scenario } = made;
  const game: MyGame = { id, system, scenario, seats: here, links, before: before?.id, made: Date.now(), asked };
  keepGame(game);
  return game;
}

/** The address under which somebody who played in the game before finds their seat in this one. */
export function seatFrom(game: string, before: string): string {
  return `${location.origin}${location.pathname}#/game/${game}?from=${before}`;
}

/** The address under which somebody takes a seat. The token stands behind the #, so no server log ever holds it. */
export function seatLink(game: string, token: string): string {
  return `${location.origin}${location.pathname}#/game/${game}?t=${encodeURIComponent(token)}`;
}
