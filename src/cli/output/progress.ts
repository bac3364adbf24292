import type { ClientEvent } from '../../client/events.ts';
import type { Catalogue } from '../text/translate.ts';

/** A wait that a person would wonder about: longer than the window of the rate limit, which is waited for all the time. */
const NOTICEABLE_WAIT_MS = 1_500;

/** What `--verbose` says of an event. */
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
      return `~ ${progress.retry(event.code, (event.waitMs / 1_000).toFixed(1))}`;
    case 'waiting':
      return `~ ${progress.waiting((event.waitMs / 1_000).toFixed(1))}`;
    case 'key_dropped':
      return `~ ${progress.keyDropped(event.keyName)}`;
    case 'permission_missing':
      return `~ ${progress.permissionMissing(event.keyName, event.permission)}`;
  }
}

/** What a person at a terminal is told of an event: long waits, and keys that no longer do. */
export function waitLine(event: ClientEvent, { progress }: Catalogue): string | undefined {
  if (event.type === 'key_dropped') return progress.keyDropped(event.keyName);
  if ((event.type !== 'retry' && event.type !== 'waiting') || event.waitMs < NOTICEABLE_WAIT_MS) return undefined;
  const seconds = String(Math.ceil(event.waitMs / 1_000));
  return event.type === 'retry' ? progress.retry(event.code, seconds) : progress.waiting(seconds);
}
