import type { ClientEvent } from '../../client/events.ts';
import type { Catalogue } from '../text/translate.ts';

/** Shorter waits are normal: those for the rate limit window happen all the time. */
const NOTICEABLE_WAIT_MS = 1_500;
/** A wait is shown after this time, and updated at this interval. */
const TICK_MS = 1_000;
/** Of two waits that end together, the one for the rate limit is more informative than the retry after it. */
const SAME_END_MS = 100;

const FRAMES = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';
const FRAME_MS = 100;

/**
 * Shows what a client waits for, from the second second on: until its next request (`rate limit reached; waiting 3 s`),
 * or for an answer (`⠋ waiting for wallet.example, 2 s`).
 *
 * @param show draws the line in place of the previous one; `''` clears it
 * @param interruption ends the wait and the display
 */
export function createWaitDisplay(
  { progress }: Catalogue,
  show: (line: string) => void,
  interruption: AbortSignal,
): (event: ClientEvent) => void {
  const display = new WaitDisplay(progress, show);
  interruption.addEventListener('abort', () => display.end(), { once: true });
  return (event) => display.see(event);
}

class WaitDisplay {
  readonly #progress: Catalogue['progress'];
  readonly #show: (line: string) => void;
  #wait: { readonly endsAtMs: number; readonly words: (seconds: string) => string } | undefined;
  #host = '';
  #underWay = 0;
  #waitingSinceMs = 0;
  #frame = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(progress: Catalogue['progress'], show: (line: string) => void) {
    this.#progress = progress;
    this.#show = show;
  }

  see(event: ClientEvent): void {
    if (event.type === 'request') {
      this.#begin(event.url);
      return;
    }
    // Another message about this event may be printed now, on a line of its own.
    this.#show('');
    if (event.type === 'answer' || event.type === 'failure') this.#underWay = Math.max(0, this.#underWay - 1);
    this.#learnWait(event);
    clearTimeout(this.#timer);
    if (this.#wait !== undefined || this.#underWay > 0) this.#tickIn(TICK_MS);
  }

  end(): void {
    this.#wait = undefined;
    this.#underWay = 0;
    clearTimeout(this.#timer);
    this.#show('');
  }

  #begin(url: string): void {
    if (this.#underWay === 0) this.#waitingSinceMs = performance.now();
    this.#underWay += 1;
    this.#host = new URL(url).host;
    this.#wait = undefined;
    this.#show('');
    this.#tickIn(TICK_MS);
  }

  #learnWait(event: ClientEvent): void {
    if ((event.type !== 'retry' && event.type !== 'waiting') || event.waitMs < NOTICEABLE_WAIT_MS) return;
    const progress = this.#progress;
    const endsAtMs = performance.now() + event.waitMs;
    if (event.type === 'waiting') this.#wait = { endsAtMs, words: progress.waiting };
    else if (endsAtMs > (this.#wait?.endsAtMs ?? 0) + SAME_END_MS) {
      const reason = retryReason(event.code, progress);
      this.#wait = { endsAtMs, words: (left) => progress.retrying(reason, left) };
    }
  }

  /** The timer does not keep a finished process alive. */
  #tickIn(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tick(), delayMs).unref();
  }

  #tick(): void {
    const leftMs = (this.#wait?.endsAtMs ?? 0) - performance.now();
    if (this.#wait !== undefined && leftMs > 0) {
      this.#show(this.#wait.words(seconds(leftMs, Math.ceil)));
      this.#tickIn(TICK_MS);
      return;
    }
    this.#wait = undefined;
    if (this.#underWay === 0) {
      this.#show('');
      return;
    }
    this.#frame = (this.#frame + 1) % FRAMES.length;
    const waited = seconds(performance.now() - this.#waitingSinceMs, Math.floor);
    this.#show(`${FRAMES.charAt(this.#frame)} ${this.#progress.waitingFor(this.#host, waited)}`);
    this.#tickIn(FRAME_MS);
  }
}

function seconds(durationMs: number, rounded: (value: number) => number): string {
  return String(rounded(durationMs / 1_000));
}

/** Reports once that the service does not answer, until it answers again: all open requests share the same silence. */
export class SilenceMessage {
  readonly #text: Catalogue;
  readonly #notify: (line: string) => void;
  #isReported = false;

  constructor(text: Catalogue, notify: (line: string) => void) {
    this.#text = text;
    this.#notify = notify;
  }

  see(event: ClientEvent): void {
    if (event.type === 'answer') this.#isReported = false;
    if (event.type !== 'retry' || event.silentMs === undefined || this.#isReported) return;
    this.#isReported = true;
    const seconds = String(Math.max(1, Math.round(event.silentMs / 1_000)));
    this.#notify(this.#text.progress.noAnswer(new URL(event.url).host, seconds));
  }
}

export function eventLine(event: ClientEvent, { progress }: Catalogue): string {
  switch (event.type) {
    case 'request':
      return `> ${event.method} ${event.url}${event.attempt > 1 ? ` (${progress.attempt(event.attempt)})` : ''}`;
    case 'answer': {
      const { rateRemaining, rateLimit } = event;
      const rate = rateRemaining === undefined ? '' : `, ${progress.rate(rateRemaining, rateLimit ?? rateRemaining)}`;
      return `< ${event.status} ${event.method} ${event.url} (${Math.round(event.durationMs)} ms${rate})`;
    }
    case 'failure':
      return `! ${event.code} ${event.method} ${event.url} (${Math.round(event.durationMs)} ms)`;
    case 'retry':
      return `~ ${progress.retrying(retryReason(event.code, progress), progress.tenths(event.waitMs / 1_000))}`;
    case 'waiting':
      return `~ ${progress.waiting(progress.tenths(event.waitMs / 1_000))}`;
    case 'key_dropped':
      return `~ ${progress.keyDropped(event.keyName)}`;
    case 'permission_missing':
      return `~ ${progress.permissionMissing(event.keyName, event.permission)}`;
  }
}

function retryReason(code: string, { reasons }: Catalogue['progress']): string {
  const known: Readonly<Record<string, string>> = reasons;
  return Object.hasOwn(known, code) ? (known[code] ?? reasons.service_failed) : reasons.service_failed;
}
