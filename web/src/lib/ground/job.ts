/** What is painted beneath the figures: the ground and all that stands on it, as one picture. Measures are millimetres, y grows downwards. */

import type { Box } from "../lens.svelte";
import type { Point } from "../types";

export interface Shape {
  look: string;
  points: Point[];
  height: number;
  destroyed: boolean;
  /** How much of it still stands, from 0 to 1. */
  share: number;
  /** Does another of its kind go on from it? */
  joined?: boolean;
}

export interface Scene {
  width: number;
  depth: number;
  floor: "turf" | "stone";
  shapes: Shape[];
  dark: boolean;
}

/** A scene, the part of it that is wanted, and how many pixels a millimetre is. */
export interface Job {
  id: number;
  scene: Scene;
  box: Box;
  scale: number;
}

export type Picture = ImageBitmap | OffscreenCanvas | HTMLCanvasElement;

/** The ground, and what one looks through where somebody stands beneath it: crowns of trees and roofs. */
export interface Baked {
  id: number;
  ground: Picture;
  canopy: Picture | null;
}
