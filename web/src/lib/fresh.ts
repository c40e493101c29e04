/** Is this page still the one that the server gives out? After an upgrade an open page may be older than what it talks to. */

const OWN = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.getAttribute("src") ?? "";

/** Has another page taken the place of this one? A server that does not answer says nothing. */
export async function stale(): Promise<boolean> {
  try {
    const page = await (await fetch(location.pathname, { cache: "no-store" })).text();
    return OWN !== "" && page.includes("<script") && !page.includes(OWN);
  } catch {
    return false;
  }
}
