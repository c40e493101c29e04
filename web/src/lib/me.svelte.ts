/** Who sits in front of this screen: the name that the others read, and the games that need no introduction any more. */

import { keep } from "./prefs.svelte";

const NAME = "escarmouche.name";
const KNOWN = "escarmouche.known";

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

class Me {
  #name = $state("");
  #known = $state.raw<string[]>([]);
  /** The card that tells how a game is played has been asked for. */
  asks = $state(false);

  constructor() {
    const [name, known] = [read(NAME), read(KNOWN)];
    this.#name = typeof name === "string" ? name.slice(0, 60) : "";
    this.#known = Array.isArray(known) ? known.filter((one): one is string => typeof one === "string") : [];
  }

  get name(): string {
    return this.#name;
  }

  set name(name: string) {
    this.#name = name.trim().slice(0, 60);
    keep(NAME, this.#name);
  }

  knows(system: string): boolean {
    return this.#known.includes(system);
  }

  /** The card of a game has been read, once and for all. */
  learn(system: string): void {
    this.asks = false;
    if (this.knows(system)) return;
    this.#known = [...this.#known, system];
    keep(KNOWN, this.#known);
  }
}

export const me = new Me();
