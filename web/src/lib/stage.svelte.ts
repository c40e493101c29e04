/** The stage: plays what happened beat by beat, keeps the last beats to look back at, and is skipped at once by whoever wants to go on. */

import { tick } from "svelte";
import { tells, type Beat, type Call, type Strike } from "./beats";
import * as motion from "./motion";
import { prefs, type Pace } from "./prefs.svelte";
import { Frame } from "./shape";
import { sound } from "./sounds";
import type { Ev, Figure, Point, View } from "./types";

/** A way that somebody went; it fades after a while. */
export interface Trail {
  key: number;
  seat: number;
  points: Point[];
}

/** Where somebody fell. */
export interface Fallen {
  key: number;
  at: Point;
}

/** Something written beside a figure for a moment. */
export interface Note {
  key: number;
  at: Point;
  text: string;
}

/** How long things take, in milliseconds at a calm pace. */
const TIME = { dice: 1050, blow: 420, shot: 520, spell: 620, fall: 480, hurt: 350, call: 650, least: 380, most: 900 };
/** Milliseconds for a hundredth of a millimetre on the way. */
const GAIT = 0.055;
const SHARE: Record<Pace, number> = { calm: 1, quick: 0.4, off: 0 };
/** How long trails and the marks of the fallen stay. */
const STAY = 7000;
const TRAILS = 14;
/** So many beats can be looked back at. */
const KEPT = 150;
/** More waiting than this, in milliseconds, is made up for by going faster, but at most so many times as fast. */
const PATIENCE = 6000;
const HASTE = 3;

export class Stage {
  /** The picture to show instead of the one that the game is at. */
  scene = $state.raw<View | null>(null);
  playing = $state(false);
  /** Are figures on their way? Their names wait at the end of it. */
  gliding = $state(false);
  /** What is being shown. */
  beat = $state.raw<Beat | null>(null);
  /** Is told what came of its dice? Not before they lie. */
  known = $state(false);
  /** The dice that lie on the table now. */
  rolls = $state.raw<Ev[]>([]);
  strikes = $state.raw<Strike[]>([]);
  trails = $state.raw<Trail[]>([]);
  graves = $state.raw<Fallen[]>([]);
  notes = $state.raw<Note[]>([]);
  call = $state.raw<Call | null>(null);
  /** What the camera should have in sight. */
  sight = $state.raw<Point[]>([]);
  history = $state.raw<Beat[]>([]);
  /** The place in the history that is looked at, null for the present. */
  looking = $state<number | null>(null);
  /** So many times as fast as the reader's pace. */
  haste = 1;

  private act = 0;
  private count = 0;
  private hurry: (() => void) | null = null;
  private animations: Animation[] = [];
  private calling: ReturnType<typeof setTimeout> | undefined;

  /** Is anything shown at all? Not on a page that nobody sees. */
  get open(): boolean {
    return SHARE[prefs.pace] > 0 && !document.hidden;
  }

  /** Show beats one after the other; `backlog` is how many others wait. Returns false if it was broken off. */
  async play(beats: Beat[], backlog: () => number, shown: (beat: Beat) => void): Promise<boolean> {
    const act = ++this.act;
    this.now();
    this.playing = true;
    for (const beat of beats) {
      if (tells(beat)) await this.perform(beat, act, this.share(beats.length + backlog()));
      if (act !== this.act) return false;
      this.scene = beat.after;
      this.keep([beat]);
      shown(beat);
    }
    return true;
  }

  /** Break off what is shown; whose turn it was is called out no longer. */
  stop(): void {
    this.act += 1;
    this.hurry?.();
    if (this.call?.kind === "turn") this.call = null;
    this.clear();
    this.rest();
  }

  /** The picture is that of the game again. */
  settle(): void {
    this.scene = null;
  }

  /** Nothing goes on any more. */
  rest(): void {
    this.playing = false;
    this.scene = null;
    this.sight = [];
  }

  private clear(): void {
    this.gliding = false;
    for (const one of this.animations) one.cancel();
    this.animations = [];
    this.rolls = [];
    this.strikes = [];
    this.notes = [];
    this.beat = null;
  }

  /** Remember beats; those that show nothing are left out. */
  keep(beats: Beat[]): void {
    const telling = beats.filter(tells);
    if (telling.length) this.history = [...this.history, ...telling].slice(-KEPT);
  }

  /** What was taken back did not happen. */
  forget(after: number): void {
    this.history = this.history.filter((beat) => beat.n <= after);
  }

  /** How fast it goes: faster where much waits. */
  private share(waiting: number): number {
    const late = (waiting * TIME.dice) / PATIENCE;
    return SHARE[prefs.pace] / this.haste / Math.min(HASTE, Math.max(1, late));
  }

  private wait(time: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, time);
      this.hurry = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  // ------------------------------------------------------------ one beat

