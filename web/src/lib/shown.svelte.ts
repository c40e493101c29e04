/** What the board shows of a seat's doings: who may act, what is in hand, who is aimed at. */

import type { Circle, Marked, Planned } from "../parts/Overlay.svelte";
import type { Desk } from "./desk.svelte";
import { carried, extent, onTable, token, within } from "./figures";
import { far, gap } from "./measure";
import { aimsAt, preview, spot } from "./options";
import { stood } from "./plan.svelte";
import { say, t } from "./prefs.svelte";
import { capital, inShort, lines, type Talk } from "./talk";
import type { Figure, Point, Prospect, Stand, Trial } from "./types";
import { vision } from "./vision";

export class Shown {
  constructor(private readonly desk: Desk) {}

  lit = $derived.by(() => {
    const { offers, due, several, troop, byId } = this.desk;
    if (!offers || !due) return new Set<number>();
    // Whoever leads others that may act, and has acted, only looks on.
    const leads = offers.byFigure.size > 0 && byId.get(due.figure)?.poses.includes("done");
    return new Set([...offers.byFigure.keys(), ...(troop?.figures ?? []), ...several.flatMap((one) => [...one.able.keys()]), ...(due.figure >= 0 && !leads ? [due.figure] : [])]);
  });

  targets = $derived.by(() => {
    const { offers, several, ways } = this.desk;
    return new Set([...(offers?.aimed.keys() ?? []), ...ways.keys(), ...several.flatMap((one) => [...one.chosen].flatMap((id) => one.able.get(id) ?? []))]);
  });

  /** The pieces that may be aimed at. */
  aimed = $derived.by(() => new Set((this.desk.mine ? (this.desk.due?.options ?? []) : []).flatMap((one) => one.piece ?? [])));

  movers = $derived.by(() => {
    const { draft, plan, several, placeable, troop, hands } = this.desk;
    if (draft.open) return new Set(draft.figures);
    const led = hands.flatMap((hand) => (hand.gesture === "move" || hand.gesture === "aim" ? (hand.figures ?? []) : []));
    return new Set([...led, ...(troop?.figures ?? []), ...(plan.figure ? [plan.figure.id] : []), ...several.flatMap((one) => [...one.able.keys()]), ...placeable]);
  });

  /** The zones of the sides are shown while somebody is put on the table. */
  zones = $derived.by(() => {
    const { placeable, hands, byId, view, mine } = this.desk;
    const laid = hands.filter((hand) => hand.gesture === "places").flatMap((hand) => hand.figures ?? []);
    // Before the first turn somebody is about to be, even where it is asked first who.
    const first = mine && view.turn === 0 && !hands.length && view.figures.some((one) => one.seat === this.desk.due?.seat && one.state === "beside");
    return first || [...placeable, ...laid].some((id) => byId.get(id)?.state === "beside");
  });

  /** What the figure sees on which the pointer rests, or that is being turned. */
  vision = $derived.by((): Point[] => {
    const { plan, eyed, byId, view } = this.desk;
    const turned = plan.turning && plan.figure ? { ...plan.figure, facing: plan.end().facing } : undefined;
    const figure = turned ?? (eyed === null ? undefined : byId.get(eyed));
    return figure && onTable(figure) && figure.sees ? vision(figure, figure.sees, view) : [];
  });

  arrows = $derived.by((): [number, number][] => {
    const meant = this.desk.several.filter((one) => !one.hand.ways).flatMap((one) => [...one.pairs].flatMap(([figure, targets]) => [...new Set(targets)].map((target): [number, number] => [figure, target])));
    const other = this.desk.meant;
    const by: [number, number][] = other && other.figure !== this.desk.actor ? [[other.figure, other.target]] : [];
    return [...this.desk.view.arrows, ...meant.filter(([, target]) => target >= 0), ...by];
  });

  /** What the answer at hand would cover. */
  areas = $derived.by((): Point[][] => {
    const { plan, trials } = this.desk;
    return (plan.active ? plan.trial : trials.current)?.areas ?? [];
  });

