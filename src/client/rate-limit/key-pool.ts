import type { Operation } from '../../contract/operation.ts';
import { PERMISSIONS, type Permission } from '../../contract/permission.ts';
import type { Clock } from '../clock.ts';
import type { KeyFacts, NamedKey } from './key-facts.ts';
import { createPacer, type Pacer, type Turn } from './rate-limiter.ts';

/** What an operation asks of a key. */
export type Access = Operation['access'];

/** A key in use. */
export interface PooledKey {
  readonly name: string;
  readonly key: string;
  readonly pacer: Pacer;
}

/** The right to send one request now, with that key. */
interface Admission {
  readonly key: PooledKey;
  readonly turn: Turn;
}

/** Several keys of one account: who may do what, who is free first, who is next. */
export interface KeyPool {
  /**
   * Waits until one more request may start. Rejects with the signal's reason when it is aborted first.
   *
   * @param except keys that have refused this very request; one at least has to be left
   */
  admit(access: Access, except: ReadonlySet<PooledKey>, signal: AbortSignal): Promise<Admission>;
  /** Whether a key is left that has not refused. */
  hasOther(except: ReadonlySet<PooledKey>): boolean;
  /** A key did, or refused, what a permission is for. @returns false when that was known. */
  learn(key: PooledKey, access: Access, isGranted: boolean): boolean;
  /** The service does not know the key any more. @returns false when that was known. */
  drop(key: PooledKey): boolean;
  facts(): readonly KeyFacts[];
}

interface Waiter {
  readonly access: Access;
  readonly except: ReadonlySet<PooledKey>;
  readonly start: (admission: Admission) => void;
}

interface KeyState extends PooledKey {
  readonly permissions: Map<Permission, boolean>;
  isRevoked: boolean;
}

/** Shorter waits are not worth a word. */
const NOTICEABLE_MS = 100;

export function createKeyPool(settings: {
  keys: readonly NamedKey[];
  clock: Clock;
  /** Told when requests have to wait for longer than they were known to. */
  onWait?: (reason: 'rate_limit' | 'too_many_requests', waitMs: number) => void;
  /** For each key: how many may start before an answer has told of others who use it. Default 1. */
  firstRequests?: number | undefined;
}): KeyPool {
  const { clock, onWait, firstRequests } = settings;
  const waiters: Waiter[] = [];
  let callOffWake: (() => void) | undefined;
  let announcedUntilMs = Number.NEGATIVE_INFINITY;

  const states: readonly KeyState[] = settings.keys.map(({ name, key, permissions = {} }) => ({
    name,
    key,
    permissions: new Map(PERMISSIONS.flatMap((known) => entryOf(known, permissions[known]))),
    isRevoked: false,
    pacer: createPacer({ clock, onChange: startWaiters, firstRequests }),
  }));

  function candidates({ access, except }: Pick<Waiter, 'access' | 'except'>): readonly KeyState[] {
    const left = states.filter((state) => !except.has(state));
    const working = left.filter(({ isRevoked }) => !isRevoked);
    const able = working.filter(({ permissions }) => mayDo(permissions, access));
    // What was seen before may no longer hold: a key that did not do is asked again when there is no better one.
    return [able, working, left].find((some) => some.length > 0) ?? [];
  }

  function startWaiters(): void {
    callOffWake?.();
    callOffWake = undefined;
    let opensAtMs = Number.POSITIVE_INFINITY;
    let isHeld = false;
    for (const waiter of [...waiters]) {
      const able = candidates(waiter);
      const freest = mostFree(able);
      if (freest !== undefined) {
        waiters.splice(waiters.indexOf(waiter), 1);
        waiter.start({ key: freest, turn: freest.pacer.begin() });
        continue;
      }
      for (const { pacer } of able) {
        const keyOpensAtMs = pacer.opensAtMs();
        if (keyOpensAtMs >= opensAtMs) continue;
        opensAtMs = keyOpensAtMs;
        isHeld = pacer.isHeld();
      }
    }
    if (opensAtMs === Number.POSITIVE_INFINITY) return;
    const nowMs = clock.now();
    announce(opensAtMs, nowMs, isHeld);
    callOffWake = clock.schedule(Math.max(0, opensAtMs - nowMs), startWaiters);
  }

  function announce(opensAtMs: number, nowMs: number, isHeld: boolean): void {
    if (opensAtMs - Math.max(announcedUntilMs, nowMs) < NOTICEABLE_MS) return;
    announcedUntilMs = opensAtMs;
    onWait?.(isHeld ? 'too_many_requests' : 'rate_limit', opensAtMs - nowMs);
  }

  const stateOf = (key: PooledKey) => states.find((state) => state === key);

  return {
    async admit(access, except, signal) {
      signal.throwIfAborted();
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
          waiters.splice(waiters.indexOf(waiter), 1);
          resolve(undefined);
          startWaiters();
        };
        signal.addEventListener('abort', giveUp, { once: true });
        waiters.push(waiter);
        startWaiters();
      });
      if (admission === undefined) throw signal.reason;
      return admission;
    },
    hasOther: (except) => states.some((state) => !state.isRevoked && !except.has(state)),
    learn(key, access, isGranted) {
      const state = stateOf(key);
      const permission = permissionOf(access);
      if (state === undefined || permission === undefined || state.permissions.get(permission) === isGranted) {
        return false;
      }
      state.permissions.set(permission, isGranted);
      startWaiters();
      return true;
    },
    drop(key) {
      const state = stateOf(key);
      if (state === undefined || state.isRevoked) return false;
      state.isRevoked = true;
      startWaiters();
      return true;
    },
    facts: () =>
      states.map(({ name, permissions, isRevoked }) => ({
        name,
        permissions: Object.fromEntries(permissions),
        isRevoked,
      })),
  };
}

/** The permission that an operation asks for, if it is a key's. */
export function permissionOf(access: Access): Permission | undefined {
  if (access === 'anyone' || access === 'administrator') return undefined;
  return access === 'main-key' ? 'admin:all' : access;
}

function mayDo(permissions: ReadonlyMap<Permission, boolean>, access: Access): boolean {
  const permission = permissionOf(access);
  return permission === undefined || permissions.get(permission) !== false;
}

/** Of several that are free alike the first: a profile's own order. */
function mostFree(states: readonly KeyState[]): KeyState | undefined {
  let freest: KeyState | undefined;
  let most = 0;
  for (const state of states) {
    const free = state.pacer.free();
    if (free > most) [freest, most] = [state, free];
  }
  return freest;
}

function entryOf(permission: Permission, isGranted: boolean | undefined): [Permission, boolean][] {
  return isGranted === undefined ? [] : [[permission, isGranted]];
}
