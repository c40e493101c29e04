/** Campaigns: what the server says of them, and which of them this browser has seats in. */

import { get, post, type GameMade, type SeatAsked } from "./api";
import { findGame, keepGame } from "./mine.svelte";
import { keep } from "./prefs.svelte";
import type { Army, Words } from "./types";

export interface CampaignLine extends Words {
  rule: string;
  dice: number[];
}

export interface BandSheet {
  name: string;
  lines: string[];
  columns: string[];
  rows: string[][];
  numbers: number[];
}

export interface PastBattle {
  scenario: Words;
  winner: number;
  scores: number[];
  log: CampaignLine[];
}

/** Something that a band can spend on, and what would come of it. */
export interface Buyable {
  what: string;
  name: string;
  count: number;
  giver: string;
  line: CampaignLine;
}

export interface CampaignState {
  campaign: string;
  system: string;
  titles: Words;
  length: number;
  number: number;
  phase: "ready" | "battle" | "aftermath" | "over";
  winner: number | null;
  seat: number;
  seats: { seat: number; kind: string; name: string; mine: boolean }[];
  title: Words;
  game: string;
  sheets: { en: BandSheet[]; fr: BandSheet[] };
  history: PastBattle[];
  choices: Buyable[];
  log: CampaignLine[];
}

export interface CampaignAsked {
  system: string;
  armies: (string | Army | null)[];
  length: number;
  options?: Record<string, unknown>;
  seats: SeatAsked[];
}

interface Made {
  campaign: string;
  system: string;
  seats: GameMade["seats"];
}

// ------------------------------------------------------------ those of this browser

export interface MyCampaign {
  id: string;
  system: string;
  names: string[];
  /** The seats at this screen, and the links of those who are elsewhere. */
  seats: { seat: number; token: string }[];
  links: { seat: number; token: string }[];
  made: number;
}

const KEY = "escarmouche.campaigns";

function stored(): MyCampaign[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as (MyCampaign | null)[]).filter((one): one is MyCampaign => Array.isArray(one?.seats)) : [];
  } catch {
    return [];
  }
}

export const wars = $state<{ mine: MyCampaign[] }>({ mine: stored() });

export function keepCampaign(one: MyCampaign): void {
  wars.mine = [one, ...wars.mine.filter((other) => other.id !== one.id)];
  write();
}

export function forgetCampaign(id: string): void {
  wars.mine = wars.mine.filter((one) => one.id !== id);
  write();
}

/** Without storage the campaign lives in its link alone. */
function write(): void {
  keep(KEY, wars.mine.slice(0, 30));
}

export const findCampaign = (id: string): MyCampaign | undefined => wars.mine.find((one) => one.id === id);

// ------------------------------------------------------------ asking

export async function beginCampaign(asked: CampaignAsked, names: string[]): Promise<string> {
  const made = await post<Made>("/campaigns", asked);
  const seats = made.seats.flatMap((one) => (one.token ? [{ seat: one.seat, token: one.token, kind: one.kind }] : []));
  const of = (kind: string) => seats.filter((one) => one.kind === kind).map(({ seat, token }) => ({ seat, token }));
  keepCampaign({ id: made.campaign, system: made.system, names, seats: of("here"), links: of("link"), made: Date.now() });
  return made.campaign;
}

export const campaign = (id: string, token: string) => get<CampaignState>(`/campaigns/${id}`, token);

export const goOn = (id: string, token: string, deed: "aftermath" | "forfeit") => post<CampaignState>(`/campaigns/${id}/${deed}`, {}, token);

export const spend = (id: string, token: string, { what, name, count, giver }: Buyable) =>
  post<CampaignState>(`/campaigns/${id}/spend`, { what, name, count, giver }, token);

/** The game of the battle under way or of the next; the seats of the campaign are its seats. */
export async function fight(known: MyCampaign, token: string): Promise<string> {
  const { game, system } = await post<CampaignState>(`/campaigns/${known.id}/battle`, {}, token);
  const seats = known.seats.map(({ seat, token }) => ({ seat, token, kind: "here" as const }));
  if (!findGame(game)) keepGame({ id: game, system, scenario: "", seats, links: [], made: Date.now(), campaign: known.id });
  return game;
}
