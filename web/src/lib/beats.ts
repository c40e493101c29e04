/** What happened, cut into beats that are shown one after the other: who goes where, who strikes whom, which dice fall, who falls. */

import { applied } from "./changes";
import { isRound, onTable } from "./figures";
import type { Change, DeedKind, Ev, Figure, View, Words } from "./types";

/** A figure that goes from one place to another; `way` leads from the first to the last, each with a facing. */
export interface Move {
  id: number;
  seat: number;
  way: [number, number, number][];
}

export interface Strike {
  kind: "blow" | "shot" | "spell";
  figure: number;
  target: number;
}

/** Something that is announced: a new turn, a turnover, a reaction. */
export interface Call {
  kind: "turn" | "pass" | "react" | "won" | "lost" | "over";
  /** Whose turn begins, -1 for nobody's in particular. */
  seat: number;
  words: Words;
}

export interface Beat {
  /** The number of its last event. */
  n: number;
  events: Ev[];
  before: View;
  after: View;
  moves: Move[];
  strikes: Strike[];
  rolls: Ev[];
  /** Those who fall, as they stood, and whether they are out of the battle. */
  falls: { figure: Figure; gone: boolean }[];
  /** Those who lose strength, and how much. */
  hurts: { figure: Figure; lost: number }[];
  call: Call | null;
  /** Whom it is about. */
  actors: number[];
  /** What is said of it at first, and what once its dice lie. */
  words: Words[];
  ends: Words[];
}

const ATTACKS: readonly DeedKind[] = ["blow", "shot", "spell"];
/** So many dice of attacks that are rolled at the same time are thrown together. */
const VOLLEY = 24;

const isAttack = (event: Ev): boolean => !!event.deed && ATTACKS.includes(event.deed.kind);

/** Events without anything between them that changes the picture, cut where somebody else begins to do something. */
function cut(events: Ev[]): Ev[][] {
  const parts: Ev[][] = [[]];
  for (const event of events) {
    const now = parts[parts.length - 1];
    const rolled = now.filter((one) => one.event === "rolled" && one.faces?.length);
    const begins = event.heading || event.deed?.kind === "act" || (isAttack(event) && event.event === "told" && now.some(isAttack) && rolled.length > 0);
    const full = event.event === "rolled" && rolled.reduce((sum, one) => sum + (one.faces?.length ?? 0), 0) >= VOLLEY;
    if ((begins || full) && now.length) parts.push([]);
    parts[parts.length - 1].push(event);
  }
  return parts;
}

/** A change, share by share: what became of a figure goes with the last deed that is about it, else with the end of what was done before a new turn. */
function shared(parts: Ev[][], change: Change | null): (Change | null)[] {
  const last = parts.length - 1;
  if (!change || !last) return parts.map((_, i) => (i === last ? change : null));
  const turn = parts.findIndex((part, i) => i > 0 && part[0]?.heading);
  const end = turn > 0 ? turn - 1 : last;
  const about = (part: Ev[], id: number) => part.some(({ deed }) => deed && (deed.figure === id || deed.target === id));
  const shares = parts.map((): Change => ({ n: change.n }));
  for (const one of change.figures ?? []) {
    const place = parts.findLastIndex((part) => about(part, one.id));
    const share = shares[place < 0 ? end : place];
    share.figures = [...(share.figures ?? []), one];
    const way = change.ways?.filter((led) => led.figure === one.id);
    if (way?.length) share.ways = [...(share.ways ?? []), ...way];
  }
  const { pieces, markers, lost } = change;
  Object.assign(shares[end], { pieces, markers, lost });
  shares[last].rest = change.rest;
  return shares;
}

function moved(before: View, after: View, change: Change | null): Move[] {
  if (!change?.figures) return [];
  const was = new Map(before.figures.map((one) => [one.id, one]));
  const found: Move[] = [];
  for (const { id } of change.figures) {
    const [from, to] = [was.get(id), after.figures.find((one) => one.id === id)];
    if (!from || !to || !onTable(from) || !onTable(to)) continue;
    const turned = !isRound(to) && from.facing !== to.facing;
    if (from.x === to.x && from.y === to.y && !turned) continue;
    const led = change.ways?.find((one) => one.figure === id)?.steps ?? [];
    const start: [number, number, number] = [from.x, from.y, from.facing];
    const end: [number, number, number] = [to.x, to.y, to.facing];
    // What the engine knows of the way counts where it leads to where the figure now is.
    const fits = led.length > 0 && Math.hypot(led[led.length - 1][0] - to.x, led[led.length - 1][1] - to.y) < 300;
    found.push({ id, seat: to.seat, way: fits ? [start, ...led.slice(0, -1), end] : [start, end] });
  }
  return found;
}

function fallen(before: View, after: View, change: Change | null): Beat["falls"] {
  const ids = new Set([...(change?.figures ?? []).map((one) => one.id)]);
  const now = new Map(after.figures.map((one) => [one.id, one]));
  return before.figures.flatMap((figure) => {
    if (!ids.has(figure.id) || !onTable(figure)) return [];
    const then = now.get(figure.id);
    if (then?.state === "gone") return [{ figure, gone: then.poses.includes("fallen") }];
    return then && onTable(then) && then.poses.includes("lying") && !figure.poses.includes("lying") ? [{ figure, gone: false }] : [];
  });
}

