/** The words that this browser adds to the dice of games. Each stays here until everybody has committed to theirs. */

import { keep } from "./prefs.svelte";
import { hex, sha256 } from "./sha256";

export interface Word {
  seat: number;
  salt: string;
  /** What the server and every seat had committed to when the word was told. */
  seen: (string | null)[];
}

const KEY = "escarmouche.words";
const MOST = 60;
/** The words by game, the last first. */
let words: [game: string, word: Word][] = stored();

function stored(): [string, Word][] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    const pairs = Array.isArray(found) ? (found as ([string, Word | null] | null)[]) : [];
    return pairs.filter((one): one is [string, Word] => typeof one?.[1]?.salt === "string" && Array.isArray(one[1].seen));
  } catch {
    return [];
  }
}

export function keepWord(game: string, word: Word): void {
  words = [[game, word] as [string, Word], ...words.filter(([id, one]) => id !== game || one.seat !== word.seat)].slice(0, MOST);
  // Without storage the word lives as long as the page.
  keep(KEY, words);
}

export function wordsOf(game: string): Word[] {
  return words.filter(([id]) => id === game).map(([, word]) => word);
}

/** What is committed to with a salt. */
export function commitment(salt: string): string {
  return hex(sha256(new TextEncoder().encode(salt)));
}

/** A word with some chance behind it: a short one alone could be guessed from what is committed to. */
export function salted(word: string): string {
  return `${word} ${hex(crypto.getRandomValues(new Uint8Array(16)))}`.trim();
}
