/** The games that can be played here, known to every part of the page. */

import * as api from "./api";
import type { Offer, SystemInfo } from "./types";

class Catalogue {
  all = $state.raw<SystemInfo[]>([]);
  /** Has the server been asked, and answered or failed to? */
  asked = $state(false);

  /** Ask the server once; whoever wants to know of a failure waits for it. */
  async load(): Promise<SystemInfo[]> {
    try {
      this.all = await api.systems();
    } finally {
      this.asked = true;
    }
    return this.all;
  }

  find(id: string): SystemInfo | undefined {
    return this.all.find((one) => one.id === id);
  }

  /** Those that can be played, the first one first. */
  get playable(): SystemInfo[] {
    return this.all.filter((one) => !one.fault);
  }

  offering(offer: Offer): SystemInfo[] {
    return this.playable.filter((one) => one.offers.includes(offer));
  }

  offers(id: string, offer: Offer): boolean {
    return this.find(id)?.offers.includes(offer) ?? false;
  }
}

export const catalogue = new Catalogue();
