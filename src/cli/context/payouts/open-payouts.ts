import { join } from 'node:path';
import { fieldsOf, type Withdrawal } from '../../../client/answers.ts';
import { fingerprintOf } from '../../../client/profiles/key-fingerprint.ts';
import type { Journal } from '../../../payouts/journal/journal.ts';
import {
  isInUse,
  isJournalFailure,
  JOURNAL_FILE,
  JournalIncompleteError,
} from '../../../payouts/journal/journal-database.ts';
import { JournalElsewhereError, shownLocation } from '../../../payouts/journal/journal-location.ts';
import { assertOrigin } from '../../../payouts/journal/staging.ts';
import { PayoutError } from '../../../payouts/payout-error.ts';
import { dayOf } from '../../../payouts/policy-day.ts';
import { withdrawalsOfPage, type PastWithdrawals } from '../../../payouts/rules/payment-warnings.ts';
import { isDiskFailure, isDamage } from '../../../sql/sqlite/damage.ts';
import { ConnectionLostError, isDenied, PostgresOpenError, StatementError } from '../../../sql/postgres/errors.ts';
import { DatabaseOpenError } from '../../../sql/sqlite/driver.ts';
import { commandError, usageError, EXIT, CommandError, type ErrorText } from '../../errors/command-error.ts';
import type { Context } from '../context.ts';
import type { Screen } from '../screen.ts';
import { singleLine } from '../../output/text-width.ts';
import { connectionCause, plainCause } from '../../errors/plain-cause.ts';
import { gatherSettings, journalOf, originOf, traitsOf, type Settings } from '../settings.ts';
import { openStatesFolder, type AccountSettings } from '../state-folder.ts';
import type { WalletIndex } from '../../../find/index/wallet-index.ts';
import { centavos } from '../../../pix/centavos.ts';
import { indexIfAny } from '../account-index.ts';
import type { RunRecord } from '../../../payouts/journal/records.ts';
import type { Catalogue } from '../../text/translate.ts';

/** The journal of the configured service, for commands that need no key. */
export interface OpenJournal {
  readonly journal: Journal;
  readonly origin: string;
  /** Of this machine, whether the journal is there or not. */
  readonly folder: string;
  /** The folder, or the address of a database as it may be shown. */
  readonly location: string;
  /** Withdrawals that the journal may not know: those of the newest page, and those that `pix sync` has stored. */
  readonly pastWithdrawals: (newestRows?: readonly Withdrawal[]) => Promise<readonly PastWithdrawals[]>;
  readonly indexed: IndexedWithdrawals;
}

export interface OpenPayouts extends OpenJournal {
  readonly settings: Settings;
  /** The account that these keys were last seen on; for commands that send no request. */
  readonly knownAccount: number | undefined;
}

/** The journal, and whose it is by these keys. @throws those of {@link withJournal} */
export async function withPayouts<Result>(
  context: Context,
  work: (payouts: OpenPayouts) => Promise<Result> | Result,
  account?: Settings,
): Promise<Result> {
  const settings = account ?? (await context.session.settings());
  const place = { origin: originOf(settings.baseUrl), url: settings.journal, indexOf: settings };
  return withJournalOf(context, place, async (opened) => {
    if (account === undefined) await reportLate(context, opened.journal);
    const knownAccount = opened.journal.accounts.ofKeys(fingerprintsOf(settings));
    return work({ ...opened, settings, knownAccount });
  });
}

/**
 * The journal alone: it takes an address, and no key.
 *
 * @throws CommandError no_base_url, and those of {@link withPayouts}
 */
export async function withJournal<Result>(
  context: Context,
  work: (opened: OpenJournal) => Promise<Result> | Result,
): Promise<Result> {
  return withJournalOf(context, await journalSource(context), async (opened) => {
    await reportLate(context, opened.journal);
    return work(opened);
  });
}

const LATE_NAMED = 3;
const reported = new WeakSet<Screen>();

