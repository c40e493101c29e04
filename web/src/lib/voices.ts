/** What the small sounds are made of: tones and rustles that swell at once and fade, into any audio context. No file is fetched. */

export type Sound = "step" | "blow" | "arrow" | "spell" | "dice" | "fall" | "horn" | "victory";

/** Half a second of noise, made once for each context. */
const NOISE = new WeakMap<BaseAudioContext, AudioBuffer>();

function noise(audio: BaseAudioContext): AudioBuffer {
  const known = NOISE.get(audio);
  if (known) return known;
  const made = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const data = made.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  NOISE.set(audio, made);
  return made;
}

function faded(audio: BaseAudioContext, at: number, time: number, loud: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + time);
  gain.connect(audio.destination);
  return gain;
}

function tone(audio: BaseAudioContext, after: number, from: number, to: number, time: number, loud: number, type: OscillatorType): void {
  const at = audio.currentTime + after;
  const voice = audio.createOscillator();
  voice.type = type;
  voice.frequency.setValueAtTime(from, at);
  voice.frequency.exponentialRampToValueAtTime(to, at + time);
  voice.connect(faded(audio, at, time, loud));
  voice.start(at);
  voice.stop(at + time);
}

function rustle(audio: BaseAudioContext, after: number, pitch: number, time: number, loud: number): void {
  const at = audio.currentTime + after;
  const source = audio.createBufferSource();
  source.buffer = noise(audio);
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.connect(filter);
  filter.connect(faded(audio, at, time, loud));
  source.start(at, Math.random() * 0.2);
  source.stop(at + time);
}

/** Every sound: none is longer than some six tenths of a second, and all are about as loud. */
export const SOUNDS: Record<Sound, (audio: BaseAudioContext) => void> = {
  step: (audio) => [0, 0.13].forEach((after) => rustle(audio, after, 320, 0.08, 1.4)),
  blow: (audio) => {
    rustle(audio, 0, 2600, 0.12, 0.3);
    tone(audio, 0, 900, 240, 0.16, 0.12, "triangle");
  },
  arrow: (audio) => {
    rustle(audio, 0, 1500, 0.22, 0.4);
    rustle(audio, 0.2, 500, 0.07, 0.8);
  },
  spell: (audio) => [440, 660, 880].forEach((pitch, i) => tone(audio, i * 0.07, pitch, pitch * 1.4, 0.3, 0.09, "sine")),
  dice: (audio) => [0, 0.07, 0.12, 0.21].forEach((after) => rustle(audio, after, 1800 + Math.random() * 1400, 0.05, 0.35)),
  fall: (audio) => {
    tone(audio, 0, 190, 55, 0.32, 0.2, "sine");
    rustle(audio, 0.05, 260, 0.18, 0.5);
  },
  horn: (audio) => {
    tone(audio, 0, 196, 196, 0.24, 0.12, "sawtooth");
    tone(audio, 0.18, 294, 294, 0.42, 0.12, "sawtooth");
  },
  victory: (audio) => [262, 330, 392, 523].forEach((pitch, i) => tone(audio, i * 0.09, pitch, pitch, i === 3 ? 0.33 : 0.2, 0.1, "sawtooth")),
};
