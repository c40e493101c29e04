/** SHA-256 and HMAC by hand: a browser lends its own only to pages that came by https or from the same machine, and a club's table did neither. */

const FRACTIONS = new Uint32Array(64);
const START = new Uint32Array(8);

/** The first 32 bits of the fraction of a root. */
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) >>> 0;

for (let n = 2, found = 0; found < 64; n++) {
  let prime = true;
  for (let k = 2; k * k <= n; k++) if (n % k === 0) prime = false;
  if (!prime) continue;
  if (found < 8) START[found] = fraction(Math.sqrt(n));
  FRACTIONS[found++] = fraction(Math.cbrt(n));
}

const turn = (x: number, n: number): number => (x >>> n) | (x << (32 - n));

/** Mix 64 bytes into the state. */
function mix(state: Uint32Array, block: DataView, at: number): void {
  const w = new Uint32Array(64);
  for (let i = 0; i < 16; i++) w[i] = block.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15]!, b = w[i - 2]!;
    w[i] = w[i - 16]! + w[i - 7]! + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + FRACTIONS[i]! + w[i]!) | 0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [i, one] of [a, b, c, d, e, f, g, h].entries()) state[i] = state[i]! + one;
}

export function sha256(data: Uint8Array): Uint8Array {
  const padded = new Uint8Array(((data.length + 72) >> 6) << 6);
  padded.set(data);
  padded[data.length] = 0x80;
  const block = new DataView(padded.buffer);
  block.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29));
  block.setUint32(padded.length - 4, data.length << 3);
  const state = START.slice();
  for (let at = 0; at < padded.length; at += 64) mix(state, block, at);
  const out = new Uint8Array(32);
  state.forEach((one, i) => new DataView(out.buffer).setUint32(4 * i, one));
  return out;
}

export function hmac(key: Uint8Array, data: Uint8Array): Uint8Array {
  const padded = new Uint8Array(64);
  padded.set(key.length > 64 ? sha256(key) : key);
  const inner = new Uint8Array([...padded.map((one) => one ^ 0x36), ...data]);
  return sha256(new Uint8Array([...padded.map((one) => one ^ 0x5c), ...sha256(inner)]));
}

export function hex(data: Uint8Array): string {
  return [...data].map((one) => one.toString(16).padStart(2, "0")).join("");
}
