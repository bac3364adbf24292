const LOOK_EVERY_MS = 500;

/**
 * Aborted once the process that started this one has ended, however it did: nothing else tells a process of that, and a
 * killed test runner stops no service. On Windows, where a process keeps the id of a parent that has ended, it never is.
 */
export function parentEnded(): AbortSignal {
  const parent = process.ppid;
  const controller = new AbortController();
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    controller.abort();
  }, LOOK_EVERY_MS);
  timer.unref();
  return controller.signal;
}
