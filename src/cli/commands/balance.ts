import { stripVTControlCharacters } from 'node:util';
import { balance as balanceSchema } from '../../contract/balance.ts';
import type { Balance } from '../../client/client.ts';
import type { Context } from '../context.ts';
import { documentedFields } from '../output/documented-fields.ts';
import { selectFields, valueAt, type Field } from '../output/fields.ts';
import { humanValue, type HumanStyle } from '../output/human-value.ts';
import { printThing } from '../output/present.ts';
import { labelledLines, labelOf } from '../output/sheet.ts';

const FIELDS = documentedFields(balanceSchema);
const BAR_COLUMNS = 24;
const SECTIONS = ['balance', 'limits', 'disputes', 'statistics', 'plan'] as const;

/** Fields that say again what another line of the sheet says. */
const REDUNDANT = ['balance.isNegative', 'plan.transactionFeeInReais', 'limits.dailyUsed', 'limits.monthlyUsed'];

/** `pix balance` */
export async function run(context: Context): Promise<void> {
  const selection = selectFields(context.flags.fields, FIELDS, context.text);
  const settings = await context.settings();
  const client = await context.openClient(settings);
  const balance = await client.balance();
  await printThing(context, balance, selection, (style) => balanceSheet(balance, style));
}

function balanceSheet(balance: Balance, style: HumanStyle): string {
  const { text, palette } = style;
  return SECTIONS.filter((section) => section !== 'disputes' || hasDisputes(balance))
    .map((section) => {
      const fields = FIELDS.filter(({ path }) => path.startsWith(`${section}.`) && !REDUNDANT.includes(path));
      const values = fields.map((field) => humanValue(field, valueAt(balance, field.path), style));
      const width = Math.max(...values.map(visibleLength));
      const lines = fields.map((field, index): [string, string] => {
        const value = values[index] ?? '';
        const margin = field.kind === 'money' ? ' '.repeat(width - visibleLength(value)) : '';
        return [labelOf(field, style), margin + value + limitBar(balance, field, style)];
      });
      return `${palette.heading(text.sections[section])}\n${labelledLines(lines, palette)}`;
    })
    .join('\n');
}

function visibleLength(text: string): number {
  return stripVTControlCharacters(text).length;
}

function hasDisputes({ disputes }: Balance): boolean {
  return (disputes.total ?? 0) > 0 || (disputes.totalBlockedAmount ?? 0) > 0;
}

/** How much of a day's or a month's limit is used. */
function limitBar(balance: Balance, { path }: Field, { text, palette }: HumanStyle): string {
  if (path !== 'limits.daily' && path !== 'limits.monthly') return '';
  const [limit, used] = [valueAt(balance, path), valueAt(balance, `${path}Used`)];
  if (typeof limit !== 'number' || typeof used !== 'number' || limit <= 0) return '';
  const share = Math.min(1, Math.max(0, used / limit));
  const filled = Math.round(share * BAR_COLUMNS);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_COLUMNS - filled);
  const paint = share >= 0.9 ? palette.bad : share >= 0.7 ? palette.waiting : palette.good;
  return `  ${paint(bar)} ${text.words.used(Math.round(share * 100))}`;
}
