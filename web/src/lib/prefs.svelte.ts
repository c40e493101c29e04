/** What the reader prefers, kept in this browser: language, light or dark, how fast deeds are shown, sounds, names on the table. */

import messages from "../messages.json";
import type { Lang, Words } from "./types";

export type Theme = "auto" | "light" | "dark";
export type Pace = "calm" | "quick" | "off";

interface Prefs {
  lang: Lang;
  theme: Theme;
  pace: Pace;
  sound: boolean;
  names: boolean;
}

const KEY = "escarmouche.prefs";

const KNOWN: { [K in keyof Prefs]: readonly Prefs[K][] } = {
  lang: ["en", "fr"],
  theme: ["auto", "light", "dark"],
  pace: ["calm", "quick", "off"],
  sound: [true, false],
  names: [true, false],
};

/** What was kept of it that can be read: whatever else stands there is left out. */
function stored(): Partial<Prefs> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return Object.fromEntries(Object.entries(found ?? {}).filter(([name, value]) => (KNOWN[name as keyof Prefs] as unknown[] | undefined)?.includes(value)));
  } catch {
    return {};
  }
}

function initial(): Prefs {
  const lang: Lang = navigator.language.toLowerCase().startsWith("fr") ? "fr" : "en";
  return { lang, theme: "auto", pace: "calm", sound: true, names: false, ...stored() };
}

export const prefs = $state<Prefs>(initial());

/** Write the preferences down and show them on the page. Called from an effect of the outermost component. */
export function applyPrefs(): void {
  const root = document.documentElement;
  root.lang = prefs.lang;
  if (prefs.theme === "auto") root.removeAttribute("data-theme");
  else root.setAttribute("data-theme", prefs.theme);
  keep(KEY, prefs);
}

/** Does this browser keep what it is given? Not where storage is full or forbidden: it still plays, and says so. */
export const storage = $state({ works: true });

/** Write something down in this browser. */
export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    storage.works = true;
  } catch {
    storage.works = false;
  }
}

export type MessageId = keyof typeof messages;

/** A message of the client in the reader's language, its {fields} filled in. */
export function t(id: MessageId, fields: Record<string, string | number> = {}): string {
  const text = fill(messages[id][prefs.lang], fields);
  return prefs.lang === "fr" ? unbroken(text) : text;
}

/** A text with its {fields} filled in. */
export function fill(text: string, fields: Record<string, string | number>): string {
  for (const [name, value] of Object.entries(fields)) text = text.replaceAll(`{${name}}`, String(value));
  return text;
}

/** What is said to somebody who may drag a figure to a place, where the system has no words of its own for it. */
export const STEP: { words: Words; hint: Words } = { words: messages["step.title"], hint: messages["step.hint"] };

/** A message by an id that is put together at run time, or the fallback where there is none. */
export function maybe(id: string, fallback: string): string {
  return id in messages ? t(id as MessageId) : fallback;
}

/** What the server says, in the reader's language. */
export function say(words: Words | string | null | undefined): string {
  if (!words) return "";
  const text = typeof words === "string" ? words : (words[prefs.lang] ?? words.en ?? "");
  return prefs.lang === "fr" ? unbroken(text) : text;
}

/** A line of a book of rules as a page shows it: an arrow for what leads to something. */
export function printed(text: string): string {
  return say(text).replaceAll("<->", "↔").replaceAll("->", "→");
}

/** French puts a space before some signs, and no line may break there. */
function unbroken(text: string): string {
  return text.replace(/ ([:;!?»%])/g, "\u00a0$1").replace(/« /g, "«\u00a0");
}

/** The name of an army or of an entry of one, which people give in one language or in both. */
export function nameOf(thing: Record<string, unknown> | null | undefined): string {
  const own = (prefs.lang === "fr" && thing?.name_fr) || thing?.name;
  return typeof own === "string" ? own : "";
}

/** A number as the reader writes it. */
export function num(value: number, digits = 1): string {
  return value.toLocaleString(prefs.lang, { maximumFractionDigits: digits, minimumFractionDigits: 0 });
}