/** Names runs whose day has passed, once for a command. */
async function reportLate({ host, screen }: Context, journal: Journal): Promise<void> {
  if (reported.has(screen)) return;
  reported.add(screen);
  const { lateRunsOf } = await import('../../../payouts/journal/journal-facts.ts');
  const late = lateRunsOf(journal.opened, dayOf(host.now()));
  const { schedule } = screen.text.payouts;
  for (const { id, source, dueOn, approvedAt } of late.slice(0, LATE_NAMED)) {
    // Approvals of what was only submitted may be missing by now: to send it would be refused.
    const say = approvedAt === null ? schedule.lateSubmitted : schedule.late;
    screen.warn(say(id, singleLine(source), dueOn ?? ''));
  }
  if (late.length > LATE_NAMED) screen.warn(schedule.moreLate(late.length - LATE_NAMED));
}

/** Where the journal of the configured service is. @throws CommandError no_base_url */
export async function journalSource({ screen: { text }, session: { sources } }: Context): Promise<JournalSource> {
  const { baseUrl, profile, profileName, apiKey } = await gatherSettings(sources, text);
  if (baseUrl === undefined) throw usageError('no_base_url', text.settings.noBaseUrl);
  const url = journalOf(sources.environment, traitsOf(profile, baseUrl.value), text);
  const ofProfile = { profileName, keySource: 'profile', apiKey: '', baseUrl: baseUrl.value } as const;
  return { origin: originOf(baseUrl.value), url, indexOf: apiKey?.source === 'profile' ? ofProfile : undefined };
}

interface JournalSource {
  readonly origin: string;
  /** The address of a database. Undefined: the folder. */
  readonly url: string | undefined;
  /** Whose index completes the journal, if there is one. */
  readonly indexOf: AccountSettings | undefined;
}

/**
 * @throws CommandError journal_unusable, journal_incomplete; if the disk fails during work, journal_failed, or the exit
 *   report of payments that were already sent, because their outcome could not be stored
 */
