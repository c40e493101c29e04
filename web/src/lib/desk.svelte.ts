/** What one seat is doing about the decision that is due: whom it has chosen, what it looks at, what it has in hand. */

import { tick } from "svelte";
import * as api from "./api";
import { Counsel } from "./counsel.svelte";
import { Draft } from "./draft.svelte";
import { isRound, laid, onTable } from "./figures";
import { focusOn } from "./focus";
import { onHex } from "./hex";
import { aimsAt, handsOf, sorted, spot } from "./options";
import { Plan } from "./plan.svelte";
import { say, t } from "./prefs.svelte";
import { Prospects } from "./prospects.svelte";
import { standing, type Session } from "./session.svelte";
import { Several } from "./several.svelte";
import { inside } from "./shape";
import { Trials } from "./trials.svelte";
import { Troop } from "./troop.svelte";
import type { Answer, Choice, Due, Ev, Figure, Hand, Point, Prospect, Reason, Wish } from "./types";

/** How near a listed place a dragged figure jumps to it, in hundredths of a millimetre. */
const SNAP = 350;

/** The reach of so many enemies is shown at once. */
const MENACING = 6;

const same = (one: Answer, other: Answer): boolean => JSON.stringify(one) === JSON.stringify(other);

const isListed = (due: Due, answer: Answer): boolean => due.options?.some((one) => same(one.answer, answer)) === true;

/** Is it what is to be answered now, and nothing before it? */
export const isNext = (way: Prospect): boolean => same(way.steps[0], way.answer);

export class Desk {
  readonly trials: Trials;
  readonly prospects: Prospects;
  readonly plan: Plan;
  readonly draft: Draft;
  readonly counsel: Counsel;
  several = $state.raw<Several[]>([]);
  /** Those who may go together. */
  troop = $state.raw<Troop | null>(null);
  chosen = $state<number | null>(null);
  /** Does a hand that is drawn over the table gather figures, instead of moving the table? */
  gathering = $state(false);
  looked = $state<number | null>(null);
  /** On whom the pointer or the focus rests. */
  eyed = $state<number | null>(null);
  hinted = $state.raw<Choice | null>(null);
  /** What has been pointed out on the table, and is done by a second click. */
  meant = $state.raw<Prospect | null>(null);
  /** Somebody to whom nothing can be done, and why. */
  denied = $state.raw<Reason | null>(null);
  /** How far enemies reach, while that is shown. */
  threat = $state.raw<Point[][]>([]);
  private menaced = false;
  /** Where the figure in hand may go. */
  area = $state.raw<Point[][]>([]);
  /** Where the figure that is being placed was first put, which is where a small screen looks. */
  focused = $state.raw<Point | null>(null);
  private seen = "";

  constructor(readonly session: Session) {
    this.trials = new Trials(session.game, session.token);
    this.prospects = new Prospects(session.game, session.token);
    this.plan = new Plan(session.game, session.token);
    this.draft = new Draft(this.trials);
    this.counsel = new Counsel(session.game, session.token);
  }

  now = $derived.by(() => this.session.state!);
  view = $derived.by(() => this.now.view!);
  due = $derived.by(() => this.now.due);
  mine = $derived.by(() => this.due?.mine === true && this.due.seat === this.now.seat);
  hands = $derived.by(() => (this.due && this.mine ? handsOf(this.due) : []));
  offers = $derived.by(() => (this.due && this.mine ? sorted(this.due, this.hands) : null));
  /** Whom a hand may put on the table. */
  placeable = $derived.by(() => new Set(this.hands.filter((hand) => hand.gesture === "place").map((hand) => hand.figure)));
  figures = $derived.by(() => laid(this.view, this.placeable));
  byId = $derived.by(() => new Map<number, Figure>(this.figures.map((figure) => [figure.id, figure])));
  busy = $derived.by(() => this.session.busy || this.session.stage.playing);
  /** The figure that acts: the one chosen, else the one that the decision is about. */
  actor = $derived.by(() => (this.mine ? (this.chosen ?? this.due?.figure ?? -1) : -1));
  /** What the figure that acts could do to whom. */
  ways = $derived.by(() => (this.draft.open ? new Map<number, Prospect>() : this.prospects.byTarget));