  /** Who is looked at: whom the pointer rests on, else who acts. */
  info = $derived.by(() => {
    const { byId, eyed, actor, looked } = this.desk;
    const known = [eyed, actor, looked, ...this.lit].map((id) => byId.get(id ?? -1));
    return known.find((one) => one && one.state !== "gone");
  });

  /** The signs of what could be done to whom. */
  signs = $derived.by((): Marked[] => {
    const { ways, byId, busy, meant } = this.desk;
    if (busy) return [];
    return [...ways.values()].flatMap((way) => {
      const figure = byId.get(way.target);
      return figure && onTable(figure) ? [{ figure, sign: way.sign, headline: way.headline, meant: meant === way }] : [];
    });
  });

  /** What is said at somebody on the table: what could be done to him, or why nothing can. */
  talk = $derived.by((): Talk | null => {
    const { denied, meant, eyed, ways, byId, plan } = this.desk;
    const refused = denied && byId.get(denied.target >= 0 ? denied.target : this.desk.actor);
    if (denied && refused && onTable(refused)) return { figure: refused, headline: null, lines: [...lines(say(denied.reason)), ...this.apart(refused)], denied: true, ready: false };
    const way = meant ?? (plan.active ? undefined : ways.get(eyed ?? -1));
    const figure = way && byId.get(way.target);
    return way && figure && onTable(figure) ? this.told(figure, way) : null;
  });

  /** How far somebody is from the one who acts. */
  private apart(other: Figure): string[] {
    const acting = this.desk.byId.get(this.desk.actor);
    if (!acting || acting.id === other.id || !onTable(acting) || this.desk.view.table.hex_width) return [];
    return [t("measure.bases", { far: far(this.desk.view.table, gap(acting, other)) })];
  }

  private told(figure: Figure, way: Prospect): Talk {
    const { trials, prospects, meant } = this.desk;
    const { first } = prospects.found ?? {};
    const early = first && !way.steps.length;
    const words = early ? t("prospect.first", { first: say(first), what: say(way.words) }) : this.desk.worded(way);
    const then = way.then ? t("prospect.then", { what: say(way.then) }) : inShort(trials.current);
    const shown = [...lines(capital(words), 3), ...lines(capital(then), 3)];
    return { figure, headline: trials.current?.headline ?? way.headline, lines: shown, denied: false, ready: meant === way && !early };
  }

  /** The circles of the figure that is looked at, and of the one that the decision is about while it has not acted. */
  rings = $derived.by((): Circle[] => {
    const { due, mine, byId } = this.desk;
    const about = mine ? byId.get(due?.figure ?? -1) : undefined;
    const whose = new Set([this.info, about?.poses.includes("done") ? undefined : about]);
    return [...[...whose].flatMap((one) => (one && onTable(one) ? this.circles(one) : [])), ...this.ranges()];
  });

  /** How far the figure that acts shoots. */
  private ranges(): Circle[] {
    const { prospects, byId, actor, view } = this.desk;
    const figure = byId.get(actor);
    if (!figure || !onTable(figure) || prospects.found?.figure !== actor) return [];
    const base = Math.max(...Object.values(extent(figure)));
    return prospects.found.ranges.map((length, i) => {
      const words = { en: t("range.band", { n: i + 1, far: far(view.table, length) }), fr: t("range.band", { n: i + 1, far: far(view.table, length) }) };
      return { id: `range-${i}`, radius: length + base, words, seat: figure.seat, x: figure.x, y: figure.y, written: far(view.table, length) };
    });
  }

  /** The circles of a figure and of those in its ranks. */
  private circles(figure: Figure): Circle[] {
    const all = [figure, ...within(this.desk.view, figure.id)];
    return all.flatMap((one) => one.rings.map((ring) => ({ ...ring, seat: one.seat, x: figure.x, y: figure.y })));
  }

  sight = $derived.by((): [Point, Point] | null => {
    const { hinted, due, byId } = this.desk;
    const target = hinted && aimsAt(hinted);
    if (!hinted || target === null || !due) return null;
    const [one, other] = [byId.get(hinted.figure ?? due.figure) ?? byId.get(due.figure), byId.get(target)];
    if (!one || !other || one === other || !onTable(one) || !onTable(other)) return null;
    return [[one.x, one.y], [other.x, other.y]];
  });