async function withJournalOf<Result>(
  context: Context,
  { origin, url, indexOf }: JournalSource,
  work: (opened: OpenJournal) => Promise<Result> | Result,
): Promise<Result> {
  const { openServiceJournal, serviceFolder } = await import('../../../payouts/journal/service-journal.ts');
  const states = await openStatesFolder(context);
  const folder = serviceFolder(states, origin);
  const location = url === undefined ? folder : shownLocation(url);
  const journal = await guardingOpening(context.screen, { folder, location }, () =>
    openServiceJournal({ states, origin, clock: context.host.clock, journal: url }),
  );
  const indexed = new IndexedWithdrawals(context, indexOf);
  const pastWithdrawals = async (newestRows: readonly Withdrawal[] = []) => [
    withdrawalsOfPage(newestRows),
    ...(await indexed.sources()),
  ];
  try {
    return await work({ journal, origin, folder, location, pastWithdrawals, indexed });
  } catch (error) {
    if (error instanceof PayoutError && error.code === 'run_unknown') throw await ofAnotherService(error, states);
    if (!(error instanceof Error && isJournalFailure(error))) throw error;
    const { text } = context.screen;
    const failure = commandError(
      EXIT.failed,
      'journal_failed',
      isInUse(error)
        ? text.payouts.journalInUse(url === undefined ? join(folder, JOURNAL_FILE) : location)
        : url === undefined
          ? text.payouts.journalFailed(plainCause(error, text))
          : textOfDatabase(error, text)(location, plainCause(error, text)),
      { details: url === undefined ? { folder } : { journal: location }, cause: error },
    );
    throw context.screen.exitReport.errorFor?.(failure.message) ?? failure;
  } finally {
    await indexed.close();
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

export async function guardingOpening<Opened>(
  { text }: Screen,
  { folder, location }: Pick<OpenJournal, 'folder' | 'location'>,
  open: () => Promise<Opened>,
): Promise<Opened> {
  try {
    return await open();
  } catch (error) {
    const failure = (code: string, said: ErrorText, details: object) =>
      commandError(EXIT.failed, code, said, { details, cause: error });
    if (error instanceof JournalElsewhereError) {
      const { why: reason, location: elsewhere } = error;
      const said = text.payouts.journalElsewhere[reason](elsewhere);
      throw failure('journal_elsewhere', said, { reason, location: elsewhere });
    }
    if (error instanceof PostgresOpenError || error instanceof ConnectionLostError) {
      const reason = error instanceof PostgresOpenError ? error.reason : 'unreachable';
      const said = text.payouts.journalUnreachable[reason](location, connectionCause(error, text));
      throw failure('journal_unusable', said, { journal: location, reason });
    }
    if (!(error instanceof DatabaseOpenError) && isInUse(error)) {
      throw failure('journal_unusable', text.payouts.journalInUse(location), { journal: location, reason: 'locked' });
    }
    if (error instanceof StatementError) {
      const said = textOfDatabase(error, text)(location, plainCause(error, text));
      throw failure('journal_unusable', said, { journal: location, reason: isDenied(error) ? 'denied' : 'failed' });
    }
    if (!(error instanceof DatabaseOpenError)) throw error;
    const path = join(folder, JOURNAL_FILE);
    if (error instanceof JournalIncompleteError) {
      const { folder: whole, lack: reason } = error;
      const said = text.payouts.journalIncomplete(whole, text.payouts.lacks[reason]);
      throw failure('journal_incomplete', said, { folder: whole, reason });
    }
    const said = isInUse(error)
      ? text.payouts.journalInUse(path)
      : text.payouts.journalUnusable(path, plainCause(error, text));
    // What it contains is whole: a backup would lack the newest payments.
    const shown = isDiskFailure(error) ? { ...said, hint: text.errors.diskHint } : said;
    throw failure('journal_unusable', shown, { path, reason: error.reason });
  }
}

function textOfDatabase(error: Error, { payouts }: Catalogue) {
  const failures = partsOf(error);
  const isReported = failures.some((failure) => failure instanceof StatementError);
  if (!isReported || failures.some((failure) => failure instanceof ConnectionLostError)) return payouts.journalLost;
  return failures.some(isDenied) ? payouts.journalDenied : payouts.journalDatabaseFailed;
}

/** A run that stops for one failure may meet another one while it ends. */
function partsOf(error: unknown): readonly unknown[] {
  return error instanceof AggregateError ? error.errors.flatMap(partsOf) : [error];
}

/** What `pix sync` knows of withdrawals. The index is opened when it is first asked for. */
class IndexedWithdrawals {
  readonly #context: Context;
  readonly #account: AccountSettings | undefined;
  #opened: Promise<WalletIndex | undefined> | undefined;

  /** @param account undefined without a profile and without a key */
  constructor(context: Context, account: AccountSettings | undefined) {
    this.#context = context;
    this.#account = account;
  }

  /** Empty without an index. One that can't be used is reported, and stops no payment. */
  async sources(): Promise<readonly PastWithdrawals[]> {
    const index = await (this.#opened ??= this.#open());
    return index === undefined ? [] : [{ mayBeTo: ({ pixKey }) => withdrawalsTo(index, pixKey) }];
  }

  /** The end-to-end ID of a withdrawal, where it was looked up. */
  async endToEndIdOf({ id, pixKey }: { readonly id: string; readonly pixKey: string }): Promise<string | undefined> {
    const index = await (this.#opened ??= this.#open());
    for (const { entry } of index?.withdrawalsTo(pixKey) ?? []) {
      const { endToEndId } = fieldsOf(entry);
      if (entry.id === id && typeof endToEndId === 'string') return endToEndId;
    }
    return undefined;
  }

  async close(): Promise<void> {
    (await this.#opened)?.close();
  }

  async #open(): Promise<WalletIndex | undefined> {
    if (this.#account === undefined) return undefined;
    try {
      return await indexIfAny(this.#context, this.#account);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      const { screen } = this.#context;
      screen.warn(screen.text.payouts.warnings.withoutIndex(error.message));
      return undefined;
    }
  }
}

function* withdrawalsTo(index: WalletIndex, pixKey: string) {
  try {
    for (const { entry } of index.withdrawalsTo(pixKey)) {
      const { value } = fieldsOf(entry);
      const { pixKey: answered, status } = entry;
      if (typeof value !== 'number' || !Number.isSafeInteger(value)) continue;
      yield { pixKey: answered ?? undefined, status: status ?? '', value: centavos(value) };
    }
  } catch (error) {
    // A damaged index knows no more; `pix sync` reports it.
    if (!isDamage(error)) throw error;
  }
}

/** @throws PayoutError run_unknown, or other_origin: payments sent to one service are never looked for at another */
export function runOfThisService({ journal, origin }: OpenJournal, runId: string): RunRecord {
  const record = journal.run(runId);
  assertOrigin(record, origin);
  return record;
}
