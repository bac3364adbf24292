import type { BoundAccount } from '../../../payouts/accounts/account.ts';
import type { ForeignMarks, NewestPage } from '../../../payouts/accounts/newest-page.ts';
import type { Journal } from '../../../payouts/journal/journal.ts';
import type { ForeignWithdrawals } from '../../../payouts/payout-error.ts';
import type { PayoutClient } from '../../../payouts/engine/run-payouts.ts';
import { PixError } from '../../../client/errors.ts';
import type { Context } from '../context.ts';
import type { Host } from '../host.ts';
import type { Screen } from '../screen.ts';
import { formatMinute } from '../../output/dates.ts';
import { formatReais } from '../../output/money.ts';
import { permissionsOf, type Permission } from './permissions.ts';
import { fingerprintsOf, type BoundPayouts, type OpenPayouts } from './open-payouts.ts';
import type { Balance } from '../../../client/answers.ts';
import type { PixClient } from '../../../client/client.ts';
import { balanceIfAllowed } from '../../../payouts/accounts/newest-page.ts';

export interface AccountFlags {
  /** A run of the account, or `new`. */
  readonly account?: string;
  readonly allow?: readonly Permission[];
}

/**
 * Determines the account before anything is sent.
 *
 * @throws PayoutError account_unclear, other_account
 * @throws PixError
 */
export async function bindPayouts(
  { clock }: Host,
  payouts: OpenPayouts,
  client: PayoutClient,
  flags: AccountFlags,
): Promise<BoundPayouts> {
  const { journal, settings } = payouts;
  const { bindAccount } = await import('../../../payouts/accounts/account.ts');
  const account = await bindAccount({
    journal,
    client,
    clock,
    fingerprints: fingerprintsOf(settings),
    choice: flags.account,
  });
  return { ...payouts, account };
}

/**
 * What another journal has paid from the account is not known here. That it was none of these payouts is allowed for
 * their digest, and up to the newest withdrawal that was seen.
 *
 * @throws PayoutError foreign_journal
 */
export async function meetForeign(
  { journal, account }: Pick<BoundPayouts, 'journal' | 'account'>,
  flags: Pick<AccountFlags, 'allow'>,
  digest: string,
  { whenAllowed = 'accept', otherwise = 'refuse' }: { whenAllowed?: ForeignMarks; otherwise?: ForeignMarks } = {},
): Promise<ForeignWithdrawals | undefined> {
  const { foreignIn, meetForeignMarks } = await import('../../../payouts/accounts/newest-page.ts');
  const { rows } = account.newest;
  const isAllowed = permissionsOf(flags).allows('journal', foreignIn(rows, journal, digest)?.code);
  return meetForeignMarks(rows, journal, isAllowed ? whenAllowed : otherwise, digest);
}

/** Warns of withdrawals by other journals when the command continues. */
export function warnOfForeign({ text, warn, language }: Screen, foreign: ForeignWithdrawals | undefined): void {
  if (foreign === undefined) return;
  const { count, newest } = foreign;
  const { id, createdAt, valueCentavos } = newest;
  const when = createdAt === null ? text.words.unknown : formatMinute(createdAt, language);
  warn(text.payouts.otherJournalPays(count, when, formatReais(valueCentavos), id));
}

/** Withdrawals by other journals, whatever was accepted. */
export async function foreignOf(
  { newest }: Pick<BoundAccount, 'newest'>,
  journal: Journal,
): Promise<ForeignWithdrawals | undefined> {
  const { foreignIn } = await import('../../../payouts/accounts/newest-page.ts');
  return foreignIn(newest.rows, journal, undefined);
}

/** For a dry run: the newest withdrawals. An error is ignored: the real run will report it. */
export async function newestIfReadable({ host }: Pick<Context, 'host'>, client: PayoutClient): Promise<NewestPage> {
  const { readNewestPage } = await import('../../../payouts/accounts/newest-page.ts');
  try {
    return await readNewestPage(client, host.clock);
  } catch (error) {
    if (!(error instanceof PixError)) throw error;
    return { rows: [], askedAt: host.now(), servedBefore: null, refusal: undefined };
  }
}

/** The balance, for checking a payment against it. Undefined, with a warning, when the key may not read it. */
export async function lookAtBalance(
  { text, warn }: Pick<Screen, 'text' | 'warn'>,
  client: Pick<PixClient, 'balance'>,
): Promise<Balance | undefined> {
  const balance = await balanceIfAllowed(client);
  if (balance === undefined) warn(text.payouts.balanceUnchecked);
  return balance;
}