  centre = $derived.by((): Point | null => {
    const { plan, mine, due, chosen, byId, focused } = this.desk;
    if (plan.placing && plan.figure) return focused;
    const figure = mine && due ? byId.get(chosen ?? due.figure) : undefined;
    return figure && onTable(figure) ? [figure.x, figure.y] : null;
  });

  /** The figure in hand, or where the proposal that is looked at would take it. */
  planned = $derived.by((): Planned | null => {
    const { plan, hinted, byId, due, trials } = this.desk;
    if (plan.active && plan.figure) {
      const way: Point[] = plan.trial?.path?.length || !plan.held ? [] : [[plan.held.x, plan.held.y]];
      return this.way(plan.figure, plan.trial, plan.ghosts(), plan.placing ? null : way, plan.hand?.turns ?? false);
    }
    const figure = hinted ? byId.get(hinted.figure ?? due?.figure ?? -1) : undefined;
    const last = trials.current?.path?.at(-1);
    if (figure && last) return this.way(figure, trials.current, [{ figure: stood(figure, last), hand: false }], [], false);
    const place = hinted && spot(hinted);
    if (figure && place && onTable(figure) && (this.desk.meant || this.desk.eyed !== null)) return this.straight(figure, place, hinted.facing);
    return this.ready();
  });

  /** A straight way to a place that a trial does not draw. */
  private straight(figure: Figure, [x, y]: Point, facing?: number): Planned {
    const ghost = carried(figure, x, y, facing);
    const stand: Stand = { x, y, facing: ghost.facing, outline: ghost.outline, bases: ghost.bases, set: {} };
    return this.way(figure, { legal: true, ...this.desk.trials.current, path: [stand] }, [{ figure: ghost, hand: false }], [], false);
  }

  /** A figure that is ready to be moved only shows the grip by which it is turned. */
  private ready(): Planned | null {
    const { figure, hand } = this.desk.plan;
    if (!figure || !hand?.turns || hand.gesture === "place" || !onTable(figure)) return null;
    return { ghosts: [{ figure, hand: true }], path: [], way: [], fine: null, asking: false, label: "", turns: true };
  }

  private way(figure: Figure, trial: Trial | null, ghosts: Planned["ghosts"], beyond: Point[] | null, turns: boolean): Planned {
    const { asking } = this.desk.plan;
    const fine = trial ? trial.legal : null;
    const sign = fine === null ? "…" : fine ? "✓" : "✕";
    const label = typeof trial?.distance === "number" ? `${far(this.desk.view.table, trial.distance)} ${sign}` : fine === false ? sign : "";
    const path = beyond ? (trial?.path ?? []) : [];
    const way: Point[] = beyond ? [[figure.x, figure.y], ...path.map((one): Point => [one.x, one.y]), ...beyond] : [];
    return { ghosts, path, way, fine, asking, label, turns };
  }

  /** Those who go together, while they do; how far they go is told apart, as it changes with every move of the hand. */
  carried = $derived.by((): Figure[] => {
    const { troop, byId, draft } = this.desk;
    return troop?.active && !draft.open ? troop.members(byId) : [];
  });

  /** Where the answer that is looked at or laid out would put figures. */
  ghosts = $derived.by((): Figure[] => {
    const { draft, hinted, plan, byId, due, now, hands } = this.desk;
    if (draft.open) return this.laid(draft.places, draft.figures);
    if (!hinted || plan.active || this.planned || this.desk.troop?.active) return [];
    const places = preview(hinted);
    const figure = byId.get(hinted.figure ?? due?.figure ?? -1);
    if (places.length === 1 && figure && onTable(figure)) return [carried(figure, ...places[0], hinted.facing)];
    const whom = hands.find((one) => one.kind === hinted.kind && one.gesture === "places")?.figures ?? [];
    return whom.length === places.length ? this.laid(places, whom) : places.map((place, i) => token(i, now.seat, place));
  });

  private laid(places: Point[], whom: number[]): Figure[] {
    return places.map((place, i) => {
      const figure = this.desk.byId.get(whom[i]);
      return figure ? carried(figure, ...place) : token(i, this.desk.now.seat, place);
    });
  }
}
