/** Is this page still the one that the server gives out? After an upgrade an open page may be older than what it talks to. */

const OWN = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.getAttribute("src") ?? "";

/** Has another page taken the place of this one; or does the server not answer? */
export async function standing(): Promise<"fresh" | "stale" | "away"> {
  try {
    const page = await (await fetch(location.pathname, { cache: "no-store" })).text();
    return OWN !== "" && page.includes("<script") && !page.includes(OWN) ? "stale" : "fresh";
  } catch {
    return "away";
  }
}

/** Has another page taken the place of this one? A server that does not answer says nothing. */
export const stale = async (): Promise<boolean> => (await standing()) === "stale";
