import { AccountPayouts } from '../../../payouts/account-payouts.ts';
import { type NewestPage, balanceIfAllowed, readNewestPage } from '../../../payouts/accounts/newest-page.ts';
import type { ForeignWithdrawals } from '../../../payouts/payout-error.ts';
import type { PayoutClient } from '../../../payouts/engine/run-payouts.ts';
import { PixError } from '../../../client/errors.ts';
import type { Context } from '../context.ts';
import type { Screen } from '../screen.ts';
import { formatMinute } from '../../output/dates.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import { termsOf, type Permission } from './permissions.ts';
import { fingerprintsOf, type OpenPayouts } from './open-payouts.ts';
import type { Balance } from '../../../client/answers.ts';
import type { PixClient } from '../../../client/client.ts';

export interface AccountFlags {
  /** A run of the account, or `new`. */
  readonly account?: string;
  readonly allow?: readonly Permission[];
}

/** The payouts of an account, in the order of their steps. */
export function payoutsOf(
  { host: { clock } }: Pick<Context, 'host'>,
  { journal, origin, settings }: OpenPayouts,
  client: PayoutClient,
): AccountPayouts {
  return new AccountPayouts({ journal, origin, client, clock, fingerprints: fingerprintsOf(settings) });
}

/** Which account a command pays from, and what was allowed to it. */
export function accountTerms(flags: AccountFlags & Parameters<typeof termsOf>[0]) {
  return { choice: flags.account, terms: termsOf(flags) };
}

/** Warns of withdrawals by other journals when the command continues. */
export function warnOfForeign({ text, warn, language }: Screen, foreign: ForeignWithdrawals | undefined): void {
  if (foreign === undefined) return;
  const { id, createdAt, valueCentavos } = foreign.newest;
  const when = createdAt === null ? text.words.unknown : formatMinute(createdAt, language);
  warn(text.payouts.otherJournalPays(when, formatReais(valueCentavos), id));
}

/** For a dry run: the newest withdrawals. An error is ignored: the real run will report it. */
export async function newestIfReadable({ host }: Pick<Context, 'host'>, client: PayoutClient): Promise<NewestPage> {
  try {
    return await readNewestPage(client, host.clock);
  } catch (error) {
    if (!(error instanceof PixError)) throw error;
    const none = { rows: [], isWhole: true, answeredAt: undefined, servedBefore: null, refusal: undefined };
    return { ...none, askedAt: host.now() };
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
