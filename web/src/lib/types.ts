/** What the server sends. The first part follows escarmouche/kit/view.py, name by name and key by key; the rest its OpenAPI description. */

export type Lang = "en" | "fr";
export type Answer = unknown;
export type Plain = Record<string, unknown>;
/** x and y, in hundredths of a millimetre. */
export type Point = [number, number];

/** One thing said in both languages. */
export interface Words {
  en: string;
  fr: string;
}

// ------------------------------------------------------------ what is said of a figure

/** A state shown on a figure, a piece or a marker. */
export interface Mark {
  id: string;
  sign: string;
  count: number;
  suffix: string;
  grave: boolean;
  words: Words;
}

/** A value of the line of numbers. */
export interface Number {
  id: string;
  short: Words;
  value: Words;
  words: Words;
}

/** A special rule of a figure. */
export interface Trait {
  id: string;
  name: Words;
  text: Words;
  rule: string;
}

/** A circle about a figure that counts for something. */
export interface Ring {
  id: string;
  radius: number;
  words: Words;
}

/** How much is left of how much, for a bar. */
export interface Strength {
  left: number;
  all: number;
  words: Words;
}

export type State = "table" | "beside" | "joined" | "gone";
export type Pose = "lying" | "done" | "fleeing" | "flying" | "mounted" | "fallen";
export type Front = "front" | "left" | "rear" | "right";

/** A figure or a unit: a round base has a radius, any other an outline that begins at the left corner of its front. */
export interface Figure {
  id: number;
  seat: number;
  name: Words;
  kind: Words;
  profile: string;
  sign: string;
  state: State;
  note: Words;
  poses: Pose[];
  x: number;
  y: number;
  facing: number;
  radius: number;
  outline: Point[];
  bases: Point[][];
  fronts: Front[];
  host: number;
  height: number;
  strength: Strength | null;
  numbers: Number[];
  /** Ids of the view's traits. */
  traits: string[];
  marks: Mark[];
  rings: Ring[];
  own: Plain;
  /** How far to either side of its facing it sees, in hundredths of a degree. */
  sees?: number;
  /** The silhouette that it is drawn by. */
  icon?: string;
  /** Its name where there is little room: no two are alike. */
  short?: Words;
}

// ------------------------------------------------------------ the table

/** A unit of length, or a stick of some length. */
export interface Length {
  id: string;
  length: number;
  words: Words;
  /** What exactly one of them is called. */
  one?: Words;
}

export interface Table {
  width: number;
  depth: number;
  unit: Length;
  rulers: Length[];
  hex_width: number;
  /** What the ground is made of, turf where it is not said. */
  floor?: "turf" | "stone";
}

/** A door or a stair of a piece. */
export interface Opening {
  id: string;
  x: number;
  y: number;
  words: Words;
}

/** A piece of terrain or a structure. */
export interface Piece {
  id: number;
  kind: string;
  name: Words;
  note: Words;
  label: Words;
  look: string;
  points: Point[];
  height: number;
  base: number;
  seat: number;
  destroyed: boolean;
  strength: Strength | null;
  openings: Opening[];
  marks: Mark[];
  own: Plain;
  /** Does it end what somebody sees? */
  opaque?: boolean;
}

/** Something that lies on the table. */
export interface Marker {
  id: number;
  kind: string;
  name: Words;
  note: Words;
  value: string;
  sign: string;
  seat: number;
  held: number;
  x: number;
  y: number;
  reach: number;
  marks: Mark[];
  own: Plain;
}

/** An area that counts for a side. */
export interface Zone {
  id: string;
  words: Words;
  seat: number;
  outline: Point[];
}

export interface Side {
  seat: number;
  edge: "" | "left" | "bottom" | "right" | "top";
  score: number;
  numbers: Number[];
  marks: Mark[];
  own: Plain;
}

/** A place in the order of acting. */
export interface Place {
  figure: number;
  value: string;
  now: boolean;
  done: boolean;
}

/** A battle as a seat may know it. */
export interface View {
  table: Table;
  pieces: Piece[];
  figures: Figure[];
  markers: Marker[];
  zones: Zone[];
  sides: Side[];
  order: Place[];
  arrows: [number, number][];
  traits: Trait[];
  turn: number;
  turn_limit: number;
  /** The part of the turn, where turns have any. */
  phase?: Words;
  active: number;
  score: Words;
  own: Plain;
}

// ------------------------------------------------------------ the decision

/** A kind of answer, as a heading over those of it. */
export interface Group {
  id: string;
  words: Words;
  grave: boolean;
  folded: boolean;
}

