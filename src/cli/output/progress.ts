import type { ClientEvent } from '../../client/events.ts';
import type { Catalogue } from '../text/translate.ts';

/** A wait that a person would wonder about. */
const NOTICEABLE_WAIT_MS = 1_000;

/** What `--verbose` says of an event. */
export function eventLine(event: ClientEvent, text: Catalogue): string {
  switch (event.type) {
    case 'request':
      return `> ${event.method} ${event.url}${event.attempt > 1 ? ` (${text.progress.attempt(event.attempt)})` : ''}`;
    case 'answer': {
      const rate =
        event.rateRemaining === undefined
          ? ''
          : `, ${text.progress.rate(event.rateRemaining, event.rateLimit ?? event.rateRemaining)}`;
      return `< ${event.status} ${event.method} ${event.url} (${Math.round(event.durationMs)} ms${rate})`;
    }
    case 'failure':
      return `! ${event.code} ${event.method} ${event.url} (${Math.round(event.durationMs)} ms)`;
    case 'retry':
      return `~ ${text.progress.retry(event.code, seconds(event.waitMs))}`;
    case 'waiting':
      return `~ ${text.progress.waiting(seconds(event.waitMs))}`;
  }
}

/** What a person at a terminal is told of an event: long waits alone. */
export function waitLine(event: ClientEvent, text: Catalogue): string | undefined {
  if (event.type === 'retry' && event.waitMs >= NOTICEABLE_WAIT_MS) {
    return text.progress.retry(event.code, seconds(event.waitMs));
  }
  if (event.type === 'waiting' && event.waitMs >= NOTICEABLE_WAIT_MS) {
    return text.progress.waiting(seconds(event.waitMs));
  }
  return undefined;
}

function seconds(milliseconds: number): string {
  return milliseconds < NOTICEABLE_WAIT_MS
    ? (milliseconds / 1_000).toFixed(1)
    : String(Math.ceil(milliseconds / 1_000));
}
