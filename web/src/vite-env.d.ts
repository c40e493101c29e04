/// <reference types="vite/client" />

/** The silhouettes of the page in packs: the names in each, with spaces between them, and how it is loaded. Made by silhouettes.ts. */
declare module "virtual:silhouettes" {
  export const names: string[];
  /** Paths by name, each in a square of 512. */
  export const packs: (() => Promise<{ default: Record<string, string> }>)[];
}
