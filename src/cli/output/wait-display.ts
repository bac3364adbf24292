import type { ClientEvent } from '../../client/events.ts';
import type { Catalogue } from '../text/translate.ts';

/** A wait that a person would wonder about: longer than the window of the rate limit, which is waited for all the time. */
const NOTICEABLE_WAIT_MS = 1_500;
/** Once it has lasted as long as this it is shown, and repeated. */
const TICK_MS = 1_000;
/** Of two waits that end together, the one for the rate limit says more than the attempt that comes after it. */
const SAME_END_MS = 100;

/**
 * Shows what a client waits for, from the second second on and until its next request goes out: `waiting for the rate
 * limit, 3 s`.
 *
 * @param show draws such a line in place of the last; `''` takes it away
 * @param interruption ends the waiting, and so the showing
 */
export function createWaitDisplay(
  { progress }: Catalogue,
  show: (line: string) => void,
  interruption: AbortSignal,
): (event: ClientEvent) => void {
  let wait: { readonly endsAtMs: number; readonly words: (seconds: string) => string } | undefined;
  let timer: NodeJS.Timeout | undefined;

  function tick(): void {
    const leftMs = (wait?.endsAtMs ?? 0) - performance.now();
    if (wait === undefined || leftMs <= 0) {
      end();
      return;
    }
    show(wait.words(String(Math.ceil(leftMs / 1_000))));
    tickLater();
  }

  /** A program that is done is not kept for the sake of this. */
  function tickLater(): void {
    clearTimeout(timer);
    timer = setTimeout(tick, TICK_MS).unref();
  }

  function end(): void {
    wait = undefined;
    clearTimeout(timer);
    show('');
  }

  interruption.addEventListener('abort', end, { once: true });
  return (event) => {
    if (event.type === 'request') {
      end();
      return;
    }
    // What the event is about may be told to a person right now: on a line of its own.
    show('');
    const words = waitWords(event, progress);
    if (words !== undefined) {
      const endsAtMs = performance.now() + words.waitMs;
      const isKnown = event.type === 'retry' && endsAtMs <= (wait?.endsAtMs ?? 0) + SAME_END_MS;
      if (!isKnown) wait = { endsAtMs, words: words.words };
    }
    if (wait !== undefined) tickLater();
  };
}

function waitWords(event: ClientEvent, progress: Catalogue['progress']) {
  if ((event.type !== 'retry' && event.type !== 'waiting') || event.waitMs < NOTICEABLE_WAIT_MS) return undefined;
  const words = event.type === 'retry' ? (seconds: string) => progress.retry(event.code, seconds) : progress.waiting;
  return { waitMs: event.waitMs, words };
}
