/** Where the focus is: what had it may vanish with an answer, and nobody who plays by keys alone should lose the place. */

/** Did the last input come from the keyboard? */
let typing = false;
addEventListener("keydown", () => (typing = true), true);
addEventListener("pointerdown", () => (typing = false), true);

/** Once the page is drawn: what has vanished or may not be pressed any more has then lost the focus. */
export const drawn = (): Promise<void> => new Promise((wake) => requestAnimationFrame(() => setTimeout(wake)));

/** Is the focus nowhere that a person knows of? On the page as a whole it waits for what comes first there. */
export function isLost(): boolean {
  const one = document.activeElement;
  return !one || one === document.body || (one.id === "main" && !document.querySelector(".how-to"));
}

/** The focus goes to the first of these that can be seen. A hand that points is not led away from where it looks. */
export function focusOn(...selectors: string[]): void {
  for (const selector of selectors) {
    const found = [...document.querySelectorAll<HTMLElement>(selector)].find((one) => one.checkVisibility());
    if (!found) continue;
    found.focus({ preventScroll: !typing });
    return;
  }
}
