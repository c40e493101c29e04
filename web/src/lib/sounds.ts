/** Small sounds, made here: no file is fetched. Nothing sounds before the reader has touched the page, nor where they want silence. */

import { prefs } from "./prefs.svelte";

export type Sound = "step" | "blow" | "arrow" | "spell" | "dice" | "fall" | "horn" | "victory";

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

function wake(): void {
  removeEventListener("pointerdown", wake, true);
  removeEventListener("keydown", wake, true);
  try {
    context = new AudioContext();
    noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
    const data = noise.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  } catch {
    context = null; // A browser that forbids sound still plays.
  }
}
addEventListener("pointerdown", wake, true);
addEventListener("keydown", wake, true);

/** A sound that swells at once and fades. */
function faded(audio: AudioContext, at: number, time: number, loud: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + time);
  gain.connect(audio.destination);
  return gain;
}

function tone(audio: AudioContext, after: number, from: number, to: number, time: number, loud: number, type: OscillatorType): void {
  const at = audio.currentTime + after;
  const voice = audio.createOscillator();
  voice.type = type;
  voice.frequency.setValueAtTime(from, at);
  voice.frequency.exponentialRampToValueAtTime(to, at + time);
  voice.connect(faded(audio, at, time, loud));
  voice.start(at);
  voice.stop(at + time);
}

function rustle(audio: AudioContext, after: number, pitch: number, time: number, loud: number): void {
  const at = audio.currentTime + after;
  const source = audio.createBufferSource();
  source.buffer = noise;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.connect(filter);
  filter.connect(faded(audio, at, time, loud));
  source.start(at, Math.random() * 0.2);
  source.stop(at + time);
}

const SOUNDS: Record<Sound, (audio: AudioContext) => void> = {
  step: (audio) => [0, 0.13].forEach((after) => rustle(audio, after, 320, 0.08, 0.09)),
  blow: (audio) => {
    rustle(audio, 0, 2600, 0.12, 0.12);
    tone(audio, 0, 900, 240, 0.16, 0.06, "triangle");
  },
  arrow: (audio) => {
    rustle(audio, 0, 1500, 0.22, 0.1);
    rustle(audio, 0.2, 500, 0.07, 0.14);
  },
  spell: (audio) => [440, 660, 880].forEach((pitch, i) => tone(audio, i * 0.07, pitch, pitch * 1.4, 0.3, 0.035, "sine")),
  dice: (audio) => [0, 0.07, 0.12, 0.21].forEach((after) => rustle(audio, after, 1800 + Math.random() * 1400, 0.05, 0.1)),
  fall: (audio) => {
    tone(audio, 0, 190, 55, 0.32, 0.14, "sine");
    rustle(audio, 0.05, 260, 0.18, 0.12);
  },
  horn: (audio) => {
    tone(audio, 0, 196, 196, 0.28, 0.05, "sawtooth");
    tone(audio, 0.24, 294, 294, 0.55, 0.05, "sawtooth");
  },
  victory: (audio) => [262, 330, 392, 523].forEach((pitch, i) => tone(audio, i * 0.16, pitch, pitch, i === 3 ? 0.9 : 0.26, 0.05, "sawtooth")),
};

/** Let a sound be heard, if it may. */
export function sound(name: Sound): void {
  // On a page that nobody sees only what calls them back is heard.
  if (!prefs.sound || !context || context.state === "closed" || (document.hidden && name !== "horn" && name !== "victory")) return;
  if (context.state === "suspended") void context.resume().catch(() => undefined);
  SOUNDS[name](context);
}
