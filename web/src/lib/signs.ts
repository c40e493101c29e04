/**
 * The signs that a system may give its figures and marks: for each the paths that it is drawn with, in a square from -5 to 5, and the
 * class of each. A sign that is no id of these is written as it is when it is a single character, and else shown as a plain token.
 */
export const SIGNS: Record<string, [string, string][]> = {
  // What a figure is.
  "s-leader": [["sign", "M-5 4 L-5 -3 L-2 0 L0 -5 L2 0 L5 -3 L5 4 Z"]],
  "s-hero": [["sign", "M0 -5 L1.4 -1.5 L5 -1.5 L2.2 0.8 L3.2 4.5 L0 2.3 L-3.2 4.5 L-2.2 0.8 L-5 -1.5 L-1.4 -1.5 Z"]],
  "s-mage": [["sign", "M0 -5 L1 -1 L5 0 L1 1 L0 5 L-1 1 L-5 0 L-1 -1 Z"]],
  "s-cleric": [["sign", "M-1.3 -5 H1.3 V-2 H4 V0.6 H1.3 V5 H-1.3 V0.6 H-4 V-2 H-1.3 Z"]],
  "s-shooter": [["sign-line", "M-3 -5 Q4 0 -3 5 M-3 -5 V5 M-5 0 H5 M3 -1.6 L5 0 L3 1.6"]],
  "s-sword": [["sign-line", "M-4.2 4.2 L4.8 -4.8 M-4 -0.4 L0.4 4"]],
  "s-spear": [["sign-line", "M0 5.4 V-1"], ["sign", "M0 -5.6 L2.2 -1.4 L0 -0.2 L-2.2 -1.4 Z"]],
  "s-axe": [["sign-line", "M-3 5.2 L2.2 -5.2"], ["sign", "M0.8 -4.8 Q6 -5 5.2 1.2 Q3 -1.2 -0.8 -1 Z"]],
  "s-mounted": [["sign", "M-3 5 L-3 1 L-1 -2 L0 -5 L2 -4 L5 -1 L3.6 1 L1.5 0 L2.4 5 Z"]],
  "s-flying": [["sign", "M0 2 Q-2 -3 -5 -3 Q-4 1 0 4 Q4 1 5 -3 Q2 -3 0 2 Z"]],
  "s-animal": [["sign", "M-2 4 Q0 0 2 4 Q0 5 -2 4 Z M-4 0 a1 1.4 0 1 0 0.1 0 Z M-1.4 -3.6 a1 1.4 0 1 0 0.1 0 Z M1.6 -3.6 a1 1.4 0 1 0 0.1 0 Z M4 0 a1 1.4 0 1 0 0.1 0 Z"]],
  "s-undead": [["sign", "M0 -5 C-4 -5 -5 -1 -3.5 1 L-3 3 H-1.5 V5 H1.5 V3 H3 L3.5 1 C5 -1 4 -5 0 -5 Z"]],
  "s-big": [["sign", "M-5 4 L0 -5 L5 4 Z"]],
  "s-huge": [["sign", "M-5 4 L-2 -5 L0 0 L2 -5 L5 4 Z"]],
  // Kinds of troops.
  "u-infantry": [["ink-sign", "M-4 4 L3 -3 M1 -4.6 L4.6 -4.6 L4.6 -1 L3 -3 Z M-4.2 1 L-1 4.2"]],
  "u-shooters": [["ink-sign hollow", "M-1 -4.8 Q5.5 0 -1 4.8 M-1 -4.8 V4.8 M-4.8 0 H4.4 M2.6 -1.8 L4.6 0 L2.6 1.8"]],
  "u-cavalry": [["ink-sign full", "M-3.4 5 L-3 0.6 L-1.4 -2.4 L-0.6 -5 L1.4 -4 L4.8 -0.8 L3.6 1.2 L1.2 0.2 L0.6 1.6 L2.4 5 Z"]],
  "u-chariot": [["ink-sign hollow", "M-2 2 m-2.6 0 a2.6 2.6 0 1 0 5.2 0 a2.6 2.6 0 1 0 -5.2 0 M-2 -0.6 V4.6 M-4.6 2 H0.6 M-4 -3 V-0.4 M-4 -3 H0.4 L4.8 1"]],
  "u-flying": [["ink-sign full", "M0 1.6 Q-1.6 -3.6 -5 -3.8 Q-4.4 0.8 0 4 Q4.4 0.8 5 -3.8 Q1.6 -3.6 0 1.6 Z"]],
  "u-monster": [["ink-sign full", "M-4.6 -4.6 Q-3.6 -2 -1.8 -2.6 Q0 -3.6 1.8 -2.6 Q3.6 -2 4.6 -4.6 Q5 1 2 3.4 L1 2 L0 4.8 L-1 2 L-2 3.4 Q-5 1 -4.6 -4.6 Z"]],
  "u-hero": [["ink-sign full", "M0 -5 L1.4 -1.5 L5 -1.5 L2.2 0.8 L3.2 4.5 L0 2.3 L-3.2 4.5 L-2.2 0.8 L-5 -1.5 L-1.4 -1.5 Z"]],
  "u-engine": [["ink-sign hollow", "M-4.6 3 H4.6 M-3 3 L1 -2 M1 -2 L-3.6 -4.6 M1 -2 L4.4 -0.6 M2 3 L1 -2 M-3 3 a1.5 1.5 0 1 0 0.1 0 M3 3 a1.5 1.5 0 1 0 0.1 0"]],
  // States: a shape for each.
  "m-shaken": [["m-line", "M-4.4 -1.6 q1.1 -3 2.2 0 t2.2 0 t2.2 0 t2.2 0 M-4.4 2.4 q1.1 -3 2.2 0 t2.2 0 t2.2 0 t2.2 0"]],
  "m-routed": [["m-line", "M-2.6 4.8 V-4.6"], ["m-full", "M-2.6 -4.6 Q1 -6 4.4 -3.8 Q2.4 -1.8 4.4 0.4 Q1 -1.6 -2.6 0 Z"]],
  "m-enraged": [["m-full", "M0 -5 Q1 -2.4 3 -1 Q4.8 1 3 3.6 Q1.8 5 0 5 Q-1.8 5 -3 3.6 Q-4.6 1.2 -2.4 -1.6 Q-2 0 -1 0.6 Q-1.6 -2.6 0 -5 Z"]],
  "m-engaged": [["m-line", "M-4.4 -4.4 L3.4 3.4 M4.4 -4.4 L-3.4 3.4 M1.6 4.6 L4.6 1.6 M-1.6 4.6 L-4.6 1.6"]],
  "m-receiving": [["m-line", "M-4.6 4 H4.6 M-3.4 4 L-1.8 -4.4 M0 4 V-4.8 M3.4 4 L1.8 -4.4"]],
  "m-waiting": [["m-line", "M-3.4 -4.6 H3.4 L-3.4 4.6 H3.4 Z"]],
  "m-jammed": [["m-line", "M-3.6 -3.6 L3.6 3.6 M-3.6 3.6 L3.6 -3.6"]],
  "m-empty": [["m-line", "M-4.2 0 a4.2 4.2 0 1 0 8.4 0 a4.2 4.2 0 1 0 -8.4 0 M-3.4 3.8 L3.4 -3.8"]],
  "m-unloaded": [["m-line", "M3.6 -1 A4 4 0 1 0 3.4 2 M4.6 -3.6 L3.7 -0.6 L0.8 -1.6"]],
  "m-blessed": [["m-full", "M0 -5 L1 -1 L5 0 L1 1 L0 5 L-1 1 L-5 0 L-1 -1 Z"]],
  "m-acted": [["m-line", "M-3.8 0.4 L-1 3.4 L4 -3.4"]],
  "m-ladders": [["m-line", "M-2.4 5 V-5 M2.4 5 V-5 M-2.4 -3 H2.4 M-2.4 0 H2.4 M-2.4 3 H2.4"]],
  "m-locked": [["m-line", "M-2.4 -0.6 V-2.4 A2.4 2.4 0 0 1 2.4 -2.4 V-0.6"], ["m-full", "M-3.8 -0.8 H3.8 V4.8 H-3.8 Z"]],
  "m-open": [["m-line", "M-4 4.4 V-4.4 H1 M1 -4.4 L4 -2.6 V5 L-4 4.4"]],
  "m-altitude": [["m-line", "M0 4.6 V-4 M-3.4 -1 L0 -4.6 L3.4 -1"]],
};

/** Signs that are more than a symbol: a flag on a pole. */
export const BANNER = "banner";

export const isDrawn = (sign: string): boolean => sign in SIGNS;
export const isLetter = (sign: string): boolean => [...sign].length === 1;
