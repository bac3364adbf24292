import type { DialectName } from '../../cnab/layout.ts';
import type { OtherPayment } from '../../cnab/read-remittance.ts';
import type { Pair, Pairs } from '../../contract/words/pairs.ts';
import type { AuditAct } from '../../payouts/approval/audit-log.ts';
import type { ColumnName } from '../../payouts/files/column-names.ts';
import type { ForeignWithdrawals } from '../../payouts/payout-error.ts';
import { formatReais } from '../../pix/reais-text.ts';

/** Of a file of payouts, as problems name them. */
export const COLUMNS = {
  reference: ['reference', 'referência'],
  name: ['name', 'nome'],
  taxId: ['CPF or CNPJ', 'CPF ou CNPJ'],
  pixKeyType: ['key type', 'tipo da chave'],
  pixKey: ['Pix key', 'chave Pix'],
  amount: ['amount', 'valor'],
  description: ['description', 'descrição'],
  allowDuplicate: ['duplicate allowed', 'duplicado permitido'],
  coverFee: ['fee on top', 'tarifa à parte'],
  dueOn: ['due date', 'vencimento'],
} satisfies Readonly<Record<ColumnName, Pair>>;

/** What a remittance may contain besides Pix to keys. */
export const OTHER_PAYMENTS = {
  account: ['credit to an account', 'crédito em conta'],
  bank_transfer: ['TED or DOC', 'TED ou DOC'],
  boleto: ['boleto', 'boleto'],
  tax: ['tax or bill', 'tributo ou conta'],
  qr_code: ['QR code', 'QR Code'],
  bank_data: ['Pix to bank data', 'Pix por dados bancários'],
  other: ['another kind of payment', 'outro tipo de pagamento'],
} satisfies Readonly<Record<OtherPayment, Pair>>;

/** Of CNAB 240, as in each language. */
export const DIALECTS: Readonly<Record<DialectName, string>> = {
  febraban: 'FEBRABAN 10.9',
  itau: 'Itaú (SISPAG v086)',
  bradesco: 'Bradesco (Multipag)',
  sicoob: 'Sicoob',
};

export const PLAN = {
  digest: ['File code', 'Código do arquivo'],
  sum: ['Sum', 'Soma'],
  arrives: ['Recipients receive', 'Destinatários recebem'],
  availableAfter: ['Available after', 'Disponível depois'],
  remains: ['Balance after', 'Saldo depois'],
  alreadyPaid: ['Already paid', 'Já pagos'],
  leftOut: ['Left out', 'Fora do lote'],
  alreadyPaidNote: ['by earlier runs', 'em lotes anteriores'],
  leftOutNote: ['invalid (--only-valid)', 'com erro (--only-valid)'],
  leftOutEarlierNote: ['may have been paid before (--only-valid)', 'podem já ter sido pagos (--only-valid)'],
} satisfies Pairs;

export const APPROVAL = {
  submitted: ['Submitted', 'Enviado para aprovação'],
  approvals: ['Approvals', 'Aprovações'],
  expires: ['Approvals expire', 'Validade das aprovações'],
  version: ['Version', 'Versão'],
  administrators: ['Administrators', 'Administradores'],
  submitters: ['Submitters', 'Quem envia para aprovação'],
  approvers: ['Approvers', 'Aprovadores'],
  paymentCap: ['Cap per payment', 'Limite por pagamento'],
  dayCap: ['Cap per day', 'Limite por dia'],
  recipients: ['Recipients', 'Destinatários'],
} satisfies Pairs;

export const ACTS = {
  submitted: ['Submitted', 'Enviado para aprovação'],
  approved: ['Approved', 'Aprovado'],
  rejected: ['Rejected', 'Rejeitado'],
  early: ['Sent before its day', 'Envio antes da data'],
  ran: ['Started sending up to', 'Envio iniciado, até'],
  resolved: ['Resolved', 'Resolvido'],
  policy: ['Policy set', 'Política definida'],
} satisfies Readonly<Record<AuditAct, Pair>>;

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
