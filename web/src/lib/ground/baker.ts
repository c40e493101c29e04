/** Has scenes painted: by a worker where the browser can, else by the page itself, when it has a moment. */

import type { Baked, Job } from "./job";

type Asked = Omit<Job, "id">;

let worker: Worker | null | undefined;
let last = 0;
/** What has been asked of the worker, by number. */
const waiting = new Map<number, { job: Asked; done: (baked: Baked | null) => void }>();

/** The worker, or nothing where there can be none. */
function hired(): Worker | null {
  if (worker !== undefined) return worker;
  try {
    if (typeof OffscreenCanvas === "undefined" || !new OffscreenCanvas(1, 1).getContext("2d")) return (worker = null);
    worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  } catch {
    return (worker = null);
  }
  worker.onmessage = ({ data }: MessageEvent<Baked>) => {
    waiting.get(data.id)?.done(data);
    waiting.delete(data.id);
  };
  worker.onerror = () => {
    // It could not be loaded: the page paints, beginning with what was asked for.
    worker = null;
    for (const [id, { job, done }] of waiting) void here({ ...job, id }).then(done);
    waiting.clear();
  };
  return worker;
}

/** Painted by the page; nothing where what paints is not there any more, as after an upgrade of the server. */
async function here(job: Job): Promise<Baked | null> {
  const found = await import("./paint").catch(() => null);
  return found && { id: job.id, ...found.paint(job) };
}

export function bake(job: Asked): Promise<Baked | null> {
  const id = ++last;
  const by = hired();
  if (!by) return here({ ...job, id });
  return new Promise((done) => {
    waiting.set(id, { job, done });
    by.postMessage({ ...job, id });
  });
}
