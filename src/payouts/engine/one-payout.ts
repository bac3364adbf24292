import { randomUUID } from 'node:crypto';
import type { CreatedWithdrawal, NewWithdrawal, PixClient } from '../../client/client.ts';
import { PixError } from '../../client/errors.ts';
import { linkSignals } from '../../client/http/interruption.ts';
import { batchDigest } from '../files/digest.ts';
import type { Payout } from '../payout.ts';
import type { PayoutState } from '../payout-state.ts';
import type { PayoutRecord } from '../journal/records.ts';
import type { Context } from '../../cli/context/context.ts';
import type { BoundPayouts } from '../../cli/context/payouts/open-payouts.ts';
import { workOnRun } from '../../cli/context/payouts/work-on-run.ts';

/** In these no money has moved, and none will. */
const UNSENT_STATES: readonly PayoutState[] = ['planned', 'duplicate', 'refused'];

const COMMAND = 'pix withdraw create';

export interface SinglePayout extends Omit<Payout, 'row' | 'line' | 'cells'> {
  readonly coverFee: boolean;
  readonly usesMarks: boolean;
}

/** How an attempt to send a payout ended. */
export interface Attempt {
  /** As the journal has it now. */
  readonly payout: PayoutRecord;
  /** What the service answered to the request. */
  readonly answer: CreatedWithdrawal | undefined;
  /** Why there is no such answer. */
  readonly error: PixError | undefined;
}

/** A payout that is about to be sent. */
export interface SingleRun {
  readonly runId: string;
  /** May be repeated as long as the payout is planned: nothing has happened then. */
  attempt(verificationCode: string | undefined): Promise<Attempt>;
  /** Ends it: what is still planned is never sent. */
  end(): void;
}

/**
 * Puts a payout into the journal as a run of its own. What a command sends twice is meant twice, so that no other run is
 * resumed by it; only a reference says that it is the same.
 */
export async function beginSinglePayout(
  context: Context,
  { journal, origin, account }: BoundPayouts,
  client: PixClient,
  single: SinglePayout,
): Promise<SingleRun> {
  const { coverFee, usesMarks, ...rest } = single;
  const payout: Payout = { ...rest, row: 1, line: 1, cells: {} };
  const digest = batchDigest();
  digest.add(payout);
  const facts = { source: COMMAND, origin, account: account.number, coverFee, usesMarks, resendsProvenAbsent: false };
  const nonce = randomUUID();
  const { run, lock } = await journal.stage(facts, [payout], () => `${digest.value()}#${nonce}`);
  journal.approve(run.id);
  const place = { runId: run.id, row: 1 };

  return {
    runId: run.id,
    async attempt(verificationCode) {
      let answer: CreatedWithdrawal | undefined;
      let error: PixError | undefined;
      // A person waits: what was refused, or could not be sent, is told at once and not tried again.
      const refused = new AbortController();
      const create = async (withdrawal: NewWithdrawal) => {
        try {
          return (answer = await client.withdraws.create(withdrawal));
        } catch (caught) {
          if (caught instanceof PixError) error = caught;
          if (error !== undefined && error.outcome !== 'unknown') refused.abort();
          throw caught;
        }
      };
      const stop = linkSignals([context.host.interruption, refused.signal]);
      try {
        await workOnRun(
          context,
          { journal, account },
          {
            lock,
            client: { ...client, withdraws: { ...client.withdraws, create } },
            options: { verificationCode, foreignMarks: single.reference === undefined ? 'ignore' : 'refuse' },
            signal: stop.signal,
            isSingle: true,
          },
        );
      } finally {
        stop.release();
      }
      const payout = journal.payout(place);
      // Nothing has happened that would have to be told.
      if (UNSENT_STATES.includes(payout.state)) context.screen.exitReport.complain = undefined;
      return { payout, answer, error };
    },
    end() {
      const { state, code, reason } = journal.payout(place);
      if (state === 'planned') {
        journal.change(place, 'planned', { to: 'resolved_unpaid', code, reason, resolvedBy: COMMAND });
      }
      lock.release();
    },
  };
}
