import { onTestFinished, vi } from 'vitest';

/** Longer than any time-out of a request that a test waits for. */
const TIMEOUT_MS = 60_000;

/** From now on, the time-out of a request only ends with {@link letTimePass}: no machine is too slow to get that far. */
export function holdTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

export function letTimePass(): void {
  vi.advanceTimersByTime(TIMEOUT_MS);
}
