/** The rims of bases: beside its colour every side has a line of its own kind, so that colour is never the only signal. */

export interface Rim {
  /** The lengths of dashes and gaps, nothing for an unbroken line. */
  dash: string | undefined;
  cap: "butt" | "round";
}

/** Dashes and gaps of the sides, in twelfths of the way round. */
const WAYS: ([number[], Rim["cap"]] | null)[] = [
  null,
  [[0.72, 0.28], "butt"],
  [[0.001, 0.5], "round"],
  [[1.2, 0.25, 0.3, 0.25], "butt"],
  [[0.25, 0.25], "butt"],
  [[0.6, 0.25, 0.001, 0.15], "round"],
];

/** The line on a rim of radius `r`. */
export function rimLine(seat: number, r: number): Rim {
  const way = WAYS[seat % WAYS.length] ?? null;
  if (!way) return { dash: undefined, cap: "butt" };
  const twelfth = (2 * Math.PI * r) / 12;
  return { dash: way[0].map((part) => (part * twelfth).toFixed(2)).join(" "), cap: way[1] };
}
