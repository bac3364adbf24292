import type { refusalCodes as english } from '../en/refusal-codes.ts';

export const refusalCodes: typeof english = {
  AB03: 'os bancos não liquidaram a tempo; tente de novo mais tarde',
  AC03: 'a conta da chave não existe; peça outra chave ao destinatário',
  AC06: 'a conta do destinatário está bloqueada; peça outra chave',
  AC07: 'a conta do destinatário está encerrada; peça outra chave',
  AG03: 'a conta do destinatário não aceita esse tipo de transferência; peça outra chave',
  AM02: 'passa do que a conta do destinatário aceita; confirme com ele ou envie menos',
  BE01: 'o CPF ou CNPJ não é o do titular da conta; confira a chave com o destinatário',
  DS04: 'o banco do destinatário recusou; ele pode perguntar o motivo ao banco',
  DUPL: 'recusado por duplicidade; procure o primeiro envio antes de tentar de novo: pix withdraw list',
  ED05: 'não foi possível processar; tente de novo mais tarde',
  FRAD: 'recusado por suspeita de fraude; confirme quem é o destinatário e fale com o suporte do serviço',
  RR04: 'recusado por exigência regulatória; fale com o suporte do serviço',
};
