/** The views of all systems in one shape for drawing: what stands on the table, whatever a system calls it. */

import type { Figure, Marker, Piece, View } from "./types";

interface Raw {
  figures?: unknown;
  units?: unknown;
  structures?: unknown;
  goals?: unknown;
  sides?: unknown;
  pieces?: unknown;
  markers?: unknown;
  acting?: unknown;
  [key: string]: unknown;
}

const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? (value as Record<string, unknown>[]) : []);

/** Objectives are shown as markers; those without a place of their own are not on the table. */
function goals(raw: Raw): Marker[] {
  return list(raw.goals)
    .filter((goal) => Number(goal.reach) > 0)
    .map((goal, i) => ({ ...goal, id: 100000 + i, kind: "goal", seat: Number(goal.holder ?? -1), x: Number(goal.x), y: Number(goal.y) }));
}

export function normal(view: View): View {
  const raw = view as Raw;
  const figures = [...list(raw.figures), ...list(raw.units)] as unknown as Figure[];
  const pieces = [...list(raw.pieces), ...list(raw.structures)] as unknown as Piece[];
  const markers = [...list(raw.markers), ...goals(raw)] as unknown as Marker[];
  const acting = figures.find((one) => one.id === raw.acting);
  const scores = view.scores ?? (list(raw.sides).length ? list(raw.sides).map((side) => Number(side.points ?? 0)) : undefined);
  return { ...view, figures, pieces, markers, scores, active: view.active ?? acting?.seat };
}