function hurt(before: View, after: View, change: Change | null): Beat["hurts"] {
  const was = new Map(before.figures.map((one) => [one.id, one]));
  return (change?.figures ?? []).flatMap(({ id }) => {
    const figure = after.figures.find((one) => one.id === id);
    const lost = (was.get(id)?.strength?.left ?? 0) - (figure?.strength?.left ?? 0);
    return figure?.strength && lost > 0 && onTable(figure) ? [{ figure, lost }] : [];
  });
}

function called(events: Ev[], before: View, after: View): Call | null {
  const heading = events.find((one) => one.heading);
  const passes = events.find((one) => one.deed?.kind === "pass");
  const reacts = events.find((one) => one.deed?.kind === "react");
  if (heading) return { kind: "turn", seat: after.active, words: heading.text };
  if (passes) return { kind: "pass", seat: after.active, words: passes.text };
  if (reacts) return { kind: "react", seat: -1, words: reacts.text };
  if (after.active !== before.active && after.active >= 0 && after.turn > 0) return { kind: "turn", seat: after.active, words: { en: "", fr: "" } };
  return null;
}

/** What is said of events: what was told, else what was decided. */
function worded(events: Ev[]): Words[] {
  const told = events.filter((one) => one.event === "told" && one.text.en && !one.heading);
  const main = told.filter((one) => one.deed && one.deed.kind !== "act");
  const all = (main.length ? [...main, ...told.slice(-1)] : told.length ? told : events.filter((one) => one.event === "chosen" && one.text.en)).map((one) => one.text);
  return all.filter((one, i) => all.findIndex((other) => other.en === one.en) === i).slice(0, 2);
}

function made(events: Ev[], before: View, after: View, change: Change | null): Beat {
  const moves = moved(before, after, change);
  const falls = fallen(before, after, change);
  const deeds = events.flatMap((one) => one.deed ?? []);
  const strikes = deeds.filter((one): one is typeof one & Strike => (ATTACKS as string[]).includes(one.kind) && one.figure >= 0).map(({ kind, figure, target }) => ({ kind, figure, target }));
  const rolls = events.filter((one) => one.event === "rolled" && one.faces?.length);
  const thrown = events.findIndex((one) => one === rolls[0]);
  const actors = new Set([...moves.map((one) => one.id), ...strikes.flatMap((one) => [one.figure, one.target]), ...falls.map((one) => one.figure.id), ...rolls.map((one) => one.figure ?? -1)]);
  actors.delete(-1);
  return {
    ...{ n: events.at(-1)?.n ?? 0, events, before, after, moves, rolls, falls },
    strikes: strikes.filter((one, i) => strikes.findIndex((other) => other.figure === one.figure && other.target === one.target) === i),
    hurts: hurt(before, after, change),
    call: called(events, before, after),
    actors: [...actors],
    words: worded(thrown < 0 ? events : events.slice(0, thrown)),
    ends: thrown < 0 ? [] : worded(events.slice(thrown)),
  };
}

/** Is there anything to see? */
export const tells = (beat: Beat): boolean =>
  beat.moves.length + beat.strikes.length + beat.rolls.length + beat.falls.length + beat.hurts.length > 0 || beat.call !== null;

/** The beats of what happened, from a view on. */
export function beatsOf(view: View, events: Ev[], changes: Change[]): Beat[] {
  const found: Beat[] = [];
  let rest = events;
  const add = (some: Ev[], change: Change | null) => {
    const parts = cut(some);
    const shares = shared(parts, change);
    for (const [i, part] of parts.entries()) {
      const last = shares[i];
      const before = found.at(-1)?.after ?? view;
      const beat = made(part, before, last ? applied(before, last) : before, last);
      const idle = found.at(-1);
      // What shows nothing goes with what comes next.
      if (idle && !tells(idle)) found[found.length - 1] = { ...beat, events: [...idle.events, ...beat.events], before: idle.before, words: beat.words.length ? beat.words : idle.words };
      else found.push(beat);
    }
  };
  for (const change of changes) {
    add(rest.filter((one) => one.n <= change.n), change);
    rest = rest.filter((one) => one.n > change.n);
  }
  if (rest.length) add(rest, null);
  return struckLate(found);
}

/** A blow whose dice come with the next beat falls after them. */
function struckLate(beats: Beat[]): Beat[] {
  for (const [i, beat] of beats.entries()) {
    const next = beats[i + 1];
    if (!beat.strikes.length || beat.rolls.length || !next?.rolls.length || next.strikes.length) continue;
    next.strikes = beat.strikes;
    next.words = next.words.length ? next.words : beat.words;
    next.actors = [...new Set([...next.actors, ...beat.actors])];
    beat.strikes = [];
  }
  return beats;
}
