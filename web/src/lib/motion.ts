/** Moving what is drawn: only the group of the figure that moves is touched, so that two hundred others cost nothing. */

import type { Move } from "./beats";
import { isRound } from "./figures";
import type { Frame } from "./shape";
import type { Figure } from "./types";

/** Does the reader want things to keep still? */
export const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

function drawn(id: number): SVGGElement | null {
  return document.querySelector<SVGGElement>(`.table-screen .tabletop > svg .figure[data-figure="${id}"]`);
}

/** Lets a figure, which is drawn at the end of its way, go all of it. */
export function glide(move: Move, figure: Figure, frame: Frame, time: number): Animation | null {
  const element = drawn(move.id);
  const [ex, ey, facing] = move.way[move.way.length - 1];
  if (!element?.animate) return null;
  const lengths = move.way.slice(1).map(([x, y], i) => Math.hypot(x - move.way[i][0], y - move.way[i][1]) + 1);
  const all = lengths.reduce((sum, one) => sum + one, 0);
  let gone = 0;
  const keyframes = move.way.map(([x, y, turn], i): Keyframe => {
    gone += i ? lengths[i - 1] : 0;
    const about = ((((turn - facing) % 36000) + 54000) % 36000) - 18000;
    return { offset: gone / all, translate: `${(x - ex) / 100}px ${(ey - y) / 100}px`, ...(isRound(figure) ? {} : { rotate: `${-about / 100}deg` }) };
  });
  return played(element, keyframes, time, ex, ey, frame, keyframes.length > 2 ? "linear" : "ease-in-out");
}

/** A short step towards somebody and back. */
export function lunge(from: Figure, to: Figure | undefined, frame: Frame, time: number): Animation | null {
  const element = drawn(from.id);
  if (!element?.animate) return null;
  const angle = to ? Math.atan2(to.y - from.y, to.x - from.x) : (from.facing * Math.PI) / 18000;
  const far = Math.max(6, (from.radius || 1200) / 130);
  const [dx, dy] = [Math.cos(angle) * far, -Math.sin(angle) * far];
  const keyframes = [{ translate: "0 0" }, { translate: `${-dx * 0.3}px ${-dy * 0.3}px`, offset: 0.25 }, { translate: `${dx}px ${dy}px`, offset: 0.5 }, { translate: "0 0" }];
  return played(element, keyframes, time, from.x, from.y, frame, "ease-in-out");
}

/** Topples and fades; whoever only lies down stays to be seen. */
export function topple(figure: Figure, gone: boolean, frame: Frame, time: number): Animation | null {
  const element = drawn(figure.id);
  if (!element?.animate) return null;
  const turn = isRound(figure) ? "70deg" : "0deg";
  const keyframes = [{ rotate: "0deg", opacity: 1 }, { rotate: turn, opacity: gone ? 0 : 0.6 }];
  return played(element, keyframes, time, figure.x, figure.y, frame, "ease-in");
}

function played(element: SVGGElement, keyframes: Keyframe[], time: number, x: number, y: number, frame: Frame, easing: string): Animation {
  element.style.transformBox = "view-box";
  element.style.transformOrigin = `${frame.x(x)}px ${frame.y(y)}px`;
  const animation = element.animate(keyframes, { duration: time, easing, fill: "both" });
  animation.oncancel = () => {
    element.style.transformBox = element.style.transformOrigin = "";
  };
  return animation;
}
