/** Dice: checking those of a finished game here in the browser (the commitment, and every die from the secret), counting those that are thrown by hand, and telling which show what they need. */

import type { Proof } from "./api";
import { hex, hmac, sha256 } from "./sha256";
import type { Due, Ev } from "./types";
import { commitment, type Word } from "./words";

const text = new TextEncoder();

function bytes(hex: string): Uint8Array {
  const out = new Uint8Array(hex.length / 2);
  for (let i = 0; i < out.length; i++) out[i] = parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return out;
}

/** The die at a place: drawn again while the number is beyond the largest multiple of its sides. */
function die(secret: Uint8Array, place: number, sides: number, salts: string): number {
  const all = 1n << 64n;
  const limit = all - (all % BigInt(sides));
  for (let attempt = 0; ; attempt++) {
    const mac = hmac(secret, text.encode(`${place}:${attempt}:${salts}`));
    const drawn = new DataView(mac.buffer).getBigUint64(0);
    if (drawn < limit) return Number(drawn % BigInt(sides)) + 1;
  }
}

export interface Verdict {
  /** Does the secret fit the commitment, and every player's word the own? */
  committed: boolean;
  /** How many dice were worked out again. */
  dice: number;
  /** The places of dice that do not follow from the secret. */
  wrong: number[];
}

/** Work every die out again. A fork has fresh dice from a place on; those before it have a secret of their own, if any. */
export function verify(proof: Proof): Verdict {
  const since = proof.since ?? 0;
  const own = check(proof, (proof.dice ?? []).filter((one) => one.place >= since));
  const before = proof.before;
  if (!before?.secret || !since) return own;
  const older = verify({ ...before, dice: (proof.dice ?? []).filter((one) => one.place < since) });
  return {
    committed: own.committed && older.committed,
    dice: own.dice + older.dice,
    wrong: [...older.wrong, ...own.wrong],
  };
}

/** Are the words, and what was committed to, those that this browser was shown before it told its own? */
export function asShown(proof: Proof, words: Word[]): boolean {
  const now = JSON.stringify([proof.commitment, ...(proof.salt_commitments ?? [])]);
  return words.every((word) => !word.seen.length || (proof.salts[word.seat] === word.salt && JSON.stringify(word.seen) === now));
}

function check(proof: Proof, dice: NonNullable<Proof["dice"]>): Verdict {
  const secret = bytes(proof.secret ?? "");
  const promised = (proof.salt_commitments ?? []).every((one, i) => one === null || one === commitment(proof.salts[i] ?? ""));
  const committed = promised && hex(sha256(secret)) === proof.commitment;
  const salts = (proof.salts ?? []).filter((salt) => salt !== null).join("\n");
  const wrong: number[] = [];
  for (const one of dice) {
    // A die without sides cannot be worked out: it counts as wrong.
    if (one.sides < 1 || die(secret, one.place, one.sides, salts) !== one.face) wrong.push(one.place);
  }
  return { committed, dice: dice.length, wrong };
}

/** What is still to be thrown of a compound pool after these faces, such as "7d20"; empty when all dice are there. */
export function missing(pool: NonNullable<Due["pool"]>, faces: number[]): string {
  let place = 0;
  for (const part of pool) {
    const first = faces.slice(place, place + part.count);
    if (first.length < part.count) return `${part.count - first.length}d${part.sides}`;
    place += part.count;
    const more = part.then_sides ? first.reduce((sum, face) => sum + (part.follow[face - 1] ?? 0), 0) : 0;
    const there = faces.slice(place, place + more).length;
    if (there < more) return `${more - there}d${part.then_sides}`;
    place += more;
  }
  return "";
}

/** Are the dice of a roll added up before they are held against what they need? Then none of them passes or fails alone. */
export const summed = (roll: Ev): boolean => (roll.faces?.length ?? 0) > 1 && Array.isArray(roll.value);

/** Does a die show what it needs: the target or more, or with a negative target that number or less? */
export const meets = (value: number, target: number): boolean => (target > 0 ? value >= target : value <= -target);
