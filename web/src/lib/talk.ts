/** What is said at a figure on the table: the headline of the odds and the few words that count, laid out in lines. */

import { num, say, t } from "./prefs.svelte";
import type { Figure, Headline, OddsRow, Trial } from "./types";

export interface Talk {
  figure: Figure;
  headline: Headline | null;
  lines: string[];
  /** Is it said why nothing can be done? */
  denied: boolean;
  /** May it be done at once? */
  ready: boolean;
}

/** So many characters stand on a line, and so many lines at most. */
const WIDE = 37;
const HIGH = 5;
/** So many outcomes are told beside the headline. */
const FEW = 3;

/** A text in lines; what is too long ends in an ellipsis. */
export function lines(text: string, most = HIGH): string[] {
  const found: string[] = [];
  for (const word of text.split(/[ \n]+/).filter(Boolean)) {
    const last = found.at(-1);
    if (last !== undefined && last.length + word.length < WIDE) found[found.length - 1] = `${last} ${word}`;
    else found.push(word);
  }
  return found.length > most ? [...found.slice(0, most - 1), `${found[most - 1]}…`] : found;
}

/** A sentence begins with a capital. */
export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** "58 % good, 28 % bad". */
export function headlined({ good, bad }: Headline): string {
  if (bad < 0.5) return t("prospect.good", { n: num(good, 0) });
  return t("odds.headline", { good: num(good, 0), bad: num(bad, 0) });
}

/** The outcomes that count, the likeliest first: those that are good or bad. */
export function counting(trial: Trial | null): OddsRow[] {
  const rows = Object.values(trial?.odds ?? trial?.stages?.find((one) => Object.values(one.odds).some((row) => row.grade))?.odds ?? {});
  return rows.filter((row) => row.grade && row.percent >= 0.5).sort((a, b) => b.percent - a.percent);
}

/** The few words that count. */
export function inShort(trial: Trial | null): string {
  return counting(trial).slice(0, FEW).map((row) => `${say(row.text)} ${num(row.percent, 0)} %`).join(" · ");
}
