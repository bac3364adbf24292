import { extname } from 'node:path';
import { usageError } from '../../errors/command-error.ts';
import { oneOf } from '../../input/option-values.ts';
import type { Context } from '../../context/context.ts';
import { readTimeSpan, type TimeSpan } from '../../input/moment.ts';
import { selectFields, type Selection } from '../../output/fields.ts';
import type { Catalogue } from '../../text/translate.ts';
import { EXPORT_FORMATS, exportFields, isOfBank, type ExportFormat, type ExportKind } from './export-kind.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { statement } from './command.ts';

export type ExportFlags = OptionsOf<typeof statement>;

/** What to export, how and where: all options, validated before anything is sent. */
export interface ExportPlan {
  readonly kind: ExportKind;
  readonly format: ExportFormat;
  readonly selection: Selection;
  readonly path: string;
  readonly manifestPath: string;
  readonly statePath: string;
  readonly replaces: boolean;
  /** Reads the local index, and sends nothing. */
  readonly isOffline: boolean;
  readonly typedSpan: { readonly since: string | null; readonly until: string | null };
  /** The span at a given time: `7d` means seven days before it. */
  span(now: number): TimeSpan;
}

const STANDARD_STREAM = /^(-|\/dev\/(std(out|err)|fd\/\d+)|\/proc\/self\/fd\/\d+)$/;

const FORMAT_OF_EXTENSION: Readonly<Record<string, ExportFormat>> = {
  '.csv': 'csv',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.xlsx': 'xlsx',
  '.ofx': 'ofx',
  '.ret': 'cnab240',
};

/** @throws CommandError (usage) */
export function readExportPlan(context: Context, kind: ExportKind, flags: ExportFlags): ExportPlan {
  const { text } = context.screen;
  const { out = '', month } = flags;
  const { since, until } = month === undefined ? flags : { since: month, until: month };
  if (out === '') throw usageError('missing_option', text.export.missingOut);
  if (STANDARD_STREAM.test(out)) throw usageError('invalid_file', text.export.noStandardOutput);
  const format = readFormat(flags.format, out, text);
  if (isOfBank(format) && kind !== 'statement') throw usageError('invalid_format', text.export.ofxIsForStatements);
  if (isOfBank(format) && context.session.flags.fields !== undefined) {
    throw usageError('conflicting_options', text.export.ofxHasNoFields);
  }
  const bounds = {
    ...(flags.since && { since: flags.since }),
    ...(flags.until && { until: flags.until }),
    ...(month !== undefined && { month }),
  };
  const span = (now: number) => readTimeSpan(bounds, now, text, 'excluded');
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
    span,
  };
}

/** From `--format`, otherwise from the file name, otherwise CSV. */
function readFormat(typed: string | undefined, path: string, text: Catalogue): ExportFormat {
  if (typed === undefined) return FORMAT_OF_EXTENSION[extname(path).toLowerCase()] ?? 'csv';
  return oneOf(EXPORT_FORMATS, typed, '--format', 'invalid_format', text);
}