/** An answer on offer. `place` is where in the answer x stands, y behind it, when another place may be put there. */
export interface Choice {
  id: string;
  answer: Answer;
  text: Words;
  kind: string;
  figure?: number;
  target?: number;
  piece?: number;
  x?: number;
  y?: number;
  facing?: number;
  cost?: number;
  place?: number;
  places?: Point[];
  set?: Plain;
  /** The terrain it would lay out on the table. */
  scenery?: Piece[];
}

/** A value that a control may have. */
export interface Option {
  id: string;
  words: Words;
}

/** Something that is set of an answer in hand. */
export interface Control {
  id: string;
  kind: "choice" | "count";
  words: Words;
  values: Option[];
  least: number;
  most: number;
  step: number;
  suffix: Words;
  less: Words;
  more: Words;
  usual: string | number;
  /** Changing it is a step of its own. */
  once: boolean;
}

/** A step that is complete in itself, for a button. */
export interface Turn {
  id: string;
  sign: string;
  words: Words;
  step: unknown[];
}

/** A kind of answer that a hand shapes on the table. */
export interface Hand {
  kind: string;
  figure: number;
  words: Words;
  hint: Words;
  gesture: "place" | "move" | "turn" | "aim" | "many" | "places" | "shift";
  turns: boolean;
  reach: boolean;
  controls: Control[];
  steps: Turn[];
  bends?: boolean;
  able?: [number, number[]][];
  /** What is proposed: figure and target, one pair for each thing that it may do. */
  usual?: [number, number][];
  stay?: Words;
  none?: Words;
  go?: Words;
  ways?: Words[];
  figures?: number[];
}

/** Where a figure would stand after a step of a way, how it comes there if not on foot, and what its controls would then be at. */
export interface Stand {
  x: number;
  y: number;
  facing: number;
  outline: Point[];
  bases: Point[][];
  set: Plain;
  sign?: string;
}

/** What a hand on the table wants; `before` is the answer of an earlier trial that it goes on from. */
export interface Wish {
  kind: string;
  figure: number;
  x?: number;
  y?: number;
  facing?: number;
  set?: Plain;
  before?: Answer;
  step?: unknown[];
  pairs?: [number, number][];
  places?: [number, number, number][];
  figures?: number[];
  dx?: number;
  dy?: number;
}

export interface Due {
  seat: number;
  why: string;
  question: Words;
  mine: boolean;
  figure: number;
  kind: "choose" | "roll" | "commit" | "salt" | "army";
  /** With "army": what it may cost. */
  points?: number;
  /** With "salt": what every seat has committed to. */
  commitments?: (string | null)[];
  options?: Choice[] | null;
  free?: boolean;
  dice?: string | null;
  /** The parts of a compound pool thrown by hand: after each face so many further dice of another kind follow. */
  pool?: { count: number; sides: number; follow: number[]; then_sides: number }[];
  groups?: Group[];
  hands?: Hand[];
}

// ------------------------------------------------------------ what happens

export type DeedKind = "act" | "move" | "charge" | "turn" | "blow" | "shot" | "spell" | "hurt" | "fall" | "rise" | "flee" | "leave" | "arrive" | "react" | "pass" | "rally";

/** What somebody does by an event: who, and to whom (-1 for nobody). */
export interface Deed {
  kind: DeedKind;
  figure: number;
  target: number;
}

/** The way that a figure took, where that was not straight: x, y and facing after each step. */
export interface Way {
  figure: number;
  steps: [number, number, number][];
}

/** What became different in a view by the events up to the number `n`: entries with their id and what is different of them. */
export interface Change {
  n: number;
  figures?: (Partial<Figure> & { id: number })[];
  pieces?: (Partial<Piece> & { id: number })[];
  markers?: (Partial<Marker> & { id: number })[];
  lost?: Partial<Record<"figures" | "pieces" | "markers", number[]>>;
  rest?: Partial<View>;
  ways?: Way[];
}

// ------------------------------------------------------------ before one commits

export interface Ruled extends Words {
  rule: string;
  /** Is it a warning? */
  grave?: boolean;
}

/** What an outcome is to the one who decides; nothing where it is neither. */
export type Grade = "good" | "bad" | "";

/** How likely something good and something bad comes of an answer, in hundredths. */
export interface Headline {
  good: number;
  bad: number;
}

export interface OddsRow {
  chance: string;
  percent: number;
  text: Words;
  grade?: Grade;
  /** What is counted, where the outcome is a number of something. */
  count?: number | null;
  /** How much more likely it is than by the answer that this one is compared with. */
  change?: number | null;
}

export interface Modifier extends Words {
  id: string;
  value: number;
  rule: string;
  figure: number;
  /** It is not added to the die: it tells who wins where both have as much. */
  apart?: boolean;
  /** The sum is what the die must not exceed. */
  under?: boolean;
}

export interface Provoked extends Ruled {
  figure: number;
}

