import type { AccountChoice } from '../../../payouts/accounts/account.ts';
import type { ForeignMarks } from '../../../payouts/accounts/newest-page.ts';
import type { ForeignWithdrawals } from '../../../payouts/payout-error.ts';
import type { PayoutClient } from '../../../payouts/engine/run-payouts.ts';
import type { Withdrawal } from '../../../client/answers.ts';
import { PixError } from '../../../client/errors.ts';
import type { Context } from '../context.ts';
import type { Host } from '../host.ts';
import type { Screen } from '../screen.ts';
import type { Settings } from '../settings.ts';
import { formatMinute } from '../../output/dates.ts';
import { formatReais } from '../../output/money.ts';
import { keyFolderName } from '../state-folder.ts';
import { fingerprintsOf, withPayouts, type BoundPayouts, type OpenPayouts } from './open-payouts.ts';

export interface AccountFlags {
  /** A run of the account, or `new`. */
  readonly account?: string;
  readonly otherJournal?: boolean;
}

/**
 * Determines the account before anything is sent.
 *
 * @throws PayoutError account_unclear, foreign_journal, other_account
 * @throws PixError
 */
export async function bindPayouts(
  { clock }: Host,
  payouts: OpenPayouts,
  client: PayoutClient,
  { flags, foreignMarks = 'refuse' }: { readonly flags: AccountFlags; readonly foreignMarks?: ForeignMarks },
): Promise<BoundPayouts> {
  const { journal, settings, origin } = payouts;
  const { bindAccount } = await import('../../../payouts/accounts/account.ts');
  const account = await bindAccount({
    journal,
    client,
    clock,
    fingerprints: fingerprintsOf(settings),
    labels: settings.apiKeys.map(({ key }) => keyFolderName(origin, key)),
    choice: choiceOf(flags),
    foreignMarks: flags.otherJournal === true ? 'accept' : foreignMarks,
  });
  return { ...payouts, account };
}

function choiceOf({ account }: AccountFlags): AccountChoice | undefined {
  if (account === undefined || account === 'new') return account;
  return { ofRun: account };
}

/** Warns of withdrawals by other journals when the command continues. */
export function warnOfForeign({ text, warn, language }: Screen, foreign: ForeignWithdrawals | undefined): void {
  if (foreign === undefined) return;
  const { count, newest } = foreign;
  const { id, createdAt, valueCentavos } = newest;
  const when = createdAt === null ? text.words.unknown : formatMinute(createdAt, language);
  warn(text.payouts.otherJournalPays(count, when, formatReais(valueCentavos), id));
}

/**
 * For a dry run: judges the newest withdrawals of the account beside the journal. An error is ignored: the real run will
 * report it.
 */
export async function judgeNewestRows<Verdict>(
  context: Context,
  settings: Settings,
  client: PayoutClient,
  judge: (rows: readonly Withdrawal[], payouts: OpenPayouts) => Verdict,
): Promise<Verdict | undefined> {
  const { foreignIn, readNewestPage } = await import('../../../payouts/accounts/newest-page.ts');
  try {
    const { rows } = await readNewestPage(client, context.host.clock);
    return await withPayouts(
      context,
      (payouts) => {
        warnOfForeign(context.screen, foreignIn(rows, payouts.journal));
        return Promise.resolve(judge(rows, payouts));
      },
      settings,
    );
  } catch (error) {
    if (!(error instanceof PixError)) throw error;
    return undefined;
  }
}
