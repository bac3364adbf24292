import { extname } from 'node:path';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { readTimeSpan } from '../../input/moment.ts';
import { selectFields, type Field, ofKind, valueAt, type Fields, type StatusOf } from '../../output/fields.ts';
import type { ExportFormat } from '../../text/topic-names.ts';
import type { Catalogue } from '../../text/translate.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { statement } from './command.ts';
import { payment } from '../../../contract/payment.ts';
import { withdrawal } from '../../../contract/withdrawal.ts';
import type { ListName } from '../../../find/wallet-entry.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import type { AccountEntry } from '../../../account/entry.ts';

export type ExportFlags = OptionsOf<typeof statement>;

const STANDARD_STREAM = /^(-|\/dev\/(std(out|err)|fd\/\d+)|\/proc\/self\/fd\/\d+)$/;

const FORMAT_OF_EXTENSION: Readonly<Record<string, ExportFormat>> = {
  '.csv': 'csv',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.xlsx': 'xlsx',
  '.ofx': 'ofx',
  '.ret': 'cnab240',
};

/** What to export, how and where: all options, validated before anything is sent. */
export type ExportPlan = ReturnType<typeof readExportPlan>;

/** @throws CommandError (usage) */
export function readExportPlan(context: Context, kind: ExportKind, flags: ExportFlags) {
  const { text } = context.screen;
  const { out = '', month } = flags;
  const { since, until } = month === undefined ? flags : { since: month, until: month };
  if (out === '') throw usageError('missing_option', text.export.missingOut);
  if (STANDARD_STREAM.test(out)) throw usageError('invalid_file', text.export.noStandardOutput);
  const format = flags.format ?? formatOf(out, text);
  if (isOfBank(format) && kind !== 'statement') throw usageError('invalid_format', text.export.ofxIsForStatements);
  if (isOfBank(format) && context.session.flags.fields !== undefined) {
    throw usageError('conflicting_options', text.export.ofxHasNoFields);
  }
  const span = (now: number) => readTimeSpan(flags, now, text, 'excluded');
  span(context.host.now());
  return {
    kind,
    format,
    selection: selectFields(context.session.flags.fields, exportFields(kind, format), text),
    path: out,
    manifestPath: `${out}.manifest.json`,
    statePath: `${out}.pix-export`,
    replaces: flags.force === true,
    isOffline: flags.offline === true,
    typedSpan: { since: since ?? null, until: until ?? null },
    // At a given time: `7d` means seven days before it.
    span,
  };
}

/** From the file name; CSV where that names none. */
function formatOf(path: string, text: Catalogue): ExportFormat {
  const extension = extname(path).toLowerCase();
  const format = FORMAT_OF_EXTENSION[extension];
  if (format === undefined && /^\.[a-z]+$/.test(extension)) {
    throw usageError('invalid_format', text.export.unknownEnding(path));
  }
  return format ?? 'csv';
}

export type ExportKind = ListName | 'statement';

/** An entry in a statement, with the balance that it led to. */
export type StatementRow = AccountEntry & {
  /** Null where the balance before it is not known. */
  readonly balanceAfter: number | null;
};

const STATEMENT_FIELDS: Fields<StatementRow> = [
  { path: 'postedAt', kind: 'time' },
  // A word from a closed set, like a status.
  { path: 'type', kind: 'status' },
  ...ofKind('money', 'netAmount', 'value', 'fee'),
  ...ofKind('text', 'id', 'correlationID', 'pixKey', 'description'),
  ...ofKind('time', 'createdAt', 'updatedAt'),
  { path: 'status', kind: 'status', statusOf: statusOfEntry },
  { path: 'endToEndId', kind: 'text' },
  { path: 'balanceAfter', kind: 'money' },
];

/** What a person reads names the recipient, before the key. */
const SPOKEN_STATEMENT_FIELDS: readonly Field[] = STATEMENT_FIELDS.flatMap((field): readonly Field[] =>
  field.path === 'pixKey' ? [{ path: 'recipientName', kind: 'text' }, field] : [field],
);

/** Files of statements alone, which state balances and have fixed fields. */
export function isOfBank(format: ExportFormat): format is 'ofx' | 'cnab240' {
  return format === 'ofx' || format === 'cnab240';
}

/** Files that a person reads: with words for statuses, and names for recipients. */
export function isForPerson(format: ExportFormat): boolean {
  return format !== 'csv' && format !== 'ndjson';
}

/** The columns of an export, with the API's names. */
export function exportFields(kind: ExportKind, format: ExportFormat = 'csv'): readonly Field[] {
  switch (kind) {
    case 'payments':
      return documentedFields(payment);
    case 'withdraws':
      return documentedFields(withdrawal);
    case 'statement':
      return isForPerson(format) ? SPOKEN_STATEMENT_FIELDS : STATEMENT_FIELDS;
  }
}

function statusOfEntry(row: unknown): StatusOf {
  return valueAt(row, 'type') === 'PAYMENT' ? 'charge' : 'withdrawal';
}

/** The columns that a manifest sums up. */
export const STATEMENT_SUMS: readonly string[] = ['netAmount', 'value', 'fee'];
