import { words as shared } from '../../../contract/words/pt-br.ts';
import type * as english from '../en/words.ts';
import { inPortuguese } from '../../../contract/words/pairs.ts';
import { MACHINE, PAYOUT_STATUSES, RECONCILIATION_STATUSES } from '../labels.ts';

export const words: typeof english.words = {
  error: 'erro',
  hint: 'dica',
  yes: 'sim',
  no: 'não',
  unknown: 'desconhecido',
  yesNo: '(s/N)',
  yesWords: ['s', 'sim', 'y', 'yes'],
  copied: (what) => `Copiado para a área de transferência: ${what}`,
  notCopied: 'Nada foi copiado: não há terminal nem área de transferência.',
  machine: { ...inPortuguese(MACHINE), ...shared.ledgerKinds },
};

export const statuses: typeof english.statuses = {
  ...shared.statuses,
  payout: inPortuguese(PAYOUT_STATUSES),
  reconciliation: inPortuguese(RECONCILIATION_STATUSES),
};
