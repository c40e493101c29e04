/// <reference types="vite/client" />

/** Silhouettes by their names in game-icons, each one path in a square of 512. Made by silhouettes.ts when the page is built. */
declare module "virtual:silhouettes" {
  const paths: Record<string, string>;
  export default paths;
}
