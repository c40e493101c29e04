/** Making the changes that the server tells of a picture: what did not change stays the same object, so that little is drawn anew. */

import type { Change, View } from "./types";

type Entry = { id: number };

function merged<T extends Entry>(list: T[], changed: (Partial<T> & Entry)[] | undefined, lost: number[] | undefined): T[] {
  if (!changed?.length && !lost?.length) return list;
  const news = new Map((changed ?? []).map((one) => [one.id, one]));
  const kept = list.filter((one) => !lost?.includes(one.id)).map((one) => {
    const change = news.get(one.id);
    news.delete(one.id);
    return change ? ({ ...one, ...change } as T) : one;
  });
  return [...kept, ...([...news.values()] as unknown as T[])];
}

/** The view after a change. */
export function applied(view: View, change: Change): View {
  return {
    ...view,
    ...change.rest,
    figures: merged(view.figures, change.figures, change.lost?.figures),
    pieces: merged(view.pieces, change.pieces, change.lost?.pieces),
    markers: merged(view.markers, change.markers, change.lost?.markers),
  };
}
