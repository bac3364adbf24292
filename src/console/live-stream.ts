/** Changes come in bursts: one event for all of them is enough, since a page then reads everything again. */
const BURST_MS = 100;

const EVENT = new TextEncoder().encode('data: changed\n\n');

/** The open pages that are told of changes by server-sent events: https://html.spec.whatwg.org/#server-sent-events */
export class LiveStream {
  readonly #watch: (onChange: () => void) => () => void;
  readonly #pages = new Set<ReadableStreamDefaultController<Uint8Array>>();
  #unwatch: (() => void) | undefined;
  #burst: NodeJS.Timeout | undefined;

  constructor(watch: (onChange: () => void) => () => void) {
    this.#watch = watch;
  }

  open(): ReadableStream<Uint8Array> {
    let page: ReadableStreamDefaultController<Uint8Array>;
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        page = controller;
        this.#pages.add(page);
        this.#unwatch ??= this.#watch(() => {
          this.#burst ??= setTimeout(() => {
            this.#send();
          }, BURST_MS);
        });
        // What happened before the stream was open would be missed.
        page.enqueue(EVENT);
      },
      cancel: () => {
        this.#leave(page);
      },
    });
  }

  close(): void {
    for (const page of this.#pages) {
      page.close();
      this.#leave(page);
    }
  }

  #send(): void {
    this.#burst = undefined;
    // A page that does not read gets no second event: the first one makes it read everything.
    for (const page of this.#pages) if ((page.desiredSize ?? 0) > 0) page.enqueue(EVENT);
  }

  #leave(page: ReadableStreamDefaultController<Uint8Array>): void {
    this.#pages.delete(page);
    if (this.#pages.size > 0) return;
    this.#unwatch?.();
    this.#unwatch = undefined;
    clearTimeout(this.#burst);
    this.#burst = undefined;
  }
}
