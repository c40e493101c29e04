/** Where the reader is: the part of the address behind the #. */

export interface Route {
  screen: string;
  parts: string[];
  query: URLSearchParams;
}

/** A part of an address as it was meant; one that is no encoding of anything stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function read(): Route {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?", 2);
  const parts = path.split("/").filter(Boolean).map(decoded);
  return { screen: parts[0] ?? "lobby", parts: parts.slice(1), query: new URLSearchParams(query ?? "") };
}

class Place {
  route = $state.raw<Route>(read());
  /** What the title of the page says before everything else, such as that it is one's move. */
  note = $state("");
  /** So many games wait for an answer from here, as far as the first page knows. */
  waiting = $state(0);
}

export const place = new Place();

addEventListener("hashchange", () => {
  place.route = read();
  document.getElementById("main")?.focus();
  scrollTo(0, 0);
});

export function go(path: string): void {
  location.hash = path;
}

/** Change the address without leaving the screen, so that it can be copied. */
export function mark(path: string): void {
  history.replaceState(null, "", `#${path}`);
}
