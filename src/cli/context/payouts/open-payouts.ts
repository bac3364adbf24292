import { join } from 'node:path';
import { fingerprintOf } from '../../../client/profiles/key-fingerprint.ts';
import type { BoundAccount } from '../../../payouts/accounts/account.ts';
import type { Journal } from '../../../payouts/journal/journal.ts';
import { PayoutError } from '../../../payouts/payout-error.ts';
import { DatabaseOpenError } from '../../../sqlite/open-error.ts';
import { CommandError, usageError } from '../../errors/command-error.ts';
import type { Context } from '../context.ts';
import type { Screen } from '../screen.ts';
import { EXIT } from '../../errors/exit-code.ts';
import { plainCause } from '../../errors/plain-cause.ts';
import { gatherSettings, originOf, type Settings } from '../settings.ts';
import { openStatesFolder } from '../state-folder.ts';

/** The journal of the configured service, for commands that need no key. */
export interface OpenJournal {
  readonly journal: Journal;
  readonly origin: string;
}

/** With the settings of requests. */
export interface OpenPayouts extends OpenJournal {
  readonly settings: Settings;
  /** The account that these keys were last seen on; for commands that send no request. */
  readonly knownAccount: number | undefined;
}

/** With the account, once it is determined. */
export interface BoundPayouts extends OpenPayouts {
  readonly account: BoundAccount;
}

/** The journal, and whose it is by these keys. @throws those of {@link withJournal} */
export async function withPayouts<Result>(
  context: Context,
  work: (payouts: OpenPayouts) => Promise<Result>,
  account?: Settings,
): Promise<Result> {
  const settings = account ?? (await context.session.settings());
  return withJournalOf(context, originOf(settings.baseUrl), async ({ journal, origin }) => {
    const knownAccount = journal.accounts.ofKeys(fingerprintsOf(settings));
    return work({ journal, settings, origin, knownAccount });
  });
}

/**
 * The journal alone: it takes an address, and no key.
 *
 * @throws CommandError no_base_url, and those of {@link withPayouts}
 */
export async function withJournal<Result>(
  context: Context,
  work: (opened: OpenJournal) => Promise<Result>,
): Promise<Result> {
  const { text } = context.screen;
  const { baseUrl } = await gatherSettings(context.session.sources, text);
  if (baseUrl === undefined) throw usageError('no_base_url', text.settings.noBaseUrl);
  return withJournalOf(context, originOf(baseUrl.value), work);
}

/**
 * @throws CommandError journal_unusable, journal_incomplete; if the disk fails during work, journal_failed, or the exit
 *   report of payments that were already sent, because their outcome could not be stored
 */
async function withJournalOf<Result>(
  context: Context,
  origin: string,
  work: (opened: OpenJournal) => Promise<Result>,
): Promise<Result> {
  const { openServiceJournal, serviceFolder } = await import('../../../payouts/journal/service-journal.ts');
  const states = await openStatesFolder(context);
  const folder = serviceFolder(states, origin);
  const journal = await guardingOpening(context.screen, folder, () =>
    openServiceJournal({ states, origin, clock: context.host.clock }),
  );
  try {
    return await work({ journal, origin });
  } catch (error) {
    if (error instanceof PayoutError && error.code === 'run_unknown') throw await ofAnotherService(error, states);
    if (!(error instanceof Error && isOfDatabase(error))) throw error;
    const failure = new CommandError({
      ...context.screen.text.payouts.journalFailed(plainCause(error, context.screen.text)),
      code: 'journal_failed',
      exitCode: EXIT.failed,
      details: { folder },
      cause: error,
    });
    throw context.screen.exitReport.errorFor?.(failure.message) ?? failure;
  } finally {
    journal.close();
  }
}

export function fingerprintsOf({ apiKeys }: Settings): readonly string[] {
  return apiKeys.map(({ key }) => fingerprintOf(key));
}

/** Payments sent to one service are never looked for at another. */
async function ofAnotherService(error: PayoutError, states: string): Promise<PayoutError> {
  const { runId = '' } = error;
  const { originOfRun } = await import('../../../payouts/journal/service-journal.ts');
  const origin = await originOfRun(states, runId);
  if (origin === undefined) return error;
  return new PayoutError(`the run ${runId} belongs to ${origin}`, { code: 'other_origin', runId, cause: error });
}

/** An error of SQLite, or of the stamp beside the database: the disk is full or missing. */
function isOfDatabase(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isOfDatabase);
  return error instanceof Error && ('errcode' in error || error.name === 'StampError');
}

async function guardingOpening({ text }: Screen, folder: string, open: () => Promise<Journal>): Promise<Journal> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof DatabaseOpenError)) throw error;
    const { JOURNAL_FILE, JournalIncompleteError } = await import('../../../payouts/journal/journal-database.ts');
    const path = join(folder, JOURNAL_FILE);
    if (error instanceof JournalIncompleteError) {
      throw new CommandError({
        ...text.payouts.journalIncomplete(error.folder, text.payouts.lacks[error.lack]),
        code: 'journal_incomplete',
        exitCode: EXIT.failed,
        details: { folder: error.folder, reason: error.lack },
        cause: error,
      });
    }
    throw new CommandError({
      ...text.payouts.journalUnusable(path, plainCause(error, text)),
      code: 'journal_unusable',
      exitCode: EXIT.failed,
      details: { path, reason: error.reason },
      cause: error,
    });
  }
}
