/** Paints beside the page, which stays quick meanwhile. */

import type { Baked, Job } from "./job";
import { paint } from "./paint";

self.onmessage = ({ data }: MessageEvent<Job>) => {
  const made = paint(data);
  const taken = (one: typeof made.canopy) => (one as OffscreenCanvas).transferToImageBitmap();
  const [ground, canopy] = [taken(made.ground), made.canopy && taken(made.canopy)];
  const answer: Baked = { id: data.id, ground, canopy };
  self.postMessage(answer, { transfer: canopy ? [ground, canopy] : [ground] });
};
