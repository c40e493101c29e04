/** The clocks of a game, as they run: the server says what was left when, the page counts on. */

import { skew } from "./api";
import type { ClockShown } from "./types";

/** The time that is left to a seat, in milliseconds; below nothing when it is out; null for one without a clock. */
export function left(clock: ClockShown, seat: number, now: number): number | null {
  const rest = clock.left[seat];
  if (rest === null || rest === undefined) return null;
  return clock.running === seat ? rest - Math.max(0, now + skew() - clock.since) : rest;
}

/** Hours, minutes and seconds, as clocks show them. */
export function face(rest: number): string {
  const all = Math.max(0, Math.ceil(rest / 1000));
  const two = (n: number): string => String(n).padStart(2, "0");
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

class Pulse {
  now = $state(Date.now());
  private beats: ReturnType<typeof setInterval> | undefined;
  private listeners = 0;

  /** Beat twice a second while anybody looks. Called from an effect. */
  beat(): () => void {
    this.listeners += 1;
    this.beats ??= setInterval(() => (this.now = Date.now()), 500);
    return () => {
      this.listeners -= 1;
      if (this.listeners) return;
      clearInterval(this.beats);
      this.beats = undefined;
    };
  }
}

export const pulse = new Pulse();
