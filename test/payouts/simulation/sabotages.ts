import type { PixClient } from '../../../src/client/client.ts';
import { PixError, TransportError } from '../../../src/client/errors.ts';
import type { Intent } from '../../../src/payouts/journal-steps.ts';
import type { Journal } from '../../../src/payouts/journal.ts';
import type { Sabotage } from './program.ts';

/** Something that breaks the program, or what it relies upon, and how that shows. */
export interface Mutation extends Sabotage {
  readonly tells: RegExp;
}

export const SABOTAGES: Readonly<Record<string, Mutation>> = {
  'a lost answer is taken for a request that was never sent': {
    client: takeUnknownForNotSent,
    tells: /PAID TWICE|no payout tells of it/,
  },
  'the intent becomes durable with the outcome, not before the request': {
    journal: intendLate,
    tells: /PAID TWICE|can't go from/,
  },
  'two processes may work on one run': {
    hasNoLocks: true,
    world: (world) => ({ ...world, rivalAfterMs: 500 }),
    tells: /PAID TWICE|can't go from/,
  },
  'absence is believed at once': {
    options: { resendsProvenAbsent: true, latestEffectMs: 0, cacheLifeMs: 0 },
    tells: /PAID TWICE|said to be absent/,
  },
  'requests take effect later than is stated': {
    world: (world) => ({
      ...world,
      resendsProvenAbsent: true,
      network: { ...world.network, latestEffectMs: 30 * world.network.latestEffectMs },
    }),
    tells: /PAID TWICE|no payout tells of it/,
  },
  'lists are older than is stated': {
    world: (world) => ({ ...world, resendsProvenAbsent: true, http: { ...world.http, lagMs: 3_600_000 } }),
    tells: /PAID TWICE|said to be absent|does not come to an end/,
  },
  'rows of the list are passed over': {
    client: forgetWithdrawals,
    tells: /PAID TWICE|said to be absent|does not come to an end/,
  },
};

function takeUnknownForNotSent(client: PixClient): PixClient {
  const { withdraws } = client;
  return {
    ...client,
    withdraws: {
      ...withdraws,
      async create(order) {
        try {
          return await withdraws.create(order);
        } catch (error) {
          if (!(error instanceof PixError) || error.outcome !== 'unknown') throw error;
          const facts = {
            code: 'connection_refused',
            outcome: 'not-sent',
            host: 'wallet.example',
            cause: error,
          } as const;
          throw new TransportError('nothing accepts connections there', facts);
        }
      },
    },
  };
}

/** Payouts stand as planned in the journal until their outcome is known. */
function intendLate(journal: Journal): Journal {
  const intents = new Map<string, Intent>();
  return {
    ...journal,
    intend(place, intent) {
      intents.set(`${place.runId} ${place.row}`, intent);
      return true;
    },
    change(place, from, change) {
      const intent = intents.get(`${place.runId} ${place.row}`);
      if (from === 'sending' && intent !== undefined) journal.intend(place, intent);
      journal.change(place, from, change);
    },
  };
}

/** One withdrawal in three is on no list, though it was made. */
function forgetWithdrawals(client: PixClient): PixClient {
  const { withdraws } = client;
  const isTold = ({ id }: { readonly id: string }) => Number(id.replace('wd-', '')) % 3 !== 0;
  return {
    ...client,
    withdraws: {
      ...withdraws,
      proven(options) {
        const list = withdraws.proven(options);
        return {
          ...list,
          async *steps() {
            for await (const step of list.steps()) {
              yield step.type === 'rows' ? { ...step, rows: step.rows.filter(({ row }) => isTold(row)) } : step;
            }
          },
        };
      },
    },
  };
}
