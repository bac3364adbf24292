import { setMaxListeners } from 'node:events';

/** A controller for many requests: Node warns of a leak at the eleventh listener of a signal. */
export function sharedController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

/**
 * A signal that aborts as soon as one of several does. `release` removes the listeners: a long-lived signal would
 * otherwise keep data of every request (AbortSignal.any does, on Node 20).
 */
export function linkSignals(signals: readonly (AbortSignal | undefined)[]) {
  const controller = sharedController();
  const releases = signals.map((signal) => {
    const abort = () => controller.abort(signal?.reason);
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { once: true });
    return () => signal?.removeEventListener('abort', abort);
  });
  return {
    signal: controller.signal,
    abort: (reason: unknown) => controller.abort(reason),
    release: () => {
      for (const release of releases) release();
    },
  };
}