  private async perform(beat: Beat, act: number, share: number): Promise<void> {
    const going = () => act === this.act;
    const frame = new Frame(beat.before.table);
    const calm = motion.still();
    this.beat = beat;
    this.known = !beat.rolls.length;
    this.scene = beat.before;
    this.look(beat);
    if (beat.call && beat.call.kind !== "pass") await this.called(beat.call, share);
    if (going() && beat.rolls.length) await this.throwDice(beat, share);
    if (going() && beat.strikes.length) await this.strike(beat, frame, share, calm);
    if (going() && beat.falls.length) await this.fell(beat, frame, share, calm);
    if (!going()) return;
    this.scene = beat.after;
    await tick();
    if (going() && beat.moves.length) await this.go(beat, frame, share, calm);
    if (going() && beat.hurts.length) await this.hurt(beat, share);
    if (going() && beat.call?.kind === "pass") await this.called(beat.call, share);
    if (going()) this.clear();
  }

  private async called(call: Call, share: number): Promise<void> {
    this.announce(call);
    await this.wait(TIME.call * share);
  }

  private look(beat: Beat): void {
    const ids = new Set(beat.actors);
    const there = beat.before.figures.filter((one) => ids.has(one.id) && one.state === "table").map((one): Point => [one.x, one.y]);
    const ends = beat.moves.map(({ way }): Point => [way[way.length - 1][0], way[way.length - 1][1]]);
    this.sight = [...there, ...ends];
  }

  private async throwDice(beat: Beat, share: number): Promise<void> {
    this.rolls = beat.rolls;
    sound("dice");
    await this.wait(TIME.dice * share);
    this.known = true;
  }

  private async strike(beat: Beat, frame: Frame, share: number, calm: boolean): Promise<void> {
    const kind = beat.strikes[0].kind;
    const time = TIME[kind] * share;
    const find = (id: number): Figure | undefined => beat.before.figures.find((one) => one.id === id);
    this.strikes = beat.strikes;
    sound(kind === "shot" ? "arrow" : kind);
    for (const one of calm ? [] : beat.strikes) {
      const from = find(one.figure);
      if (one.kind === "blow" && from) this.run(motion.lunge(from, find(one.target), frame, time));
    }
    await this.wait(time);
    this.strikes = [];
  }

  private async fell(beat: Beat, frame: Frame, share: number, calm: boolean): Promise<void> {
    const time = TIME.fall * share;
    sound("fall");
    for (const { figure, gone } of beat.falls) {
      if (!calm) this.run(motion.topple(figure, gone, frame, time));
      if (gone) this.leaveGrave({ key: ++this.count, at: [figure.x, figure.y] });
    }
    await this.wait(time);
    for (const one of this.animations) one.cancel();
  }

  private async go(beat: Beat, frame: Frame, share: number, calm: boolean): Promise<void> {
    const lengths = beat.moves.map(({ way }) => way.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - way[i][0], y - way[i][1]), 0));
    const time = Math.max(TIME.least, Math.min(TIME.most, Math.max(...lengths) * GAIT)) * share;
    sound("step");
    for (const [i, move] of beat.moves.entries()) {
      const figure = beat.after.figures.find((one) => one.id === move.id);
      if (lengths[i] > 100) this.leaveTrail({ key: ++this.count, seat: move.seat, points: move.way.map(([x, y]): Point => [x, y]) });
      if (figure && !calm) this.run(motion.glide(move, figure, frame, time));
    }
    this.gliding = !calm;
    await this.wait(time);
    this.gliding = false;
  }

  private async hurt(beat: Beat, share: number): Promise<void> {
    this.notes = beat.hurts.map(({ figure, lost }) => ({ key: ++this.count, at: [figure.x, figure.y], text: `−${lost}` }));
    await this.wait(TIME.hurt * share);
  }

  private run(animation: Animation | null): void {
    if (animation) this.animations.push(animation);
  }

  private leaveTrail(trail: Trail): void {
    this.trails = [...this.trails, trail].slice(-TRAILS);
    setTimeout(() => (this.trails = this.trails.filter((one) => one !== trail)), STAY);
  }

  private leaveGrave(grave: Fallen): void {
    this.graves = [...this.graves, grave];
    setTimeout(() => (this.graves = this.graves.filter((one) => one !== grave)), STAY);
  }

  /** Put up a banner for a moment. */
  announce(call: Call): void {
    clearTimeout(this.calling);
    this.call = call;
    this.calling = setTimeout(() => (this.call = null), 2200 * Math.max(0.5, SHARE[prefs.pace]));
  }

  // ------------------------------------------------------------ looking back

  /** Show a beat of the past again; behind the last one is the present. */
  async lookAt(place: number): Promise<void> {
    this.stop();
    const beat = this.history[Math.max(0, place)];
    if (!beat) {
      this.now();
      return;
    }
    const act = ++this.act;
    this.trails = [];
    this.looking = Math.max(0, place);
    await this.perform(beat, act, Math.max(0.4, SHARE[prefs.pace]));
    if (act !== this.act) return;
    this.beat = beat;
    this.known = true;
    this.scene = beat.after;
  }

  /** Back to the present. */
  now(): void {
    if (this.looking === null) return;
    this.act += 1;
    this.hurry?.();
    this.looking = null;
    this.trails = [];
    this.clear();
    this.rest();
  }
}
