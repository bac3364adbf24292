const LOOK_EVERY_MS = 500;

/**
 * Aborts when the parent process has ended: a killed test runner does not stop its service by itself. Never aborts on
 * Windows, where a process keeps the id of an ended parent.
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