/** The mean of what the outcomes count; its words hold {n}. */
export interface Mean extends Words {
  value: number;
}

export interface Stage extends Ruled {
  odds: Record<string, OddsRow>;
  mean?: Mean | null;
}

export interface Trial {
  legal: boolean;
  rule?: string | null;
  reason?: Words | null;
  headline?: Headline | null;
  odds?: Record<string, OddsRow> | null;
  mean?: Mean | null;
  modifiers?: Modifier[] | null;
  distance?: number | null;
  limit?: number | null;
  /** What the ground adds to the way. */
  terrain?: number | null;
  provokes?: Provoked[] | null;
  path?: Stand[] | null;
  /** The steps that may be taken from its end, where those of the hand are not for there. */
  steps?: Turn[] | null;
  /** Where each of several would stand: figure, x, y. */
  places?: [number, number, number][] | null;
  /** What it would cover. */
  areas?: Point[][] | null;
  /** Exact odds of one thing after the other. */
  stages?: Stage[] | null;
  notes?: Ruled[] | null;
  /** The answer that was made of a wish, and what keeps it from going as far as was wished. */
  answer?: Answer;
  stopped?: Ruled | null;
}

/** The sign of what can be done to somebody; nothing for a mere way. */
export type DeedSign = "blow" | "shot" | "spell" | "help" | "";

/**
 * Something that can be done to somebody, the best way, and by whom; `then` is what could follow at once, whose headline it is.
 * `steps` are the answers that do it one after the other, no die before the last; none where a die comes first.
 */
export interface Prospect {
  figure: number;
  target: number;
  answer: Answer;
  kind: string;
  sign: DeedSign;
  words: Words;
  headline: Headline | null;
  x?: number;
  y?: number;
  then?: Words;
  others: Answer[];
  steps: Answer[];
}

/** All that a figure could do to anybody, or anyone who may be chosen; with `first` only once that is done. */
export interface Prospects {
  figure: number;
  first: Words | null;
  found: Prospect[];
  /** How far its shots and spells reach from its base, a length for each band. */
  ranges: number[];
}

/** Does one figure see another? Null where the game does not say. */
export interface Sight {
  sees: boolean | null;
  reason?: Words;
  rule?: string;
}

/** Why something is not offered; `target` is -1 where it is meant for nobody in particular. */
export interface Reason {
  kind: string;
  words: Words;
  reason: Words;
  rule: string;
  target: number;
}

// ------------------------------------------------------------ a game

export interface Outcome {
  winner: number;
  reason: string;
  scores: number[];
  /** The seats that share the victory. */
  winners: number[];
  /** Why it ended, in one sentence. */
  why: Words;
  /** By seat, what its score is made of; nothing where the sum says it all. */
  scored: (Words & { points: number })[][];
}

/** A turning point: the events of a deed, what it tells, and what it did to every seat's chance to win; how much of that was luck. */
export interface Peak {
  first: number;
  last: number;
  seat: number;
  words: Words;
  change: number[];
  luck: number[];
}

/** What the dice did to every seat's chance to win. */
export interface Luck {
  curve: [n: number, chances: number[]][];
  rolls: { n: number; seat: number; change: number[]; exact: boolean }[];
  peaks: Peak[];
  luck: number[];
}

/** How far the luck of a game is worked out. */
export interface Fortune {
  done: number;
  of: number;
  luck: Luck | null;
}

/** A decision that cost something: the last event before it, whose it was, what would have been better and why. */
export interface ToldLapse {
  n: number;
  seat: number;
  turn: number;
  did: Words;
  better: Words;
  why: Words;
  /** What it cost in chance to win, with its standard error. */
  cost: number;
  error: number;
}

/** The decisions of a game that cost most; `judged` of the `choices` were looked at. */
export interface ToldReview {
  judged: number;
  choices: number;
  lapses: ToldLapse[];
}

/** How far the decisions of a game are looked at again; nothing of nothing: nobody has wanted it yet. */
export interface Reviewed {
  done: number;
  of: number;
  review: ToldReview | null;
}

export interface SeatShown {
  seat: number;
  kind: string;
  name: string;
  agent: string;
  online: boolean;
  /** Has somebody who comes by link sat down? */
  taken: boolean;
  /** What its army is called. */
  army: Words | null;
}

/** The clocks of a game: what every seat had left at the moment `since` (in milliseconds), and whose runs from then on. */
export interface ClockShown {
  left: (number | null)[];
  since: number;
  running: number;
  increment: number;
  loses: boolean;
}

/** Something that somebody said at the table; seat -1 is a spectator. */
export interface Line {
  n: number;
  seat: number;
  at: number;
  text: string;
}

