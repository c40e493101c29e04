import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { silhouettes } from "./silhouettes.ts";

/** The server that a development page talks to; `npm run dev` serves the sources beside it. */
const server = process.env.ESCARMOUCHE_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), silhouettes()],
  // The page may be served under any path, so everything is named relative to it.
  base: "./",
  build: {
    outDir: process.env.ESCARMOUCHE_STATIC ?? "../src/escarmouche/server/static",
    emptyOutDir: true,
    target: "es2022",
    // The policy of the server allows no data: scripts or styles; small pictures go into files too.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