  /** Has the other side's turn been interrupted? By what, in words. */
  interrupts = $derived.by(() => {
    const { active, turn } = this.view;
    if (!this.mine || active < 0 || active === this.due?.seat || !turn) return "";
    const told = standing(this.session.events).filter((event) => say(event.text));
    const others = (event: Ev) => event.event === "chosen" && event.seat !== this.now.seat;
    const causes = told.slice(told.findLastIndex(others) + 1).filter((event) => event.event !== "chosen");
    const said = causes.filter((event) => event.event !== "rolled");
    // What the other side does, and has announced with it, then what has come of it.
    const all = [...told.filter(others).slice(-2), ...(said.length ? said : causes).slice(-3)];
    return all.map((event) => say(event.text)).join(" ") || " ";
  });

  /** What dice have just brought about in one's own turn, where the decision is about that. */
  causes = $derived.by(() => {
    if (!this.mine || this.interrupts || !this.view.turn) return "";
    const told = standing(this.session.events).filter((event) => say(event.text));
    const since = told.slice(told.findLastIndex((event) => event.event === "chosen") + 1);
    if (!since.some((event) => event.event === "rolled")) return "";
    const said = since.slice(since.findLastIndex((event) => event.event === "rolled") + 1);
    return said.slice(-2).map((event) => say(event.text)).join(" ");
  });

  /** Start anew if the game has gone on. */
  renew(): void {
    const asked = `${this.due?.why ?? ""} ${this.due?.figure ?? ""}`;
    const key = `${this.now.version} ${asked}`;
    if (key === this.seen) return;
    // Where the same is asked again a hand goes on from where it holds the figure; another question has nothing to do with it.
    if (!this.seen.endsWith(` ${asked}`)) this.plan.take(null, null);
    this.seen = key;
    this.trials.reset();
    this.prospects.reset();
    this.counsel.reset();
    this.draft.cancel();
    this.chosen = null;
    this.forget();
    this.gathering = false;
    this.hinted = null;
    this.several = this.hands.filter((hand) => hand.gesture === "many").map((hand) => new Several(hand));
    const together = this.hands.find((hand) => hand.gesture === "shift");
    this.troop = together ? new Troop(this.session.game, this.session.token, together) : null;
    this.inHand(this.handsFor(this.due?.figure ?? -1)[0] ?? null);
    if (this.mine && this.due?.kind === "choose") void this.prospects.about(this.due.figure);
  }

  /** The hands that shape answers of one figure. */
  handsFor(figure: number): Hand[] {
    if (figure < 0) return [];
    const shapes = (hand: Hand) => ["place", "move", "turn", "aim"].includes(hand.gesture);
    const own = this.hands.filter((hand) => shapes(hand) && (hand.figure === figure || hand.figures?.includes(figure)));
    return own.map((hand) => ({ ...hand, figure }));
  }

  /** The listed answers of a kind and a figure: proposals for its hand. */
  proposals(hand: Hand): Choice[] {
    const own = this.offers?.byFigure.get(hand.figure) ?? this.offers?.shaped ?? [];
    return own.filter((choice) => choice.kind === hand.kind);
  }

  /** Is it a kind of listed answers, and none that the system lets a hand shape? */
  private isListed(hand: Hand): boolean {
    return !this.due?.hands?.some((one) => one.kind === hand.kind);
  }

  /** Take a figure in hand for a kind of answer. */
  inHand(hand: Hand | null): void {
    const held = this.plan.figure && this.plan.figure.id === hand?.figure && !this.plan.turning ? this.plan.held : null;
    const model = hand && this.isListed(hand) ? (this.proposals(hand).find((choice) => choice.place !== undefined) ?? this.proposals(hand)[0]) : null;
    this.plan.take(hand, this.byId.get(hand?.figure ?? -1) ?? null, model);
    this.area = [];
    if (hand?.reach) void this.fetchReach(hand.figure);
    if (held && (hand?.gesture === "move" || this.plan.aiming)) this.plan.drag(held.x, held.y);
  }

  /** Let go of what was moved; the figure stays in hand. */
  drop(): void {
    const hand = this.plan.hand;
    if (hand && (this.due?.figure ?? -1) < 0) {
      this.choose(null);
      return;
    }
    this.plan.take(null, null);
    this.inHand(hand);
  }

  /** See how far enemies reach: the one that is looked at, else those nearest to the one who acts; or no longer. */
  async menace(on: boolean): Promise<void> {
    this.menaced = on;
    this.threat = [];
    if (!on) return;
    const from = this.byId.get(this.actor);
    const foes = this.figures.filter((one) => onTable(one) && one.seat !== this.now.seat);
    const far = (one: Figure) => (from ? Math.hypot(one.x - from.x, one.y - from.y) : 0);
    const near = foes.some((one) => one.id === this.eyed) ? foes.filter((one) => one.id === this.eyed) : foes.sort((a, b) => far(a) - far(b)).slice(0, MENACING);
    for (const foe of near) {
      const found = await api.reach(this.session.game, this.session.token, foe.id).catch(() => null);
      if (found && this.menaced) this.threat = [...this.threat, ...found.polygons];
    }
  }

