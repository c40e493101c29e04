/** The keyboard at one seat's table: what each key does, where the focus goes, and what is said aloud where it does not go there. */

import { untrack } from "svelte";
import type { Desk } from "./desk.svelte";
import { onTable } from "./figures";
import { drawn, focusOn, isLost } from "./focus";
import { yard } from "./measure";
import { say } from "./prefs.svelte";
import type { Shown } from "./shown.svelte";
import type { Figure, Point } from "./types";

const SKIPS = ["Escape", " ", "Enter"];
const WAYS: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Has the focus a use of its own for what is typed? */
const takesKeys = (target: HTMLElement): boolean => !!target.closest("input, select, textarea, dialog");

export class Keyboard {
  /** Is the list of keys open? */
  listed = $state(false);
  /** Is anything measured: while a key is held, or until a button is pressed again? */
  measuring = $state(false);
  /** What is said aloud to those who do not see it. */
  spoken = $state("");
  private asked = "";

  constructor(
    private readonly desk: Desk,
    private readonly shown: Shown,
  ) {}

  /** The game has gone on: the focus is on what is asked now, or that is said where the focus is elsewhere. */
  async attend(): Promise<void> {
    const { now, due, mine, busy } = this.desk;
    const key = `${now.version} ${mine} ${!!now.result}`;
    const question = mine ? say(due?.question) : "";
    if (busy) return;
    await drawn();
    if (this.desk.busy || key === this.asked) return;
    this.asked = key;
    const one = document.activeElement;
    const stays = !isLost() && (!one?.closest(".decision") || one.matches("[data-faces], #question"));
    if (stays) this.say(question);
    else focusOn("#question");
  }

  /** Say something aloud; the same words twice are said twice. */
  private say(words: string): void {
    this.spoken = this.spoken === words ? `${words}\u00a0` : words;
  }

  /** Why nothing can be done to somebody is said as well as drawn. */
  refuse(): void {
    const words = say(this.desk.denied?.reason);
    if (words) untrack(() => this.say(words));
  }

  /** What had the focus may be gone after a key: then it is on the question. */
  private async keepPlace(): Promise<void> {
    await drawn();
    if (isLost() && !this.desk.busy) focusOn("#question");
  }

  down(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (takesKeys(target) || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() === "z") this.undo(event);
      return;
    }
    if (this.skips(event, target)) return;
    if (this.looks(event) || this.confirms(event, target) || this.moves(event, target)) return;
    if (event.key === "Escape") this.desk.cancel();
    else if (event.key === "w" && this.desk.plan.bends) void this.desk.plan.bend();
    else if (/^[1-9]$/.test(event.key)) document.querySelector<HTMLElement>(`.decision [data-key="${event.key}"]`)?.click();
    else if (event.key === "u") this.undo(event);
    else if (event.key === "c") document.querySelector<HTMLElement>(".counsel-ask")?.click();
  }

  up(event: KeyboardEvent): void {
    const key = event.key.toLowerCase();
    if (key === "m") this.measuring = false;
    if (key === "t") void this.desk.menace(false);
    if (!takesKeys(event.target as HTMLElement)) void this.keepPlace();
  }

  private undo(event: KeyboardEvent): void {
    if (!this.desk.now.undo) return;
    event.preventDefault();
    void this.desk.session.undo();
  }

  /** Whoever presses a key while deeds are shown goes on at once; the key itself counts where it is their move. */
  private skips(event: KeyboardEvent, target: HTMLElement): boolean {
    const { session } = this.desk;
    if (!session.stage.playing && session.stage.looking === null) return false;
    const waits = SKIPS.includes(event.key);
    if (waits ? target.closest(".deeds") : !session.awaited) return true;
    session.skip();
    if (waits) event.preventDefault();
    return waits;
  }

  /** Keys by which one looks about: they change nothing. */
  private looks(event: KeyboardEvent): boolean {
    const { desk } = this;
    const by = event.shiftKey ? -1 : 1;
    switch (event.key.toLowerCase()) {
      case "m":
        this.measuring = true;
        return true;
      case "t":
        if (!event.repeat) void desk.menace(true);
        return true;
      case "?":
        this.listed = true;
        return true;
      case "n":
        this.next([...this.shown.lit], by);
        return true;
      case "x":
        this.next(this.foes(), by);
        return true;
    }
    return false;
  }

  /** Those whom one could do something to; else everybody of the other sides. */
  private foes(): number[] {
    const { targets } = this.shown;
    if (targets.size) return [...targets];
    return this.desk.figures.filter((one) => onTable(one) && one.seat !== this.desk.now.seat).map((one) => one.id);
  }

  /** The focus goes on from the one that has it. */
  private next(all: number[], by: number): void {
    const here = document.activeElement?.closest<HTMLElement>("[data-figure]")?.dataset.figure;
    const at = all.indexOf(Number(here ?? this.desk.looked ?? -1));
    this.focusFigure(all[at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length]);
  }

  private focusFigure(id: number | undefined): void {
    document.querySelector<SVGElement>(`.figure[data-figure="${id}"]:not(.ghost) [role="button"]`)?.focus();
  }

  private confirms(event: KeyboardEvent, target: HTMLElement): boolean {
    if (event.key !== "Enter" || !this.desk.ready || target.closest("button, a, summary, [role=button]")) return false;
    event.preventDefault();
    void this.desk.confirm();
    return true;
  }

  /** What is in hand is moved or turned; with empty hands the focus goes from figure to figure. */
  private moves(event: KeyboardEvent, target: HTMLElement): boolean {
    const { desk } = this;
    const turn = { q: 1, e: -1 }[event.key.toLowerCase()];
    const way = target.closest(".log, [role=tablist]") ? undefined : WAYS[event.key];
    if (turn && desk.plan.hand?.turns) desk.swing(turn * (event.shiftKey ? 100 : 500));
    else if (way && desk.holds) {
      const stride = yard(desk.view.table) / (event.shiftKey ? 10 : 2);
      desk.push(way[0] * stride, way[1] * stride);
    } else if (way && target.closest(".figure")) this.beside(target, way);
    else return false;
    event.preventDefault();
    return true;
  }

  /** The focus goes to the nearest figure in a direction. */
  private beside(target: HTMLElement, [dx, dy]: Point): void {
    const from = this.desk.byId.get(Number(target.closest<HTMLElement>("[data-figure]")?.dataset.figure));
    if (!from) return;
    const far = (one: Figure) => Math.hypot(one.x - from.x, one.y - from.y);
    const ahead = this.desk.figures.filter((one) => one !== from && (onTable(one) || one.aside) && (one.x - from.x) * dx + (one.y - from.y) * dy > far(one) / 2);
    this.focusFigure(ahead.sort((a, b) => far(a) - far(b))[0]?.id);
  }
}
