/** Is it dark? As the reader has chosen, or as the browser says. */

import { prefs } from "./prefs.svelte";

const media = matchMedia("(prefers-color-scheme: dark)");
let wanted = $state(media.matches);
media.addEventListener("change", () => (wanted = media.matches));

export const isDark = (): boolean => prefs.theme === "dark" || (prefs.theme === "auto" && wanted);
