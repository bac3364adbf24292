import { LIST_CACHE_SECONDS } from '../contract/limits.ts';

/** A request that has ended for us can be processed for this long. */
export const LATEST_EFFECT_MS = 120_000;

/** A repeated page may be this old, including its transfer. */
export const CACHE_LIFE_MS = (LIST_CACHE_SECONDS + 5) * 1_000;

/** A file may repeat payments of the last quarter by mistake. */
export const REPEATABLE_MS = 90 * 86_400_000;
