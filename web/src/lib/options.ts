/** The answers on offer, sorted for a person: by who acts, then by what is done. Shapes only; no rule is known here. */

import { STEP } from "./prefs.svelte";
import type { Answer, Choice, Due, Group, Hand, Point } from "./types";

/** The figure that an option is for: its own, or the one the decision is about. */
export function actor(choice: Choice): number | null {
  return typeof choice.figure === "number" && choice.figure >= 0 ? choice.figure : null;
}

/** The place that an option goes to, if it is a step to one place. */
export function spot(choice: Choice): Point | null {
  return typeof choice.x === "number" && typeof choice.y === "number" ? [choice.x, choice.y] : null;
}

/** Where an option would put things, for a preview. */
export function preview(choice: Choice): Point[] {
  const one = spot(choice);
  return one ? [one] : (choice.places ?? []);
}

export const aimsAt = (choice: Choice): number | null => (typeof choice.target === "number" && choice.target >= 0 ? choice.target : null);

/** The answer of a step to another place than the listed one. */
export function stepTo(model: Choice, x: number, y: number): Answer {
  if (!Array.isArray(model.answer) || model.place === undefined) return model.answer;
  const answer: unknown[] = [...model.answer];
  answer.splice(model.place, 2, x, y);
  return answer;
}

export interface Sorted {
  /** Figures of this seat among which one chooses first, with what each may do. */
  byFigure: Map<number, Choice[]>;
  /** Options that aim at a figure, by that figure. */
  aimed: Map<number, Choice[]>;
  /** Proposals for the hands of the figure that acts. */
  shaped: Choice[];
  /** The rest that is read one by one, those that differ by one number, and what stands behind a heading. */
  few: Choice[];
  counted: Choice[][];
  many: { group: Group; choices: Choice[] }[];
  /** Giving up; kept apart so that nobody does it by mistake. */
  grave: Choice[];
}

/** More of a folded kind than this stand behind their heading. */
const OPEN = 2;
/** From so many answers on that differ by one number alone one steps through them. */
const COUNT = 5;

export function sorted(due: Due, hands: Hand[]): Sorted {
  const out: Sorted = { byFigure: new Map(), aimed: new Map(), shaped: [], few: [], counted: [], many: [], grave: [] };
  const groups = new Map((due.groups ?? []).map((group) => [group.id, group]));
  const gestures = new Map(hands.map((hand) => [hand.kind, hand.gesture]));
  const rest: Choice[] = [];
  /** Kinds of answer that choose among figures: the one that the decision is about is then one of them. */
  const among = new Set((due.options ?? []).filter((choice) => ![null, due.figure].includes(actor(choice))).map((choice) => choice.kind));
  for (const choice of due.options ?? []) {
    const who = actor(choice);
    const target = aimsAt(choice);
    const gesture = gestures.get(choice.kind);
    const own = who === null || (who === due.figure && !among.has(choice.kind));
    if (groups.get(choice.kind)?.grave) out.grave.push(choice);
    else if (gesture === "many") continue;
    else if ((gesture === "move" || gesture === "place" || gesture === "turn") && own && target === null) out.shaped.push(choice);
    else if (!own && who !== null) add(out.byFigure, who, choice);
    else if (target !== null) add(out.aimed, target, choice);
    else rest.push(choice);
  }
  for (const group of groups.values()) {
    const choices = rest.filter((choice) => choice.kind === group.id);
    if (group.folded && choices.length > OPEN) out.many.push({ group, choices });
  }
  const few = rest.filter((choice) => !out.many.some(({ group }) => group.id === choice.kind));
  out.counted = [...new Set(few.map((choice) => choice.kind))].map((kind) => few.filter((choice) => choice.kind === kind)).filter(isCount);
  out.few = few.filter((choice) => !out.counted.some((row) => row.includes(choice)));
  return out;
}

/** Are they so many that differ by one number alone, which grows, with nothing to draw beside? */
function isCount(choices: Choice[]): boolean {
  if (choices.length < COUNT || choices.some((one) => !Array.isArray(one.answer) || one.scenery || one.places)) return false;
  const answers = choices.map((one) => one.answer as unknown[]);
  const places = answers[0].flatMap((_, i) => (answers.every((answer) => JSON.stringify(answer[i]) === JSON.stringify(answers[0][i])) ? [] : [i]));
  if (places.length !== 1 || answers.some((answer) => answer.length !== answers[0].length)) return false;
  const values = answers.map((answer) => answer[places[0]]);
  return values.every((value, i) => typeof value === "number" && (i === 0 || value === (values[i - 1] as number) + 1));
}

function add<K>(map: Map<K, Choice[]>, key: K, choice: Choice): void {
  const list = map.get(key);
  if (list) list.push(choice);
  else map.set(key, [choice]);
}

/** What hands may shape: what the system declares, and every kind of listed answer of the acting figure that goes to a place. */
export function handsOf(due: Due): Hand[] {
  const declared = due.hands ?? [];
  if (due.figure < 0) return declared;
  const steps = (due.options ?? []).filter((one) => spot(one) && aimsAt(one) === null && (actor(one) ?? due.figure) === due.figure);
  const kinds = [...new Set(steps.map((one) => one.kind))].filter((kind) => !declared.some((hand) => hand.kind === kind));
  return [...declared, ...kinds.map((kind) => stepHand(due, kind))];
}

function stepHand(due: Due, kind: string): Hand {
  const words = due.groups?.find((group) => group.id === kind)?.words ?? STEP.words;
  return { kind, figure: due.figure, words, hint: STEP.hint, gesture: "move", turns: false, reach: true, controls: [], steps: [] };
}
