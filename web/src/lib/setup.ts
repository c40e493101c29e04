/** What one sets before a battle, and how the server is asked for it. */

import type { SettingInfo } from "./types";

/** The settings by id, as the form holds them; undefined is the usual. */
export type Values = Record<string, unknown>;

/** What a form proposes: the first value of a choice, the usual of everything else. */
export function proposed(settings: SettingInfo[]): Values {
  return Object.fromEntries(settings.map((one) => [one.id, one.kind === "choice" ? one.values[0]?.id : undefined]));
}

/** The options of a game: only what differs from the usual, and only what has a meaning beside the rest. */
export function options(settings: SettingInfo[], values: Values): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const one of settings) {
    const value = values[one.id];
    if (one.only && values[one.only[0]] !== one.only[1]) continue;
    if (value === undefined || value === one.usual) continue;
    if (one.kind === "switches" && Array.isArray(value) && !value.length) continue;
    // Half a size is sent as it is: the server says what is missing.
    out[one.id] = one.kind === "size" && Array.isArray(value) ? value.filter((side) => side !== undefined) : value;
  }
  return out;
}

/** A number that names a table, short enough to tell somebody. */
export function someNumber(): string {
  return String(1 + Math.floor(Math.random() * 999_999));
}

/** The seed that somebody typed: a number where it is one, else any word. */
export function seedOf(text: string): number | string {
  const plain = text.trim();
  return /^\d{1,15}$/.test(plain) ? Number(plain) : plain;
}
