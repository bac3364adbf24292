/** Time and randomness for the rate limit and retries; only tests replace it. */
export interface Clock {
  /** Milliseconds since some moment; never goes back. */
  now(): number;
  /** The time of day, milliseconds since the epoch. */
  epochMs(): number;
  /** Runs `wake` once, after `delayMs` or later. @returns a function that cancels it. */
  schedule(delayMs: number, wake: () => void): () => void;
  /** A number from 0 up to, but not including, 1. */
  random(): number;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  epochMs: () => Date.now(),
  schedule(delayMs, wake) {
    const timer = setTimeout(wake, delayMs);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};

/** Waits for `delayMs`. @throws the signal's reason as soon as it is aborted. */
export async function sleep(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve) => {
    const wake = () => {
      callOff();
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const callOff = clock.schedule(delayMs, wake);
    signal.addEventListener('abort', wake);
  });
  signal.throwIfAborted();
}
