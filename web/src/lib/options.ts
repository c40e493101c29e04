/** The answers on offer, sorted for a person: by who acts, then by what is done. Shapes only; no rule is known here. */

import type { Choice, Due, Figure } from "./types";
import { places, type Point } from "./shape";

/** The figure that an option is for: its own, or the one the decision is about. */
export function actor(choice: Choice): number | null {
  return typeof choice.figure === "number" && choice.figure >= 0 ? choice.figure : null;
}

/** The place that an option goes to, if it is a step to one place. */
export function spot(choice: Choice): Point | null {
  if (typeof choice.x === "number" && typeof choice.y === "number") return [choice.x, choice.y];
  return null;
}

/** Where an option would put things, for a preview: a deployment, markers. */
export function preview(choice: Choice): Point[] {
  const one = spot(choice);
  if (one) return [one];
  if (choice.places) return choice.places.map(([x, y]) => [x, y]);
  return Array.isArray(choice.answer) ? choice.answer.slice(1).flatMap((part) => (Array.isArray(part) ? places(part) : [])) : [];
}

export function kindOf(choice: Choice): string {
  if (choice.kind) return choice.kind;
  const answer = choice.answer;
  return Array.isArray(answer) && typeof answer[0] === "string" ? answer[0] : String(answer);
}

export interface Sorted {
  /** Figures of this seat among which one chooses first, with what each may do. */
  byFigure: Map<number, Choice[]>;
  /** Steps to a place, by kind of step. */
  steps: Map<string, Choice[]>;
  /** Options that aim at a figure, by that figure. */
  aimed: Map<number, Choice[]>;
  /** What a hand shapes on the table: proposals, by kind. */
  shaped: Map<string, Choice[]>;
  /** Answers for several units at once. */
  several: Choice[];
  rest: Choice[];
  /** Giving up; kept apart so that nobody does it by mistake. */
  grave: Choice[];
}

const SEVERAL = new Set(["declare", "receive"]);
const GRAVE = new Set(["concede", "resign", "surrender"]);

export function sorted(due: Due): Sorted {
  const out: Sorted = { byFigure: new Map(), steps: new Map(), aimed: new Map(), shaped: new Map(), several: [], rest: [], grave: [] };
  const add = <K>(map: Map<K, Choice[]>, key: K, choice: Choice) => {
    const list = map.get(key);
    if (list) list.push(choice);
    else map.set(key, [choice]);
  };
  for (const choice of due.options ?? []) {
    const who = actor(choice);
    if (GRAVE.has(kindOf(choice))) out.grave.push(choice);
    else if (due.plans?.includes(kindOf(choice)) && (who === null || who === due.figure) && typeof choice.target !== "number") add(out.shaped, kindOf(choice), choice);
    else if (due.figure < 0 && (choice.pairs || choice.figures) && SEVERAL.has(kindOf(choice))) out.several.push(choice);
    else if (who !== null && who !== due.figure && (!spot(choice) || due.plans?.length)) add(out.byFigure, who, choice);
    else if (typeof choice.target === "number" && choice.target >= 0) add(out.aimed, choice.target, choice);
    else if (spot(choice)) add(out.steps, kindOf(choice), choice);
    else out.rest.push(choice);
  }
  return out;
}

/** The answer of a step to another place than the ones listed: the same words with the place changed. */
export function stepTo(model: Choice, x: number, y: number): unknown {
  const from = spot(model);
  if (!from || !Array.isArray(model.answer)) return model.answer;
  const answer = [...model.answer];
  const at = answer.findIndex((one, i) => one === from[0] && answer[i + 1] === from[1]);
  if (at >= 0) {
    answer[at] = x;
    answer[at + 1] = y;
  }
  return answer;
}

export function onTable(figure: Figure): boolean {
  return figure.status === undefined || figure.status === "on-table";
}
