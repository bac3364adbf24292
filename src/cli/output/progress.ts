import type { ClientEvent } from '../../client/events.ts';
import type { Catalogue } from '../text/translate.ts';

/** The `--verbose` line of an event. */
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

/** Why a request is made again, in words. */
export function retryReason(code: string, { reasons }: Catalogue['progress']): string {
  const known: Readonly<Record<string, string>> = reasons;
  return Object.hasOwn(known, code) ? (known[code] ?? reasons.service_failed) : reasons.service_failed;
}
