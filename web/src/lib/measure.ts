/** Lengths as the game at hand measures them: inches where its table says so, else centimetres. */

import { num, t } from "./prefs.svelte";
import type { View } from "./types";

type Table = View["table"];

/** Table units to one unit of the reader's. */
export const yard = (table: Table): number => (typeof table.unit === "number" && table.unit > 0 ? table.unit : 1000);

export const yardName = (table: Table): string => (yard(table) === 1000 ? "cm" : t("measure.inch"));

export const far = (table: Table, length: number): string => `${num(length / yard(table))} ${yardName(table)}`;
