import { formatRelative } from './dates.ts';
import { valueAt, type Field } from './fields.ts';
import { humanValue, nothing, type HumanStyle } from './human-value.ts';
import { padToWidth, textWidth, wrappedLines, wrapToWidth } from './text-width.ts';

const GAP = '  ';
/** Minimum width of a value beside its label; otherwise it is printed below. */
const VALUE_COLUMNS_MINIMUM = 16;

export function labelOf({ path, kind, label }: Field, { text }: Pick<HumanStyle, 'text'>): string {
  if (kind === 'age') return text.fields.at;
  const labels: Readonly<Record<string, string>> = text.fields;
  return labels[label ?? path] ?? path;
}

export type LabelledValue = readonly [label: string, value: string];
type LineStyle = Pick<HumanStyle, 'palette' | 'columns'>;

/**
 * Lines of label and value, with aligned values. Long texts are wrapped between words; what does not fit beside its
 * label is printed below it, unbroken.
 */
export function labelledLines(lines: readonly LabelledValue[], style: LineStyle): string {
  return wrappedLines(labelledValues(lines, style).flat());
}

/** The same, with separate lines per value. */
export function labelledValues(
  lines: readonly LabelledValue[],
  { palette, columns = Infinity }: LineStyle,
): string[][] {
  const labelWidth = Math.max(...lines.map(([label]) => textWidth(label)));
  const room = columns - labelWidth - GAP.length;
  return lines.map(([label, value]) => {
    const beside = textWidth(value) <= room || room < VALUE_COLUMNS_MINIMUM ? [value] : wrapToWidth(value, room);
    if (beside.every((line) => textWidth(line) <= room)) {
      const margin = ' '.repeat(labelWidth) + GAP;
      const first = palette.label(padToWidth(label, labelWidth)) + GAP;
      return beside.map((line, index) => (index === 0 ? first : margin) + line);
    }
    const below = wrapToWidth(value, columns - GAP.length);
    const indented = below.every((line) => textWidth(line) <= columns - GAP.length);
    return [palette.label(label), ...below.map((line) => (indented ? GAP : '') + line)];
  });
}

/** One object as a sheet, without the fields that have no value. */
export function filledSheet(data: unknown, fields: readonly Field[], style: HumanStyle): string {
  const none = nothing(style);
  return renderSheet(
    data,
    fields.filter((field) => humanValue(field, data, style) !== none),
    style,
  );
}

/** One object as a sheet: a line per field. Times include their age if there is room. */
export function renderSheet(data: unknown, fields: readonly Field[], style: HumanStyle): string {
  const { text, now, columns = Infinity } = style;
  const labels = fields.map((field) => labelOf(field, style));
  const room = columns - Math.max(...labels.map(textWidth)) - GAP.length;
  const lines = fields.map((field, index): [string, string] => {
    const value = valueAt(data, field.path);
    const shown = humanValue(field, data, style);
    const relative = field.kind === 'time' && typeof value === 'string' ? formatRelative(value, now, text) : undefined;
    const longer = relative === undefined ? shown : `${shown} (${relative})`;
    return [labels[index] ?? '', textWidth(longer) <= room ? longer : shown];
  });
  return labelledLines(lines, style);
}
