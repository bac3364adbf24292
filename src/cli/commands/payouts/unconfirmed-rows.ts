import type { Journal } from '../../../payouts/journal/journal.ts';
import { groupTally, type PayoutRecord } from '../../../payouts/journal/records.ts';
import { OPEN_STATES } from '../../../payouts/payout-state.ts';
import { absentCode } from '../../../payouts/rules/permissions.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import { describePayout } from '../../context/payouts/describe-payout.ts';
import type { OpenPayouts } from '../../context/payouts/open-payouts.ts';
import { permissionWord } from '../../context/payouts/permissions.ts';
import type { Screen } from '../../context/screen.ts';

/** More lines would hide the other messages. */
const SHOWN_MAXIMUM = 10;
const RUNS_MAXIMUM = 5;

/**
 * Reports every row without a confirmed outcome, and what you have to do about it.
 *
 * @param isOffered whether the command that checks them again was already shown
 */
export function reportUnconfirmedRows(screen: Screen, journal: Journal, runId: string, isOffered: boolean): void {
  const all = groupTally(journal.tally(runId), 'open').payouts;
  const rows = [...journal.payouts(runId, { states: OPEN_STATES, maximum: SHOWN_MAXIMUM })];
  const more = all > SHOWN_MAXIMUM ? screen.text.payouts.moreUnconfirmed(all - SHOWN_MAXIMUM, runId) : undefined;
  reportUnconfirmed(screen, journal, rows, { isOffered, more });
}

/** Reports the other runs of the service and account that have such rows. */
export function reportOtherRuns({ text, warn }: Screen, payouts: OpenPayouts, runId: string): void {
  const { journal, origin, knownAccount } = payouts;
  const ids = new Set(journal.unconfirmed(knownAccount).map((payout) => payout.runId));
  const others = [...ids].filter((id) => id !== runId && journal.run(id).origin === origin);
  const { unconfirmedIn, moreUnconfirmedRuns, sheet } = text.payouts;
  for (const id of others.slice(0, RUNS_MAXIMUM)) {
    const open = groupTally(journal.tally(id), 'open');
    warn(`${unconfirmedIn(id, open.payouts, formatReais(open.amountCentavos))} ${sheet.check(id)}`);
  }
  if (others.length > RUNS_MAXIMUM) warn(moreUnconfirmedRuns(others.length - RUNS_MAXIMUM));
}

/** The same of rows of any runs, and `more` of those that are not listed. What to do is said once for each run. */
export function reportUnconfirmed(
  { text, warn }: Screen,
  journal: Pick<Journal, 'payouts'>,
  rows: readonly PayoutRecord[],
  { isOffered = false, more }: { readonly isOffered?: boolean; readonly more?: string | undefined } = {},
): void {
  const { unconfirmed, decide, sheet } = text.payouts;
  const kindOf = ({ state, refusedAt }: PayoutRecord) =>
    state === 'absent' || state === 'ambiguous' ? state : refusedAt === null ? 'unknown' : 'refused';
  for (const payout of rows) warn(unconfirmed[kindOf(payout)](describePayout(payout, text)));
  if (more !== undefined) warn(more);
  for (const runId of new Set(rows.map((payout) => payout.runId))) {
    const linesIn = (kind: ReturnType<typeof kindOf>) =>
      rows.filter((payout) => payout.runId === runId && kindOf(payout) === kind).map(({ line }) => line);
    const only = (lines: readonly number[]) => (lines.length === 1 && more === undefined ? lines[0] : undefined);
    const [absent, ambiguous] = [linesIn('absent'), linesIn('ambiguous')];
    const isSought = linesIn('unknown').length + linesIn('refused').length > 0;
    if (absent.length > 0) {
      warn(decide.absent(runId, only(absent), permissionWord('absent', absentCode(journal, runId))));
    }
    if (ambiguous.length > 0) warn(decide.ambiguous(runId, only(ambiguous)));
    if (isSought && !isOffered) warn(sheet.check(runId));
  }
}