  private async fetchReach(figure: number): Promise<void> {
    const version = this.now.version;
    try {
      const found = await api.reach(this.session.game, this.session.token, figure);
      if (this.now.version === version && this.plan.figure?.id === figure) this.area = found.polygons;
    } catch (error) {
      if (!(error instanceof api.Refused)) throw error;
    }
  }

  // ------------------------------------------------------------ choosing

  choose(id: number | null): void {
    this.chosen = id;
    this.forget();
    if (this.mine) void this.prospects.about(this.actor);
    const offered = id === null ? [] : (this.offers?.byFigure.get(id) ?? []);
    const hand = id === null ? null : (this.handsFor(id)[0] ?? null);
    if (this.due && this.due.figure < 0) this.inHand(hand);
    const listed = hand && this.plan.placing ? this.proposals(hand).find(spot) : undefined;
    if (listed) {
      this.plan.follow(listed);
      this.focused = spot(listed);
    } else if (offered[0] && !hand) this.hint(offered[0]);
    if (id === null) return;
    this.looked = id;
    void tick().then(() => focusOn(".decision .group:not(.rest) .choice", ".decision .group h3"));
  }

  /** The only thing that a figure may do, where a hand does not shape it. */
  only(id: number): Choice | null {
    const offered = this.offers?.byFigure.get(id) ?? [];
    return offered.length === 1 && !this.handsFor(id).length ? offered[0] : null;
  }

  /** Is it merely asked who acts next? Each could do one thing, and the same: a click on a figure says it all, and is taken back with one. */
  private get asksWho(): boolean {
    const all = [...(this.offers?.byFigure ?? [])];
    return all.every(([id, choices]) => this.only(id) !== null && choices[0].kind === all[0][1][0].kind && aimsAt(choices[0]) === null);
  }

  /** Choose a figure out of the list of them; where it may do one thing only, that is done. */
  elect(id: number): void {
    const only = this.only(id);
    if (only) this.take(only);
    else this.choose(id);
  }

  /** Look at a figure of the list, and at the only thing that it may do. */
  consider(id: number): void {
    this.looked = id;
    this.hint(this.only(id));
  }

  pick(id: number, more = false): void {
    const seen = this.byId.get(id);
    if (this.plan.turning && seen && id !== this.plan.figure?.id) {
      this.put(seen.x, seen.y);
      return;
    }
    this.looked = id;
    if (this.only(id) && (this.chosen === id || this.asksWho) && !this.busy) {
      this.elect(id);
      return;
    }
    if (this.troop?.may(id) && (more || this.gathering)) {
      this.gather([id], more);
      return;
    }
    this.troop?.choose([]);
    const figure = this.byId.get(id)!;
    const aim = this.several.find((one) => one.aiming(id).length);
    const one = this.several.find((one) => one.may(id));
    if (one?.isPlain(id)) one.flip(id);
    else if (one?.hand.ways) one.next(id);
    else if (one) {
      one.choose([id], more || this.gathering);
      this.chosen = id;
    } else if (aim) aim.aim(id);
    else if (this.plan.aiming && !this.ways.has(id) && onTable(figure) && !this.handsFor(id).some((hand) => hand.gesture === "aim")) this.plan.drag(figure.x, figure.y);
    else if (this.offers?.byFigure.has(id) || this.handsFor(id).length) this.choose(id);
    else void this.engage(id);
  }

  /** What can best be done to somebody is shown first, and done when that one is clicked again; else it is said why nothing can. */
  async engage(id: number): Promise<void> {
    const { actor } = this;
    if (this.busy || !this.mine || id === actor) return;
    await this.prospects.about(actor);
    const way = this.ways.get(id);
    if (way && this.meant === way && way.steps.length) await this.confirm();
    else if (way) this.mean(way);
    else if (this.offers?.aimed.has(id)) this.hint(this.offers.aimed.get(id)![0]);
    else if (actor >= 0 && this.byId.get(id)?.seat !== this.byId.get(actor)?.seat) {
      const reasons = await this.prospects.explain();
      this.letGo();
      this.hinted = null;
      this.trials.reset();
      this.denied = reasons.find((one) => one.target === id) ?? reasons.find((one) => one.kind === "activate") ?? null;
    }
  }

