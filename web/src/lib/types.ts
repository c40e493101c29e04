/** What the server sends. The shapes follow its OpenAPI description; what a system adds beyond them is kept loose. */

export type Lang = "en" | "fr";
export type Words = { en: string; fr: string };
export type Answer = unknown;

export interface Army {
  system?: string;
  name?: string;
  name_fr?: string;
  figure?: Entry[];
  unit?: Entry[];
  profile?: OwnProfile[];
  [key: string]: unknown;
}

export interface Entry {
  profile: string;
  name?: string;
  count?: number;
  options?: Record<string, unknown>;
  [key: string]: unknown;
}

export interface OwnProfile {
  id: string;
  [key: string]: unknown;
}

export interface ScenarioInfo {
  id: string;
  names: Words;
  briefing: Words;
  /** The pairs of ready-made armies that it is meant for, if any. */
  armies: string[][];
}

export interface SettingInfo {
  id: string;
  kind: "choice" | "count" | "size" | "switches" | "flag" | "text";
  names: Words;
  hint: Words;
  /** What holds where it is left out; null where that depends on the rest. */
  usual: unknown;
  values: { id: string; names: Words }[];
  least: number;
  most: number;
  unit: string;
  /** The option and the value of it without which this one has no meaning. */
  only: [string, string] | null;
}

export interface ArmyKind {
  id: string;
  names: Words;
  settings: SettingInfo[];
  start: Record<string, unknown>;
  /** What an entry may name where that is no profile. */
  named: { id: string; names: Words }[];
}

export interface ArmyInfo {
  id: string;
  names: Words;
  points: number;
  hint: Words;
  army: Army;
}

export interface SystemInfo {
  id: string;
  titles: Words;
  seats: number;
  scenarios: ScenarioInfo[];
  armies: ArmyInfo[];
  agents: string[];
  kinds: ArmyKind[];
  settings: SettingInfo[];
}

export interface Choice {
  id: number | string;
  answer: Answer;
  text: Words;
  kind: string;
  figure?: number | null;
  target?: number | null;
  x?: number | null;
  y?: number | null;
  cost?: number | null;
  places?: number[][] | null;
  facing?: number | null;
  files?: number | null;
  formation?: string | null;
  /** Charges that are declared: who, on whom. */
  pairs?: [number, number][] | null;
  figures?: number[] | null;
  structure?: number | null;
}

export interface Due {
  seat: number;
  why: string;
  question: Words;
  mine: boolean;
  figure: number;
  kind: "choose" | "roll";
  options?: Choice[] | null;
  free?: boolean;
  dice?: number | string | null;
  /** The parts of a compound pool thrown by hand: after each face so many further dice of another kind follow. */
  pool?: { count: number; sides: number; follow: number[]; then_sides: number }[];
  /** The kinds of answer that a hand shapes on the table. */
  plans?: string[];
  [key: string]: unknown;
}

/** What a hand on the table wants of a unit. */
export interface Wish {
  kind: string;
  figure: number;
  x?: number;
  y?: number;
  facing?: number;
  files?: number;
  formation?: string;
  altitude?: number;
  manner?: string;
  before?: unknown[];
}

export interface Outcome {
  winner: number;
  reason: string;
  scores: number[];
}

export interface Figure {
  id: number;
  seat: number;
  name_en: string;
  name_fr: string;
  x: number;
  y: number;
  r?: number;
  status?: string;
  [key: string]: unknown;
}

export interface Piece {
  kind: string;
  name_en: string;
  name_fr: string;
  points: [number, number][];
  height?: number;
  difficult?: boolean;
  impassable?: boolean;
  blocks_sight?: boolean;
  [key: string]: unknown;
}

export interface Marker {
  id: number;
  kind: string;
  seat: number;
  x: number;
  y: number;
  figure?: number | null;
  [key: string]: unknown;
}

export interface Structure extends Piece {
  height: number;
  id: number;
  role: string;
  seat: number;
  pr: number;
  damage: number;
  destroyed: boolean;
  openings: [string, number, number][];
}

export interface Goal {
  kind: string;
  name_en: string;
  name_fr: string;
  points: number;
  seat: number;
  holder: number;
  x: number;
  y: number;
  reach: number;
  [key: string]: unknown;
}

export interface Zone {
  kind: string;
  seat: number;
  left: number;
  bottom: number;
  right: number;
  top: number;
}

export interface View {
  structures?: Structure[];
  goals?: Goal[];
  zones?: Zone[];
  table: { width: number; depth: number; rulers?: Record<string, number>; hex_width?: number; [key: string]: unknown };
  pieces: Piece[];
  figures: Figure[];
  markers?: Marker[];
  turn?: number;
  turn_limit?: number;
  active?: number;
  scores?: number[];
  place_of_power?: number | null;
  [key: string]: unknown;
}

export interface SeatShown {
  seat: number;
  kind: string;
  name: string;
  agent: string;
  online: boolean;
}

export interface GameState {
  game: string;
  system: string;
  titles: Words;
  scenario: string;
  phase: "salts" | "play" | "over";
  /** -1 is a spectator. */
  seat: number;
  /** The number of the last event that this seat knows of. */
  version: number;
  view: View | null;
  due: Due | null;
  result: Outcome | null;
  seats: SeatShown[];
  undo: boolean;
  one_device: boolean;
  dice: { kind: string; commitment: string | null };
  forked_from: string;
}

export interface Ev {
  n: number;
  event: "told" | "rolled" | "chosen" | "undone";
  /** Of an undone event: the number of the last one that still stands. */
  to?: number;
  why: string;
  text: Words;
  kind?: string;
  about?: unknown[];
  outcome?: string;
  faces?: number[];
  sides?: number;
  target?: number;
  bonus?: number;
  figure?: number;
  seat?: number;
  value?: unknown;
  answer?: Answer;
  /** What was added, one by one, where the event tells a total. */
  modifiers?: Modifier[];
  [key: string]: unknown;
}

export interface OddsRow {
  chance: string;
  percent: number;
  text: Words;
}

export interface Modifier extends Words {
  id: string;
  value: number;
  rule: string;
  figure: number;
}

export interface Provoked {
  figure: number;
  kind: string;
  rule: string;
}

export interface Stand {
  x: number;
  y: number;
  facing: number;
  files: number;
  formation: string;
  points: [number, number][];
  bases: [number, number][][];
}

export interface Trial {
  legal: boolean;
  rule?: string | null;
  reason?: Words | null;
  odds?: Record<string, OddsRow> | null;
  modifiers?: Modifier[] | null;
  distance?: number | null;
  limit?: number | null;
  cost?: number | null;
  difficult?: boolean | null;
  provokes?: Provoked[] | null;
  /** Where a unit would stand after each step. */
  path?: Stand[] | null;
  /** What the ground adds to the way. */
  terrain?: number | null;
  /** Exact odds of one thing after the other. */
  stages?: (Words & { rule: string; odds: Record<string, OddsRow> })[] | null;
  notes?: (Words & { rule: string })[] | null;
  /** The answer that was made of a wish, and what keeps it from going as far as was wished. */
  answer?: Answer;
  stopped?: (Words & { rule: string }) | null;
  [key: string]: unknown;
}

export interface RuleTitle {
  id: string;
  section: string;
  title: string;
}

export interface RulePage extends RuleTitle {
  text: string;
  rows: string[];
  examples: string[];
  ruling: string;
  reason: string;
  see: string[];
}

export interface Fault {
  rule: string;
  en: string;
  fr: string;
}
