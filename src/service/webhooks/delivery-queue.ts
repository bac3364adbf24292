/** What is sent after a failure is sent again after so long, by the clock of this machine and each advance of the service's. */
const RETRY_DELAYS_MS = [1_000, 5_000, 30_000, 120_000, 600_000] as const;

const PENDING_MAXIMUM = 10_000;
const AT_ONCE = 8;

/** @param retryInMs when it is sent again if it fails; undefined: never. @returns whether it was delivered */
type Send<Item> = (item: Item, attempt: number, retryInMs: number | undefined) => Promise<boolean>;

interface Line<Item> {
  readonly items: Item[];
  /** Of the first item. */
  attempts: number;
}

/** What is to be sent to one address: in order within a line, several lines at a time. */
export class DeliveryQueue<Item> {
  readonly #send: Send<Item>;
  readonly #now: () => number;
  readonly #lines = new Map<string, Line<Item>>();
  readonly #ready: string[] = [];
  readonly #dueAt = new Map<string, number>();
  #sending = 0;
  #pending = 0;
  #isStopped = false;

  /** @param now milliseconds, by which delays are measured */
  constructor(send: Send<Item>, now: () => number) {
    this.#send = send;
    this.#now = now;
  }

  get pending(): number {
    return this.#pending;
  }

  /** @returns false when too much is pending: then it is not sent */
  add(name: string, item: Item): boolean {
    if (this.#pending >= PENDING_MAXIMUM) return false;
    this.#pending += 1;
    const line = this.#lines.get(name);
    if (line === undefined) {
      this.#lines.set(name, { items: [item], attempts: 0 });
      this.#ready.push(name);
      this.#sendReady();
    } else line.items.push(item);
    return true;
  }

  /** Sends again what is due. Call it from time to time. */
  wake(): void {
    const now = this.#now();
    for (const [name, dueAt] of this.#dueAt) {
      if (dueAt > now) continue;
      this.#dueAt.delete(name);
      this.#ready.push(name);
    }
    this.#sendReady();
  }

  /** Sends nothing more. */
  stop(): void {
    this.#isStopped = true;
  }

  #sendReady(): void {
    while (!this.#isStopped && this.#sending < AT_ONCE) {
      const name = this.#ready.shift();
      const line = name === undefined ? undefined : this.#lines.get(name);
      if (name === undefined || line === undefined) return;
      this.#sending += 1;
      void this.#sendFirst(name, line).finally(() => {
        this.#sending -= 1;
        this.#sendReady();
      });
    }
  }

  async #sendFirst(name: string, line: Line<Item>): Promise<void> {
    const [item] = line.items;
    if (item === undefined) return;
    const retryInMs = RETRY_DELAYS_MS[line.attempts];
    line.attempts += 1;
    const isDelivered = await this.#send(item, line.attempts, retryInMs);
    if (!isDelivered && retryInMs !== undefined) {
      this.#dueAt.set(name, this.#now() + retryInMs);
      return;
    }
    line.items.shift();
    line.attempts = 0;
    this.#pending -= 1;
    if (line.items.length === 0) this.#lines.delete(name);
    else this.#ready.push(name);
  }
}
