import type { DateFormat, ColumnStyle, SheetCell } from '../../xlsx/sheet-form.ts';
import type { Language } from '../text/translate.ts';
import { withoutControls } from './control-characters.ts';
import type { Field, FieldKind } from './fields.ts';
import { decimalReais } from './money.ts';

/** How the values of a field are shown in a workbook. */
export function columnStyleOf(kind: FieldKind): ColumnStyle {
  if (kind === 'money' || kind === 'count') return kind;
  if (kind === 'ordinal') return 'count';
  return kind === 'time' || kind === 'minute' ? 'moment' : 'text';
}

/**
 * A value as a cell of a workbook: money and numbers that can be summed up, moments by which it can be sorted, words
 * of the API in those of people, and text that stays text whatever it looks like.
 *
 * @param words for statuses and the like
 */
export function xlsxCell(
  { kind }: Pick<Field, 'kind'>,
  value: unknown,
  words: Readonly<Record<string, string>>,
): SheetCell {
  if (value === null || value === undefined || value === '') return undefined;
  const style = columnStyleOf(kind);
  if (typeof value === 'number' && style === 'money') return { number: decimalReais(value, '.') };
  if (typeof value === 'number' && style === 'count') return { number: String(value) };
  if (typeof value !== 'string') return withoutControls(JSON.stringify(value));
  const moment = style === 'moment' ? Date.parse(value) : NaN;
  if (!Number.isNaN(moment)) return { moment };
  return kind === 'status' && Object.hasOwn(words, value) ? words[value] : withoutControls(value);
}

export function dateFormatOf(language: Language): DateFormat {
  return language === 'pt-BR' ? 'dd/mm/yyyy hh:mm:ss' : 'yyyy-mm-dd hh:mm:ss';
}
