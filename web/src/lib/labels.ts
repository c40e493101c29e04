/** Where names are written so that none lies on another: below its figure, above it, aside, or not at all. */

export interface Tag {
  id: number;
  text: string;
  /** The middle of the figure, and half its width and height. */
  x: number;
  y: number;
  wide: number;
  high: number;
  /** 2: whatever it hides; 1: where there is room; 0: not at all, though no name should hide the figure. */
  wanted: 0 | 1 | 2;
}

export interface Label {
  id: number;
  text: string;
  x: number;
  y: number;
}

export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** How wide a letter is, as a share of the size of the writing. */
const LETTER = 0.56;

const shared = (one: Area, other: Area): number => Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) * Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

/** The places about a figure, the best first: the middle of the line and its foot. */
function places({ x, y, wide, high }: Tag, half: number, size: number): [number, number][] {
  const [below, above, aside] = [y + high + size * 1.05, y - high - size * 0.35, wide + half + size * 0.3];
  return [
    [x, below], [x, above], [x + aside, y + size * 0.35], [x - aside, y + size * 0.35],
    [x + half * 0.7, below], [x - half * 0.7, below], [x + half * 0.7, above], [x - half * 0.7, above],
    [x, below + size * 1.1],
  ];
}

/** The names that find a place in what is seen, beside what is kept free. Those that are wanted most choose first; a figure is hidden only for one of them. */
export function placed(tags: Tag[], size: number, seen: { x: number; y: number; w: number; h: number }, kept: Area[] = []): Label[] {
  const figures = tags.map((tag): [number, Area] => [tag.id, { left: tag.x - tag.wide, right: tag.x + tag.wide, top: tag.y - tag.high, bottom: tag.y + tag.high }]);
  const taken: Area[] = [...kept];
  const found: Label[] = [];
  for (const tag of tags.filter((one) => one.wanted).sort((one, other) => other.wanted - one.wanted || one.y - other.y)) {
    const half = (tag.text.length * size * LETTER) / 2;
    const letter = size * size * 0.4;
    let best: { x: number; y: number; area: Area; hides: number } | null = null;
    for (const [x, y] of places(tag, half, size)) {
      const area = { left: x - half, right: x + half, top: y - size * 0.85, bottom: y + size * 0.25 };
      const onNames = taken.reduce((sum, other) => sum + shared(area, other), 0);
      const onFigures = figures.reduce((sum, [id, other]) => sum + (id === tag.id ? 0 : shared(area, other)), 0);
      const cut = Math.max(0, seen.x - area.left, area.right - seen.x - seen.w, seen.y - area.top, area.bottom - seen.y - seen.h);
      const hides = onNames * 4 + onFigures + cut * size * 3;
      if (!best || hides < best.hides - letter * 0.2) best = { x, y, area, hides };
      if (hides === 0) break;
    }
    if (!best || (tag.wanted < 2 && best.hides > letter)) continue;
    taken.push(best.area);
    found.push({ id: tag.id, text: tag.text, x: best.x, y: best.y });
  }
  return found;
}
