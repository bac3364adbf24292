import type { refusalCodes as english } from '../en/refusal-codes.ts';

export const refusalCodes: typeof english = {
  AB03: { why: 'os bancos não liquidaram a tempo', advice: 'tente de novo mais tarde' },
  AC03: { why: 'a conta da chave não existe', advice: 'peça outra chave ao destinatário' },
  AC06: { why: 'a conta do destinatário está bloqueada', advice: 'peça outra chave' },
  AC07: { why: 'a conta do destinatário está encerrada', advice: 'peça outra chave' },
  AG03: { why: 'a conta do destinatário não aceita esse tipo de transferência', advice: 'peça outra chave' },
  AM02: { why: 'excede o que a conta do destinatário aceita', advice: 'confirme com ele ou envie menos' },
  BE01: { why: 'o CPF ou CNPJ não é o do titular da conta', advice: 'confira a chave com o destinatário' },
  DS04: { why: 'o banco do destinatário recusou', advice: 'ele pode perguntar o motivo ao banco' },
  DUPL: {
    why: 'recusado por duplicidade',
    advice: 'procure o primeiro envio antes de tentar de novo: pix withdraw list',
  },
  ED05: { why: 'não foi possível processar', advice: 'tente de novo mais tarde' },
  FRAD: {
    why: 'recusado por suspeita de fraude',
    advice: 'confirme quem é o destinatário e fale com o suporte do serviço',
  },
  RR04: { why: 'recusado por exigência regulatória', advice: 'fale com o suporte do serviço' },
};