  /** Point out what would be done. */
  private mean(way: Prospect): void {
    this.letGo();
    this.look(way);
    this.meant = way;
  }

  /** The way to somebody is looked at; where something else comes first, there is nothing to try yet. */
  private look(way: Prospect): void {
    if (isNext(way)) this.hint(this.asChoice(way));
    else {
      this.hinted = null;
      this.trials.reset();
    }
  }

  /** A way in words; and by whom, where it is not the one who acts anyway. */
  worded(way: Prospect): string {
    const who = way.figure === this.actor ? "" : say(this.byId.get(way.figure)?.name);
    return who ? t("prospect.who", { who, what: say(way.words) }) : say(way.words);
  }

  private asChoice(way: Prospect): Choice {
    const listed = this.due?.options?.find((one) => same(one.answer, way.answer));
    const { answer, kind, target, x, y } = way;
    return listed ?? { id: `way-${target}`, answer, kind, text: way.words, figure: this.actor, ...(x === undefined ? { target } : { x, y }) };
  }

  /** What was moved is put back, and stays in hand. */
  private letGo(): void {
    const { hand } = this.plan;
    if (!this.plan.active) return;
    this.plan.take(null, null);
    this.inHand(hand);
  }

  /** Nothing is pointed out any more. */
  private forget(): void {
    this.meant = null;
    this.denied = null;
  }

  /** May several be gathered, to be moved or given a target together? */
  get gathers(): boolean {
    return this.draft.open || this.troop !== null || this.several.some((one) => !one.hand.able?.every(([id]) => one.isPlain(id)));
  }

  /** Those who have been gathered. */
  get gathered(): Set<number> {
    if (this.draft.open) return this.draft.chosen;
    return this.troop?.chosen ?? new Set(this.several.flatMap((one) => [...one.chosen]));
  }

  /** Gather these, to go or to aim together; one that is among them already leaves them. */
  gather(ids: number[], more: boolean): void {
    const { troop } = this;
    if (this.draft.open) {
      this.draft.choose(ids, more);
      return;
    }
    this.several.forEach((one) => one.choose(ids, more));
    if (!troop) return;
    ids = ids.filter((id) => troop.may(id));
    this.choose(null);
    if (ids.length === 1) troop.flip(ids[0]);
    else if (more) troop.add(ids);
    else troop.choose(ids);
  }

  /** What would come of what several are to do. */
  weigh(several: Several): void {
    if (several.pairs.size) this.trials.ask({ wish: several.wish }, several.label, 250);
    else this.trials.reset();
  }

  /** The troop goes. */
  async march(troop: Troop): Promise<void> {
    const trial = await troop.known();
    if (trial?.legal) await this.answer(trial.answer);
  }

  /** A piece that is aimed at: what may be done to it is shown, and the first answer is at hand. */
  pickPiece(id: number): void {
    const choice = this.due?.options?.find((one) => one.piece === id);
    if (!choice) return;
    const button = document.querySelector<HTMLElement>(`.decision [data-choice="${choice.id}"]`);
    button?.closest("details")?.setAttribute("open", "");
    this.hint(choice);
    button?.focus();
  }

  /** May the computer be asked what it would do? Not where people play each other from different places. */
  mayAsk = $derived.by(() => this.mine && this.due?.kind === "choose" && (this.due.options?.length ?? 0) > 1 && !this.now.seats.some((one) => one.kind === "link"));

  /** The listed answer that is the same. */
  listed(answer: Answer): Choice | undefined {
    return this.due?.options?.find((one) => same(one.answer, answer));
  }

  /** See an answer on the table, whatever is in hand; where it says who acts, that one is chosen. */
  show(choice: Choice): void {
    this.letGo();
    if (choice.figure !== undefined && this.offers?.byFigure.has(choice.figure)) this.choose(choice.figure);
    this.letGo();
    this.hint(choice);
  }

  hint(choice: Choice | null): void {
    if (this.draft.open || !choice || this.busy || (this.plan.active && choice.kind === this.plan.kind)) return;
    this.forget();
    this.hinted = choice;
    this.trials.ask({ answer: choice.answer }, say(choice.text));
  }

  /** Look away from an answer: what is in hand is seen again. */
  unhint(): void {
    if (this.plan.active && !this.busy) this.hinted = null;
  }

