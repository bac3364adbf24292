import { words } from '../../../contract/words/pt-br.ts';
import type { refusalCodes as english } from '../en/refusal-codes.ts';

const reasons = words.refusalCodes;

export const refusalCodes: typeof english = {
  AB03: { why: reasons.AB03, advice: 'tente de novo mais tarde' },
  AC03: { why: reasons.AC03, advice: 'peça outra chave ao destinatário' },
  AC06: { why: reasons.AC06, advice: 'peça outra chave' },
  AC07: { why: reasons.AC07, advice: 'peça outra chave' },
  AG03: { why: reasons.AG03, advice: 'peça outra chave' },
  AM02: { why: reasons.AM02, advice: 'confirme com ele ou envie menos' },
  BE01: { why: reasons.BE01, advice: 'confira a chave com o destinatário' },
  DS04: { why: reasons.DS04, advice: 'ele pode perguntar o motivo ao banco' },
  DUPL: { why: reasons.DUPL, advice: 'procure o primeiro envio antes de tentar de novo: pix withdraw list' },
  ED05: { why: reasons.ED05, advice: 'tente de novo mais tarde' },
  FRAD: { why: reasons.FRAD, advice: 'confirme quem é o destinatário e fale com o suporte do serviço' },
  RR04: { why: reasons.RR04, advice: 'fale com o suporte do serviço' },
};
