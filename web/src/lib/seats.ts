/** Who sits where, as people call them. */

import { say, t } from "./prefs.svelte";
import type { SeatShown } from "./types";

/** What the band of a seat is called, where that tells it from the others. */
function bandName(seats: SeatShown[], seat: number): string {
  const own = say(seats[seat]?.army);
  return seats.some((one) => one.seat !== seat && say(one.army) === own) ? "" : own;
}

/** The name of a seat: its player's, else its band's, else its number; `viewer` is the one who looks. */
export function seatName(seats: SeatShown[], seat: number, viewer = -1): string {
  const shown = seats[seat];
  const bots = seats.filter((one) => one.kind === "bot").length;
  const name = shown?.name || (shown?.kind !== "bot" ? bandName(seats, seat) || t("seat", { n: seat + 1 }) : bots === 1 ? t("seat.the-bot") : t("seat.bot", { n: seat + 1 }));
  return seat === viewer ? `${name} (${t("seat.you")})` : name;
}

/** The name of a seat as a sentence begins with it: whoever is no person has an article. */
export const subject = (name: string): string => (name === t("seat.the-bot") ? t("seat.the-bot-acts") : name);
