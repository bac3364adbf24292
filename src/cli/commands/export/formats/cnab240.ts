import * as z from 'zod';
import { accountEntry, postedMs, type AccountEntry } from '../../../../account/entry.ts';
import { StatementWriter, type StatementBalance } from '../../../../cnab/statement.ts';
import { withoutAccents } from '../../../../pix/accents.ts';
import type { FileText } from './file-text.ts';

/** What a CNAB 240 statement says beside its entries. Times are milliseconds since the epoch. */
export interface Cnab240Account {
  readonly accountName: string;
  readonly from: number;
  readonly to: number;
  readonly openingCentavos: number;
  readonly closingCentavos: number;
  readonly madeAt: number;
}

/** In Portuguese, like the file's readers, with the categories of FEBRABAN (G092). */
const KINDS: Readonly<Record<AccountEntry['type'], readonly [history: string, category: number]>> = {
  PAYMENT: ['PIX RECEBIDO', 209],
  WITHDRAWAL: ['PIX ENVIADO', 120],
  RETURN: ['PIX DEVOLVIDO', 204],
  DISPUTE: ['CONTESTACAO MED', 103],
};

const spokenEntry = accountEntry.extend({
  recipientName: z.string().optional(),
  balanceAfter: z.int().nullable().default(null),
});

/** One statement of the layout of FEBRABAN, in segments E. */
export function cnab240FileText(account: Cnab240Account): FileText {
  const { accountName, from, to, openingCentavos, closingCentavos, madeAt } = account;
  const writer = new StatementWriter(plain(accountName));
  const balance = (moment: number, centavos: number): StatementBalance => ({ date: localTime(moment).date, centavos });
  const opening = lines(writer.opening(localTime(madeAt), balance(from, openingCentavos)));
  let before = balance(from, openingCentavos);
  return {
    opening,
    row(item) {
      const entry = spokenEntry.parse(item);
      const { type, netAmount, id, endToEndId, balanceAfter, recipientName = '' } = entry;
      const [history, category] = KINDS[type];
      const named = plain(`${history} ${recipientName}`.trim());
      const { date } = localTime(postedMs(entry));
      const document = plain(endToEndId ?? id);
      const written = writer.entry({ date, centavos: netAmount, category, history: named, document }, before);
      before = { date, centavos: balanceAfter ?? before.centavos + netAmount };
      return lines(written);
    },
    get closing() {
      return lines(writer.closing(balance(to, closingCentavos)));
    },
  };
}

/** The columns of a record are bytes. */
function plain(text: string): string {
  return withoutAccents(text)
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .slice(0, 39);
}

const lines = (records: readonly string[]) => records.map((record) => `${record}\r\n`).join('');

function localTime(moment: number): { readonly date: string; readonly time: string } {
  const local = new Date(moment);
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    date: `${two(local.getDate())}${two(local.getMonth() + 1)}${String(local.getFullYear())}`,
    time: [local.getHours(), local.getMinutes(), local.getSeconds()].map(two).join(''),
  };
}
