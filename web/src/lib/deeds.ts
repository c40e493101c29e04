/** The log as a story: events that belong together make one deed, with a headline; everything else stands behind it. */

import { say } from "./prefs.svelte";
import type { Ev, Figure } from "./types";

export interface Deed {
  /** The number of its first event, and of its last. */
  n: number;
  last: number;
  heading: boolean;
  /** Whose deed it is, -1 for nobody's. */
  seat: number;
  events: Ev[];
  /** What tells most of it. */
  headline: Ev[];
  /** What else is told at first sight. */
  plain: Ev[];
  /** Everything else, in its order. */
  rest: Ev[];
  figures: Set<number>;
}

/** So many sentences of a kind are told one by one; of more, the decision they came of. */
const FEW = 2;
/** So many sentences are told beside the headline. */
const BESIDE = 2;

/** Deed by deed. A decision that nothing came of belongs to what was done before it. */
export function deeds(events: Ev[]): Deed[] {
  const groups: Ev[][] = [];
  for (const event of events) {
    const now = groups.at(-1);
    if (now && !now[0].heading && !event.opens && !event.heading) now.push(event);
    else {
      const before = groups.at(-2);
      if (now && before && !before[0].heading && now.every((one) => one.event === "chosen")) before.push(...groups.pop()!);
      groups.push([event]);
    }
  }
  return groups.map(told);
}

function told(events: Ev[]): Deed {
  const heading = !!events[0].heading;
  const spoken = distinct(events.filter((one) => one.event === "told" && say(one.text)));
  const most = Math.max(0, ...spoken.map((one) => one.weight ?? 1));
  let headline = heading ? [events[0]] : most ? spoken.filter((one) => (one.weight ?? 1) === most) : spoken.slice(-1);
  const decided = events.filter((one) => one.event === "chosen" && say(one.text));
  if (!headline.length || (most < 2 && headline.length > FEW && decided.length)) headline = decided.length ? decided.slice(0, 1) : events.slice(0, 1);
  const crowd = most < 2 && headline[0]?.event === "chosen";
  const plain = crowd ? [] : spoken.filter((one) => (one.weight ?? 1) > 0 && !headline.includes(one)).slice(-BESIDE);
  const shown = new Set([...headline, ...plain].map((one) => say(one.text)));
  return {
    n: events[0].n,
    last: events[events.length - 1].n,
    heading,
    seat: events.find((one) => one.event !== "told" && one.seat !== undefined)?.seat ?? -1,
    events,
    headline,
    plain,
    rest: events.filter((one, i) => !shown.has(say(one.text)) && (one.event !== "chosen" || silent(events, i)) && (say(one.text) || one.faces?.length)),
    figures: new Set(events.flatMap((one) => [...(one.figures ?? []), one.figure ?? -1]).filter((id) => id >= 0)),
  };
}

/** Of what the same figure does in the same way, the last; of the same sentence, one. */
function distinct(events: Ev[]): Ev[] {
  const kept = new Map<string, Ev>();
  for (const event of events) {
    const key = event.kind && event.figures?.length ? `${event.kind} ${event.figures.join(" ")}` : say(event.text);
    kept.delete(key);
    kept.set(key, event);
  }
  return [...kept.values()];
}

/** Did nothing come of a decision that was told or rolled? */
function silent(events: Ev[], at: number): boolean {
  const next = events[at + 1];
  return !next || next.event === "chosen";
}

/** Was there a fight in it: dice, and figures of two sides? */
export function fight(deed: Deed, figures: Map<number, Figure>): boolean {
  const sides = new Set([...deed.figures].map((id) => figures.get(id)?.seat).filter((seat) => seat !== undefined));
  return sides.size > 1 && deed.events.some((one) => one.event === "rolled" && one.faces?.length);
}
