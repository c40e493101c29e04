/** The armies of this browser's reader, and armies inside links. */

import { keep } from "./prefs.svelte";
import type { Army } from "./types";

const KEY = "escarmouche.armies";

export interface OwnArmy {
  id: string;
  system: string;
  army: Army;
}

function stored(): OwnArmy[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    const rows = Array.isArray(found) ? (found as (OwnArmy | null)[]) : [];
    return rows.filter((one): one is OwnArmy => typeof one?.id === "string" && typeof one.system === "string" && typeof one.army === "object" && one.army !== null);
  } catch {
    return [];
  }
}

export const own = $state<{ armies: OwnArmy[] }>({ armies: stored() });

/** Without storage an army lives in its file or its link. */
function write(): void {
  keep(KEY, own.armies);
}

export function keepArmy(one: OwnArmy): void {
  own.armies = [one, ...own.armies.filter((other) => other.id !== one.id)];
  write();
}

export function dropArmy(id: string): void {
  own.armies = own.armies.filter((other) => other.id !== id);
  write();
}

/** An army as part of an address. */
export function encode(army: Army): string {
  const bytes = new TextEncoder().encode(JSON.stringify(army));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The army in an address, or null when there is none to read. */
export function decode(text: string): Army | null {
  try {
    const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const found: unknown = JSON.parse(new TextDecoder().decode(Uint8Array.from(raw, (one) => one.charCodeAt(0))));
    return found && typeof found === "object" && !Array.isArray(found) ? (found as Army) : null;
  } catch {
    return null;
  }
}