  hover(id: number | null): void {
    const left = this.eyed;
    this.eyed = id;
    if (this.meant || this.denied || this.plan.active) return;
    if (id === null) {
      // What was seen of somebody is gone when one looks away; the odds stay until something else is looked at.
      if (left !== null && this.ways.get(left)?.x !== undefined) this.hinted = null;
      return;
    }
    this.looked = id;
    const way = this.ways.get(id);
    if (way) this.look(way);
    else if (this.offers?.aimed.has(id)) this.hint(this.offers.aimed.get(id)![0]);
  }

  /** Take an answer as it is listed, or change its places first where a hand may. */
  take(choice: Choice): void {
    const hand = this.hands.find((one) => one.kind === choice.kind && one.gesture === "places");
    if (!hand || !choice.places?.length) {
      void this.answer(choice.answer);
      return;
    }
    this.hinted = null;
    this.draft.begin(choice, hand);
    void tick().then(() => focusOn(".decision .primary"));
  }

  async answer(what: Answer): Promise<void> {
    this.trials.reset();
    await this.session.answer(what);
  }

  /** Give the answer that the rules make of a wish. */
  async give(wish: Wish): Promise<void> {
    const trial = await api.tried(this.session.game, this.session.token, { wish });
    if (trial.legal) await this.answer(trial.answer);
    else if (trial.reason) this.session.error = { words: trial.reason, rule: trial.rule ?? null };
  }

  /** Do what is laid out: the figure in hand, or the places of several. */
  async confirm(): Promise<void> {
    if (this.draft.open) {
      await this.give(this.draft.wish);
      return;
    }
    if (this.meant) {
      await this.carryOut(this.meant);
      return;
    }
    if (this.troop?.active) {
      await this.march(this.troop);
      return;
    }
    const trial = this.plan.active ? await this.plan.known() : null;
    if (trial?.legal) await this.answer(trial.answer);
  }

  /** All that it takes, one answer after the other; it ends where somebody else has to decide first. */
  private async carryOut(way: Prospect): Promise<void> {
    this.trials.reset();
    const { seat } = this.now;
    for (const [i, step] of way.steps.entries()) {
      const due = this.session.real?.due;
      if (i && !(due?.mine && due.seat === seat && (due.figure === way.figure || isListed(due, step)))) return;
      if (!(await this.session.answer(step))) return;
    }
  }

  /** To the place that was pointed out, in another way; where that is not allowed, it is said why. */
  async goAs(hand: Hand): Promise<void> {
    this.inHand(hand);
    const trial = await this.plan.known();
    if (trial?.legal && this.plan.hand === hand) await this.answer(trial.answer);
  }

  /** Is something laid out that Enter and the tick on the table would do? */
  get ready(): boolean {
    if (this.busy || !this.mine) return false;
    if (this.meant) return this.meant.steps.length > 0;
    if (this.troop?.active) return !this.troop.refused;
    return this.draft.open ? this.trials.current?.legal !== false : this.plan.active && !this.plan.refused;
  }

  /** Let go of everything: nothing is chosen, laid out or moved. */
  cancel(): void {
    this.draft.cancel();
    this.troop?.choose([]);
    this.several.forEach((one) => one.choose([]));
    this.trials.reset();
    this.hinted = null;
    this.gathering = false;
    this.forget();
    if ((this.due?.figure ?? -1) < 0) this.choose(null);
    else if (this.plan.active) this.drop();
    this.chosen = null;
  }

  // ------------------------------------------------------------ moving

  /** Is anything in hand that is moved by steps? */
  get holds(): boolean {
    return this.draft.chosen.size > 0 || !!this.troop?.chosen.size || this.plan.figure !== null;
  }

  /** What is in hand goes so far. */
  push(dx: number, dy: number): void {
    if (this.draft.chosen.size) this.draft.shift(dx, dy, true);
    else if (this.troop?.chosen.size) {
      this.troop.go(this.troop.by[0] + dx, this.troop.by[1] + dy);
      void tick().then(() => focusOn("#ranks-go"));
    } else this.nudge(dx, dy);
  }

  nudge(dx: number, dy: number): void {
    const { plan } = this;
    if (!plan.figure) return;
    const { width, depth, hex_width } = this.view.table;
    const from = plan.held ?? plan.end();
    // On hexagons a step goes from one to the next, however small it is meant.
    const stride = (by: number) => (hex_width ? Math.sign(by) * hex_width : by);
    const within = (value: number, most: number) => (plan.placing ? value : Math.max(0, Math.min(most, value)));
    const [x, y] = this.settled(from.x + stride(dx), from.y + stride(dy));
    this.hinted = null;
    this.forget();
    if (plan.turning) this.put(from.x + dx, from.y + dy);
    else if (plan.free) plan.drag(within(x, width), within(y, depth));
    else this.put(from.x, from.y, [Math.sign(dx), Math.sign(dy)]);
    void tick().then(() => focusOn("#step-go"));
  }