export interface GameState {
  game: string;
  system: string;
  titles: Words;
  scenario: string;
  phase: "armies" | "salts" | "play" | "over";
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
  clock: ClockShown | null;
  /** Is anything kept from one of those who share a screen? */
  hides: boolean;
  /** How many spectators look on. */
  watching: number;
  dice: { kind: string; commitment: string | null };
  forked_from: string;
  /** The lesson that it is, where it is one. */
  lesson: string;
}

export interface Ev {
  n: number;
  event: "told" | "rolled" | "chosen" | "undone";
  /** Of an undone event: the number of the last one that still stands. */
  to?: number;
  why: string;
  text: Words;
  /** A new part of the battle begins, such as a turn. */
  heading?: boolean;
  /** What somebody does by it. */
  deed?: Deed;
  /** Totals that are compared: of whom, and how much. */
  totals?: [number, number][];
  /** A new deed begins: see deeds.ts. */
  opens?: boolean;
  /** How much it tells, from 0 (a detail) to 3 (what changes the battle). */
  weight?: number;
  kind?: string;
  /** Whom it speaks of. */
  figures?: number[];
  faces?: number[];
  /** What the dice of the game show, where that is something else than the faces counted from 1. */
  shown?: number[];
  /** What the rule was given: one number where the dice of a roll count one by one, all faces where they are added up. */
  value?: unknown;
  sides?: number;
  target?: number;
  bonus?: number;
  figure?: number;
  seat?: number;
  /** What was added, one by one, where the event tells a total. */
  modifiers?: Modifier[];
}

// ------------------------------------------------------------ what may be played

export interface Named {
  id: string;
  names: Words;
}

export interface ScenarioInfo extends Named {
  briefing: Words;
  /** The pairs of ready-made armies that it is meant for, if any. */
  armies: string[][];
  /** With how many it may be played, the usual number first. */
  seats: number[];
}

export interface SettingInfo {
  id: string;
  kind: "choice" | "count" | "size" | "switches" | "several" | "flag" | "text";
  names: Words;
  hint: Words;
  /** What holds where it is left out; null where that depends on the rest. */
  usual: unknown;
  values: Named[];
  least: number;
  most: number;
  unit: string;
  /** The option and the value of it without which this one has no meaning. */
  only: [string, string | boolean] | null;
}

export interface ArmyKind extends Named {
  settings: SettingInfo[];
  start: Plain;
  /** What an entry may name where that is no profile. */
  named: Named[];
}

export interface ArmyInfo extends Named {
  /** The id of the list that most of it is in, or nothing. */
  list: string;
  points: number;
  hint: Words;
  army: Army;
}

export type Offer = "armies" | "prices" | "odds" | "rulebook" | "campaign";

/** A step of a lesson. */
export interface Advice {
  id: string;
  title: Words;
  text: Words;
  /** The kind of answer that is advised. */
  kind: string;
  number: number;
  of: number;
}

/** An answer that the computer advises: the chance to win that it leads to, what its dice promise, and why. */
export interface Proposed {
  answer: Answer;
  words: Words;
  chance: number;
  headline: Headline | null;
  why: Words;
  /** By how many trials it was weighed. */
  tries: number;
}

/** What the computer would do in one's place, the best first. */
export interface Counsel {
  seat: number;
  proposals: Proposed[];
}

export interface SystemInfo {
  id: string;
  titles: Words;
  /** Why it cannot be played, where it cannot. */
  fault: Words | null;
  offers: Offer[];
  scenarios: ScenarioInfo[];
  armies: ArmyInfo[];
  agents: string[];
  kinds: ArmyKind[];
  settings: SettingInfo[];
  /** The columns of its profiles with what each means, and the lists that they stand in. */
  columns: (Named & { meaning: Words })[];
  lists: Named[];
  /** What may be set of a profile of one's own; nothing where there are none. */
  own: SettingInfo[];
  /** The options of a battle that nobody sets up. */
  quick: Plain;
  about: AboutInfo | null;
  lessons: { id: string; names: Words; minutes: number }[];
}

/** A game for somebody who has never seen it; minutes and figures are from and to, or nothing. */
export interface AboutInfo {
  lead: Words;
  minutes: number[];
  figures: number[];
  how: Words[];
}

export interface Army {
  system?: string;
  name?: string;
  name_fr?: string;
  profile?: OwnProfile[];
  [key: string]: unknown;
}

export interface Entry {
  profile: string;
  name?: string;
  name_fr?: string;
  count?: number;
  [key: string]: unknown;
}

export interface OwnProfile {
  id: string;
  [key: string]: unknown;
}

export interface RuleTitle {
  id: string;
  section: string;
  title: string;
  /** Where it says what was looked for: pieces of its text, and whether each was looked for. */
  excerpt?: [string, boolean][];
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
