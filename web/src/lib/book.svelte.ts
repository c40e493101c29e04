/** The rule that is open on top of the page, if any. Any part of the client may open one. */

class OpenRule {
  system = $state("");
  id = $state("");

  show(system: string, id: string): void {
    this.system = system;
    this.id = id;
  }

  close(): void {
    this.id = "";
  }
}

export const openRule = new OpenRule();