  /** The figure in hand turned by so much, to the left. */
  swing(by: number): void {
    const { plan } = this;
    if (!plan.figure || !plan.hand?.turns || (plan.aiming && !plan.held)) return;
    plan.turn((plan.held ?? plan.end()).facing + by);
    void tick().then(() => focusOn("#step-go"));
  }

  /** Where a figure comes to stand that a hand puts down here: on hexagons, in the middle of one. */
  private settled(x: number, y: number): Point {
    const width = this.view.table.hex_width;
    return width ? onHex(x, y, width) : [x, y];
  }

  /** The places that are listed for the hand, where at most the place changes. */
  get spots(): Point[] {
    const { hand } = this.plan;
    return hand && !this.draft.open && this.isListed(hand) ? this.proposals(hand).map(spot).filter((one) => one !== null) : [];
  }

  /** Close to a listed place (often just in contact with somebody) a hand means that place; with a direction, one that lies there. */
  private put(x: number, y: number, [dx, dy]: Point = [0, 0]): void {
    const hand = this.plan.hand!;
    if (this.plan.turning) {
      this.plan.lookAt(x, y);
      return;
    }
    let [found, best]: [Choice | null, number] = [null, this.plan.free ? SNAP : Infinity];
    for (const choice of this.isListed(hand) ? this.proposals(hand) : []) {
      const [sx, sy] = spot(choice) ?? [Infinity, Infinity];
      const far = Math.hypot(sx - x, sy - y);
      const ahead = (sx - x) * dx + (sy - y) * dy;
      if (far < best && ((!dx && !dy) || ahead > far / 2)) [found, best] = [choice, far];
    }
    if (found) this.plan.drag(found.x!, found.y!, found);
    else if (this.plan.free) this.plan.drag(...this.settled(x, y));
  }

  private under(x: number, y: number): Figure | undefined {
    return this.view.figures.find((one) => onTable(one) && (isRound(one) ? Math.hypot(one.x - x, one.y - y) <= one.radius : inside(one.outline, x, y)));
  }

  drag(id: number, x: number, y: number, done: boolean): void {
    this.hinted = null;
    this.forget();
    const aiming = this.several.find((one) => one.may(id) && !one.isPlain(id));
    if (aiming) {
      this.chosen = id;
      if (!aiming.chosen.has(id)) aiming.choose([id]);
      const target = this.under(x, y);
      if (done && target) aiming.aiming(target.id).forEach((one) => aiming.put(one, target.id));
    } else if (this.draft.open) this.draft.move(id, this.settled(x, y), done);
    else if (this.troop?.chosen.has(id)) {
      const figure = this.byId.get(id)!;
      this.troop.go(x - figure.x, y - figure.y);
    } else {
      if (this.plan.figure?.id !== id && (this.offers?.byFigure.has(id) || this.handsFor(id).length)) {
        this.chosen = id;
        void this.prospects.about(id);
        this.inHand(this.handsFor(id)[0] ?? null);
      }
      if (this.plan.figure?.id !== id) return;
      const under = done ? this.under(x, y) : undefined;
      if (under && under.id !== id && this.ways.has(under.id) && this.byId.get(under.id)?.seat !== this.byId.get(id)?.seat) void this.engage(under.id);
      else {
        this.put(x, y);
        if (done) void this.stretch();
      }
    }
  }

  async ground(x: number, y: number): Promise<void> {
    this.forget();
    if (this.draft.open || !this.plan.figure || (this.plan.placing && this.plan.held)) return;
    this.hinted = null;
    if (this.plan.bends) await this.plan.bend();
    this.put(x, y);
    await this.stretch();
  }

  /** Where the way in hand does not lead so far, another of the figure's may: it is taken in hand instead. */
  private async stretch(): Promise<void> {
    const first = this.plan.hand;
    if (first?.gesture !== "move") return;
    const others = this.handsFor(first.figure).filter((one) => one.gesture === "move" && one.kind !== first.kind);
    for (const next of [...others, first]) {
      const { hand, held } = this.plan;
      const refused = (await this.plan.known())?.legal === false;
      if (!refused || this.plan.hand !== hand || this.plan.held !== held) return;
      this.inHand(next);
    }
  }
}
