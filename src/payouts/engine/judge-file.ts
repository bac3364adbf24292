import type { Balance } from '../../client/answers.ts';
import { centavos, sumCentavos, type Centavos } from '../../pix/centavos.ts';
import type { BoundAccount } from '../accounts/account.ts';
import type { BatchReading } from '../files/batch-summary.ts';
import type { Journal } from '../journal/journal.ts';
import type { RunRecord } from '../journal/records.ts';
import { startOfDay } from '../policy-day.ts';
import { isRunToItsEnd, payableCounter, payableOfFile } from '../rules/payable.ts';
import type { Candidate } from '../rules/objections.ts';
import { withWithdrawals, historyFor, type PastWithdrawals } from '../rules/payment-warnings.ts';
import { namedRules, type Terms } from '../rules/permissions.ts';
import { preflight } from '../rules/preflight.ts';

interface FileToJudge {
  readonly reading: BatchReading;
  readonly terms: Terms;
  readonly balance: Balance | undefined;
  /** Undefined: the file alone is judged. */
  readonly journal: Journal | undefined;
  /** Undefined where nothing was ever paid, and the account cannot be read. */
  readonly account: BoundAccount | undefined;
  /** With these, the rows that deserve a second look are collected. */
  readonly past?: readonly PastWithdrawals[] | undefined;
  readonly recipientsMaximum?: number | undefined;
  /** Whether payouts that are proven absent are sent, too. */
  readonly resends?: boolean | undefined;
  readonly nowMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A file that was read to its end and compared with earlier payments. Nothing of it is stored. */
export interface JudgedFile extends Candidate {
  /** The run of the same file that was approved before. */
  readonly knownRun: RunRecord | undefined;
  /** The sum of all rows of the run, those that were paid before included. */
  readonly sumCentavos: Centavos;
}

/** @throws errors of reading the file, and the reason of the signal */
export async function judgeFile(given: FileToJudge): Promise<JudgedFile> {
  const { reading, terms, journal, account, past, recipientsMaximum, resends = false, nowMs, signal } = given;
  const number = account?.number;
  const historyOf = (runId?: string) => {
    if (journal === undefined || past === undefined) return undefined;
    const since = runId === undefined ? undefined : historyFor(journal, runId, nowMs);
    return withWithdrawals(since ?? journal.history.of({ todaySinceMs: startOfDay(nowMs) }), past);
  };
  const place = { account: number, newestRows: account?.newest.rows ?? [], nowMs };
  const counter = payableCounter(journal, { ...place, recipientsMaximum, history: historyOf() }, namedRules(terms));
  const ruled = journal?.approvals.newPayments();
  let sum = centavos(0);
  for await (const payout of reading.payouts) {
    signal?.throwIfAborted();
    if (!counter.add(payout)) continue;
    ruled?.add(payout);
    sum = sumCentavos(sum, payout.amountCentavos);
  }
  const summary = reading.summary();
  const { digest } = summary;
  const fresh = counter.result(digest);
  const last = number === undefined ? undefined : journal?.runOfDigest(digest, number);
  // Once more is another run, which may have been submitted.
  const knownRun = terms.names('again') ? undefined : last;
  const round = (last?.round ?? 0) + 1;
  const begun = knownRun ?? (number === undefined ? undefined : journal?.staging.submittedOf(digest, number, round));
  const payable =
    journal === undefined || begun === undefined
      ? fresh
      : payableOfFile(journal, begun.id, resends, { recipientsMaximum, history: historyOf(begun.id) });
  return {
    ...{ summary, terms, fresh, payable, knownRun },
    sumCentavos: knownRun?.amountCentavos ?? sum,
    begunRunId: begun?.id,
    isAtItsEnd: journal !== undefined && knownRun !== undefined && isRunToItsEnd(journal, knownRun.id, payable),
    forecast: preflight(payable.totals, given.balance),
    account: journal && {
      ...{ journal, number },
      assertMaySend: () => {
        if (begun !== undefined) journal.approvals.assertMaySend(begun.id);
        else {
          if (number !== undefined) journal.approvals.assertNotRejected({ id: '', digest, account: number });
          ruled?.assertMaySend();
        }
      },
    },
  };
}
