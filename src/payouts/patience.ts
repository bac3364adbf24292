/** What keeps payouts from being sent, and passes by itself. */
export type Obstacle = 'network' | 'rate_limit' | 'one_at_a_time';

interface Patience {
  /** Without any progress for so long, the run stops. */
  readonly lastsMs: number;
  /** The pause after the first time; it doubles with each that follows. 0: the client holds requests back by itself. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
}

const PATIENCE: Readonly<Record<Obstacle, Patience>> = {
  network: { lastsMs: 60_000, firstPauseMs: 1_000, longestPauseMs: 30_000 },
  rate_limit: { lastsMs: 300_000, firstPauseMs: 0, longestPauseMs: 0 },
  one_at_a_time: { lastsMs: 600_000, firstPauseMs: 1_000, longestPauseMs: 10_000 },
};

/** Waits that grow while an obstacle stays, and end. */
export interface Obstacles {
  /** @returns how long to send nothing; undefined when patience is at an end */
  meet(obstacle: Obstacle): number | undefined;
  /** It is gone: something has got through. */
  pass(obstacle: Obstacle): void;
}

export function createObstacles(clock: { now(): number }): Obstacles {
  const met = new Map<Obstacle, { sinceMs: number; pauses: number; untilMs: number }>();
  return {
    meet(obstacle) {
      const { lastsMs, firstPauseMs, longestPauseMs } = PATIENCE[obstacle];
      const nowMs = clock.now();
      const known = met.get(obstacle) ?? { sinceMs: nowMs, pauses: 0, untilMs: Number.NEGATIVE_INFINITY };
      if (nowMs - known.sinceMs >= lastsMs) return undefined;
      // Requests that were under way together meet the same obstacle: that counts once.
      if (nowMs < known.untilMs) return known.untilMs - nowMs;
      const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** known.pauses);
      met.set(obstacle, { sinceMs: known.sinceMs, pauses: known.pauses + 1, untilMs: nowMs + pauseMs });
      return pauseMs;
    },
    pass(obstacle) {
      met.delete(obstacle);
    },
  };
}
