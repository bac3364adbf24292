import { vi } from 'vitest';

/** Ends what hangs. Nothing that a slow machine does takes this long. */
export const HANG_MS = 240_000;

/** Looks again and again, until the check passes; its error, if it never does. */
export const eventually = <Found>(check: () => Found | Promise<Found>): Promise<Found> =>
  vi.waitFor(check, { timeout: HANG_MS });
