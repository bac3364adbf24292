import type { refusalCodes as english } from '../en/refusal-codes.ts';

export const refusalCodes: typeof english = {
  AB03: 'os bancos não liquidaram a tempo; tente de novo mais tarde',
  AC03: 'a conta da chave não existe; peça outra chave a quem recebe',
  AC06: 'a conta de quem recebe está bloqueada; peça outra chave',
  AC07: 'a conta de quem recebe está encerrada; peça outra chave',
  AG03: 'a conta de quem recebe não aceita esse tipo de transferência; peça outra chave',
  AM02: 'passa do que a conta de quem recebe aceita; confirme com a pessoa ou envie menos',
  BE01: 'o CPF ou CNPJ não é o do titular da conta; confira a chave com quem recebe',
  DS04: 'o banco de quem recebe recusou; a pessoa pode perguntar o motivo ao banco dela',
  DUPL: 'foi tomado por repetição; procure o primeiro antes de tentar de novo: pix withdraw list',
  ED05: 'não foi possível processar; tente de novo mais tarde',
  FRAD: 'houve suspeita de fraude; certifique-se de quem recebe e fale com o suporte do serviço',
  RR04: 'uma norma do regulador impede; fale com o suporte do serviço',
};
