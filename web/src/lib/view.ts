/** The views of all systems in one shape for drawing: what stands on the table, whatever a system calls it. */

import type { Figure, View } from "./types";
import { mustered } from "./units";

interface Raw {
  figures?: unknown;
  units?: unknown;
  sides?: unknown;
  acting?: unknown;
  [key: string]: unknown;
}

const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? (value as Record<string, unknown>[]) : []);

export function normal(view: View): View {
  const raw = view as Raw;
  const known = [...list(raw.figures), ...list(raw.units)] as unknown as Figure[];
  const beside = new Map(mustered(known, view.table, list(raw.sides)).map((one) => [one.id, one]));
  const figures = known.map((one) => beside.get(one.id) ?? one);
  const acting = figures.find((one) => one.id === raw.acting);
  const scores = view.scores ?? (list(raw.sides).length ? list(raw.sides).map((side) => Number(side.points ?? 0)) : undefined);
  return { ...view, figures, scores, active: view.active ?? acting?.seat };
}
