import type { Palette } from '../palette.ts';
import { labelledLines } from '../sheet.ts';
import { textWidth, wrapToWidth } from '../text-width.ts';
import type { Receipt } from './receipt.ts';

/** A receipt as plain text. For an unpaid withdrawal it is framed by warnings. */
export function receiptText({ verdict, title, lines, remark }: Receipt, palette: Palette, columns: number): string {
  const heading = wrapToWidth(title, columns);
  const rule = (verdict === 'paid' ? '=' : '!').repeat(Math.max(...heading.map(textWidth)));
  const paint = verdict === 'paid' ? palette.heading : palette.alarm;
  const painted = heading.map((line) => paint(line));
  return [
    ...(verdict === 'paid' ? [...painted, rule] : [rule, ...painted, rule]),
    '',
    labelledLines(lines, palette, columns).trimEnd(),
    '',
    ...wrapToWidth(remark, columns),
    ...(verdict === 'paid' ? [] : [rule, ...painted, rule]),
    '',
  ].join('\n');
}
