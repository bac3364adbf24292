/**
 * One signal that is aborted as soon as one of several is. `release` lets go of them: a signal that lives as long as
 * the program would otherwise keep something of every request (AbortSignal.any does, on Node 20).
 */
export function linkSignals(signals: readonly (AbortSignal | undefined)[]): {
  signal: AbortSignal;
  release: () => void;
} {
  const controller = new AbortController();
  const releases = signals.map((signal) => {
    const abort = () => {
      controller.abort(signal?.reason);
    };
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { once: true });
    return () => signal?.removeEventListener('abort', abort);
  });
  return {
    signal: controller.signal,
    release: () => {
      for (const release of releases) release();
    },
  };
}
