import type { Run } from '../../command/command.ts';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { withoutAccents } from '../../../pix/accents.ts';
import type { PixClient } from '../../../client/client.ts';
import { makePrivateFolder } from '../../../files/private-files.ts';
import { groupTally, type PayoutRecord, type StateGroup } from '../../../payouts/journal/records.ts';
import { commandError, usageError, EXIT } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Settings } from '../../context/settings.ts';
import { withPayouts, runOfThisService } from '../../context/payouts/open-payouts.ts';
import { lookUp } from '../../input/look-up.ts';
import { namedReceiptFormat, receiptDocument } from '../../output/receipt/deliver-receipt.ts';
import { FILE_ENDINGS, type ReceiptFormat } from '../../text/topic-names.ts';
import { verdictOf, withdrawalReceipt, withdrawalStatus, partiesOf } from '../../output/receipt/receipt.ts';
import { writeOutput, guardingFile } from '../../output/write-output.ts';
import type { receipts } from './command.ts';
import { ofKind, type Fields } from '../../output/fields.ts';

export interface ReceiptsRow {
  readonly run: string;
  readonly folder: string;
  readonly format: ReceiptFormat;
  /** Written now. */
  readonly written: number;
  /** In the folder before. */
  readonly existing: number;
  /** Paid according to the journal, and not completed according to the service. */
  readonly differing: number;
  /** Not paid yet, or unconfirmed. */
  readonly left: number;
  readonly notPaid: number;
}

export const RECEIPTS_FIELDS: Fields<ReceiptsRow> = [
  ...ofKind('text', 'run', 'folder', 'format'),
  ...ofKind('count', 'written', 'existing', 'differing', 'left', 'notPaid'),
];

/** Looked up at once: the rate limiter spaces them. */
const LOOK_UPS_AT_ONCE = 10;

const LEFT: readonly StateGroup[] = ['pending', 'notSent', 'open'];

/**
 * `pix payouts receipts RUN --out FOLDER`: a file for each paid row. Files that exist are kept, so that an interrupted
 * command is resumed by repeating it.
 *
 * @throws CommandError receipts_missing: the service reports a row as not completed that the journal has as paid
 */
export const run: Run<typeof receipts, ReceiptsRow> = async (context, flags, output) => {
  const { text } = context.screen;
  const { runId, out: folder, holder, force = false } = flags;
  if (folder === undefined || folder === '') throw usageError('missing_option', text.receipts.needsFolder);
  const format = namedReceiptFormat(flags.format, text) ?? 'pdf';
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw usageError('not_a_folder', text.receipts.notFolder(folder));
  }
  await withPayouts(context, async (payouts) => {
    const { journal, settings } = payouts;
    runOfThisService(payouts, runId);
    // Every paid row has a withdrawal.
    const all = [...journal.payouts(runId, { states: ['paid', 'resolved_paid'] })].flatMap((payout): PaidRow[] => {
      const { withdrawal } = payout;
      if (withdrawal === null) return [];
      const path = join(folder, `${fileName(payout, withdrawal.id)}.${FILE_ENDINGS[format]}`);
      return [{ payout, id: withdrawal.id, path }];
    });
    const missing = force ? all : all.filter(({ path }) => !existsSync(path));
    if (missing.length > 0) {
      await guardingFile(folder, text, () => {
        makePrivateFolder(folder);
        return Promise.resolve();
      });
    }
    const client = missing.length === 0 ? undefined : await context.session.openClient(settings);
    const { host, screen } = context;
    let written = 0;
    for (let from = 0; client !== undefined && from < missing.length; from += LOOK_UPS_AT_ONCE) {
      host.interruption.throwIfAborted();
      const batch = missing.slice(from, from + LOOK_UPS_AT_ONCE);
      const results = await Promise.all(
        batch.map((row) => writeReceipt(context, client, row, { settings, holder, format })),
      );
      written += results.filter(Boolean).length;
      screen.showProgress(text.receipts.writing(from + batch.length, missing.length));
    }
    const tally = journal.tally(runId);
    const count = (groups: readonly StateGroup[]) =>
      groups.reduce((sum, group) => sum + groupTally(tally, group).payouts, 0);
    const [existing, differing, left] = [all.length - missing.length, missing.length - written, count(LEFT)];
    const notPaid = count(['notPaid', 'duplicate']);
    await output.one({ run: runId, folder, format, written, existing, differing, left, notPaid }, () => '');
    if (all.length === 0) context.screen.notify(text.receipts.nonePaid);
    else context.screen.notify(text.receipts.done(written, existing, folder));
    if (left > 0) context.screen.notify(text.receipts.left(left, runId));
    if (differing === 0) return;
    const errorText = text.receipts.someDiffer(differing);
    throw commandError(EXIT.failed, 'receipts_missing', errorText, { details: { differing } });
  });
};

interface PaidRow {
  readonly payout: PayoutRecord;
  readonly id: string;
  readonly path: string;
}

interface Receipts {
  readonly settings: Settings;
  readonly holder: string | undefined;
  readonly format: ReceiptFormat;
}

/** @returns false when the service does not report the withdrawal as completed */
async function writeReceipt(
  context: Context,
  client: PixClient,
  { payout, id, path }: PaidRow,
  { settings, holder, format }: Receipts,
): Promise<boolean> {
  const { text, language } = context.screen;
  const withdrawal = await lookUp('withdrawal', id, client.withdraws.get(id), text);
  if (verdictOf(withdrawal) !== 'paid') {
    context.screen.warn(text.receipts.differs(payout.line, id, withdrawalStatus(withdrawal, text)));
    return false;
  }
  const parties = { ...partiesOf(payout), holder };
  const facts = { host: new URL(settings.baseUrl).host, now: context.host.now(), language, text, parties };
  const { data, isRewritten } = await receiptDocument(withdrawalReceipt(withdrawal, facts), format, text);
  await writeOutput(context, path, data);
  if (isRewritten) context.screen.warn(text.receipts.rewritten(path));
  return true;
}

const ROW_DIGITS = 4;
const NAME_CHARACTERS = 40;

/** Unique by the line of the file and the withdrawal, in the order of the file, and safe on every system. */
function fileName({ line, name, reference }: PayoutRecord, id: string): string {
  const parts = [String(line).padStart(ROW_DIGITS, '0'), safePart(name ?? reference ?? ''), safePart(id)];
  return parts.filter((part) => part !== '').join('-');
}

function safePart(text: string): string {
  const safe = withoutAccents(text)
    .replaceAll(/[^\dA-Za-z]+/g, '-')
    .slice(0, NAME_CHARACTERS);
  return safe.replaceAll(/^-|-$/g, '');
}
