import type { Operation, Permission } from '../../contract/operation.ts';
import type { Clock } from '../clock.ts';
import { RateLimiter, type Turn } from './rate-limiter.ts';

/**
 * What is known about a key's permissions: true, a request that requires it succeeded; false, it was refused (403).
 * Other permissions have not been tried.
 */
export type SeenPermissions = Readonly<Partial<Record<Permission, boolean>>>;

/** One of several API keys of an account. */
export interface NamedKey {
  /** Its name for people, used in events and errors, which never contain the key. */
  readonly name: string;
  /** The API key itself. */
  readonly key: string;
  /** Known permissions: a key that seems to lack one is tried last. */
  readonly permissions?: SeenPermissions | undefined;
}

/** What a client knows about one of its keys. */
export interface KeyFacts {
  /** Its name; `main` for the only key. */
  readonly name: string;
  /** What has been seen of its permissions. */
  readonly permissions: SeenPermissions;
  /** The service has refused it (401): it is not used any more. */
  readonly isRevoked: boolean;
}

export type Access = Operation['access'];

/** The permission to send one request now, with this key. */
interface Admission {
  readonly key: PooledKey;
  readonly turn: Turn;
}

interface Waiter {
  readonly access: Access;
  readonly except: ReadonlySet<PooledKey>;
  readonly start: (admission: Admission) => void;
}

interface KeyPoolSettings {
  /** At least one, all of one account. */
  readonly keys: readonly NamedKey[];
  readonly clock: Clock;
  /** Called when requests must wait longer than was known. */
  readonly onWait?: ((reason: 'rate_limit' | 'too_many_requests', waitMs: number) => void) | undefined;
  /** How many requests may start per key before an answer has shown whether others use it. Default 1. */
  readonly firstRequests?: number | undefined;
}

/** Shorter waits are not reported. */
const NOTICEABLE_MS = 100;

/** A key in use, with its known permissions and its rate limit. */
export class PooledKey {
  readonly name: string;
  readonly key: string;
  readonly limiter: RateLimiter;
  isRevoked = false;
  #permissions: SeenPermissions;

  constructor({ name, key, permissions = {} }: NamedKey, limiter: RateLimiter) {
    this.name = name;
    this.key = key;
    this.limiter = limiter;
    this.#permissions = permissions;
  }

  mayDo(access: Access): boolean {
    const permission = permissionOf(access);
    return permission === undefined || this.#permissions[permission] !== false;
  }

  /** A request that requires a permission succeeded, or was refused. @returns false if that was known */
  learn(access: Access, isGranted: boolean): boolean {
    const permission = permissionOf(access);
    if (permission === undefined || this.#permissions[permission] === isGranted) return false;
    this.#permissions = { ...this.#permissions, [permission]: isGranted };
    return true;
  }

  /** The service does not know it any more. @returns false if that was known */
  drop(): boolean {
    const isNew = !this.isRevoked;
    this.isRevoked = true;
    return isNew;
  }

  facts(): KeyFacts {
    return { name: this.name, permissions: { ...this.#permissions }, isRevoked: this.isRevoked };
  }
}

/** Several keys of one account: chooses which key is used, and which request is next. */
export class KeyPool {
  readonly #clock: Clock;
  readonly #onWait: KeyPoolSettings['onWait'];
  readonly #keys: readonly PooledKey[];
  readonly #ahead = new Set<Waiter>();
  readonly #waiters = new Set<Waiter>();
  #callOffWake: (() => void) | undefined;
  #announcedUntilMs = Number.NEGATIVE_INFINITY;

  constructor({ keys, clock, onWait, firstRequests }: KeyPoolSettings) {
    this.#clock = clock;
    this.#onWait = onWait;
    const onChange = () => this.#startWaiters();
    this.#keys = keys.map((key) => new PooledKey(key, new RateLimiter({ clock, onChange, firstRequests })));
  }

  /**
   * Waits until one more request may start. Rejects with the signal's reason when it is aborted first.
   *
   * @param except keys that have refused this request; at least one key must be left
   * @param goesFirst ahead of all that wait without it
   */
  async admit(
    access: Access,
    except: ReadonlySet<PooledKey>,
    signal: AbortSignal,
    goesFirst = false,
  ): Promise<Admission> {
    signal.throwIfAborted();
    const queue = goesFirst ? this.#ahead : this.#waiters;
    const admission = await new Promise<Admission | undefined>((resolve) => {
      const waiter: Waiter = {
        access,
        except,
        start: (given) => {
          signal.removeEventListener('abort', giveUp);
          resolve(given);
        },
      };
      const giveUp = () => {
        queue.delete(waiter);
        resolve(undefined);
        this.#startWaiters();
      };
      signal.addEventListener('abort', giveUp);
      queue.add(waiter);
      this.#startWaiters();
    });
    if (admission === undefined) throw signal.reason;
    return admission;
  }

  /** Whether another key is left that has not refused. */
  hasOther(except: ReadonlySet<PooledKey>): boolean {
    return this.#keys.some((key) => !key.isRevoked && !except.has(key));
  }

  facts(): readonly KeyFacts[] {
    return this.#keys.map((key) => key.facts());
  }

  #startWaiters(): void {
    this.#callOffWake?.();
    const full = new Set<RateLimiter>();
    for (const queue of [this.#ahead, this.#waiters]) {
      for (const waiter of queue) {
        const able = this.#candidates(waiter);
        const freest = mostFree(able);
        if (freest === undefined) {
          for (const { limiter } of able) full.add(limiter);
        } else {
          queue.delete(waiter);
          waiter.start({ key: freest, turn: freest.limiter.begin() });
        }
      }
    }
    this.#callOffWake = this.#wakeFor([...full]);
  }

  /** Tries again when the first of them allows a request. */
  #wakeFor(full: readonly RateLimiter[]): (() => void) | undefined {
    const openings = full.map((limiter) => ({ atMs: limiter.opensAtMs(), isPaused: limiter.isPaused }));
    const [first] = openings.sort((one, other) => one.atMs - other.atMs);
    if (first === undefined || first.atMs === Number.POSITIVE_INFINITY) return undefined;
    const nowMs = this.#clock.now();
    if (first.atMs - Math.max(this.#announcedUntilMs, nowMs) >= NOTICEABLE_MS) {
      this.#announcedUntilMs = first.atMs;
      this.#onWait?.(first.isPaused ? 'too_many_requests' : 'rate_limit', first.atMs - nowMs);
    }
    return this.#clock.schedule(Math.max(0, first.atMs - nowMs), () => this.#startWaiters());
  }

  /** Permissions may have changed: a key that was refused before is tried again when there is no better one. */
  #candidates({ access, except }: Waiter): readonly PooledKey[] {
    const left = this.#keys.filter((key) => !except.has(key));
    const working = left.filter(({ isRevoked }) => !isRevoked);
    const able = working.filter((key) => key.mayDo(access));
    return [able, working].find((some) => some.length > 0) ?? left;
  }
}

/** The permission that an operation requires, if any. */
export function permissionOf(access: Access): Permission | undefined {
  if (access === 'anyone' || access === 'administrator') return undefined;
  return access === 'main-key' ? 'admin:all' : access;
}

/** Of equally free keys the first: the profile's order. */
function mostFree(keys: readonly PooledKey[]): PooledKey | undefined {
  const free = keys.map(({ limiter }) => limiter.free());
  const most = Math.max(0, ...free);
  return most === 0 ? undefined : keys[free.indexOf(most)];
}
