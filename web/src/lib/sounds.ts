/** Small sounds, made here. Nothing sounds before the reader has touched the page, nor where they want silence. */

import { prefs } from "./prefs.svelte";
import { SOUNDS, type Sound } from "./voices";

let context: AudioContext | null = null;

function wake(): void {
  removeEventListener("pointerdown", wake, true);
  removeEventListener("keydown", wake, true);
  try {
    context = new AudioContext();
  } catch {
    context = null; // A browser that forbids sound still plays.
  }
}
addEventListener("pointerdown", wake, true);
addEventListener("keydown", wake, true);

/** Let a sound be heard, if it may. */
export function sound(name: Sound): void {
  // On a page that nobody sees only what calls them back is heard.
  if (!prefs.sound || !context || context.state === "closed" || (document.hidden && name !== "horn" && name !== "victory")) return;
  if (context.state === "suspended") void context.resume().catch(() => undefined);
  SOUNDS[name](context);
}
