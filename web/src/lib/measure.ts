/** Lengths as the game at hand measures them: hexagons or inches where its table says so, else centimetres. */

import { num, t } from "./prefs.svelte";
import type { View } from "./types";

type Table = View["table"];

/** Table units to one unit of the reader's. */
export const yard = (table: Table): number => (table.hex_width ? 1 : typeof table.unit === "number" && table.unit > 0 ? table.unit : 1000);

export const yardName = (table: Table): string => (table.hex_width ? t("measure.hex") : yard(table) === 1000 ? "cm" : t("measure.inch"));

export const far = (table: Table, length: number): string =>
  table.hex_width && length === 1 ? t("measure.one-hex") : `${num(length / yard(table))} ${yardName(table)}`;
