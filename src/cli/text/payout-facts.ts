import type { DialectName } from '../../cnab/layout.ts';
import type { ForeignWithdrawals } from '../../payouts/payout-error.ts';
import { formatReais } from '../../pix/reais-text.ts';

/** Of CNAB 240, as in each language. */
export const DIALECTS: Readonly<Record<DialectName, string>> = {
  febraban: 'FEBRABAN 10.9',
  itau: 'Itaú (SISPAG v086)',
  bradesco: 'Bradesco (Multipag)',
  sicoob: 'Sicoob',
};

/** `R$ 25,00, 2026-07-14 09:31, ID`. The time is local, as in lists. @param locale Sweden's has the form of English lists */
export function withdrawalFacts(
  { valueCentavos, createdAt, id }: ForeignWithdrawals['newest'],
  locale: 'sv-SE' | 'pt-BR',
): string {
  const moment = new Date(createdAt ?? '');
  const isDate = !Number.isNaN(moment.getTime());
  const form = { dateStyle: 'short', timeStyle: 'short' } as const;
  const when = isDate ? moment.toLocaleString(locale, form).replace(',', '') : createdAt;
  return [formatReais(valueCentavos), when, id].filter((fact) => fact !== null).join(', ');
}

/** Not every installation has the pages, so that the help itself shows what a policy looks like. */
export const POLICY_FORM =
  '{"people": {"ana": ["ssh-ed25519 …"], …}, "administrators": ["dora"], "submitters": ["ana"], "approvers": ["bruno"], ' +
  '"approvals": [{"above": "0,00", "needed": 1}], "caps": {"payment": "20.000,00"}}';
