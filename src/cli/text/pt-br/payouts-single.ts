import type { Complaint } from '../../errors/command-error.ts';

/** O que `pix withdraw create` diz sobre o seu lugar no diário. */
export const singlePayout = {
  outcomeUnknown: (reason: string, amount: string, key: string, runId: string): Complaint => ({
    message: `O DINHEIRO PODE TER SAÍDO: ninguém sabe se ${amount} foi para ${key} (${reason})`,
    hint: `não repita o comando; espere 60 segundos (listas podem ter essa idade) e esclareça com "pix payouts resume ${runId}", ou procure ${amount} para ${key} em: pix withdraw list -L 5`,
  }),
  provenAbsent: (amount: string, key: string, runId: string): Complaint => ({
    message: `a resposta se perdeu, e o serviço não tem saque de ${amount} para ${key}: não foi realizado`,
    hint: `para enviar de novo: pix payouts resume ${runId} --resend-proven-absent; para deixar assim: pix payouts resolve ${runId} 1 --not-paid`,
  }),
  answeredOther: (id: string) => `o serviço respondeu com outro saque, diferente do pedido: ${id}`,
  answeredEarlier: (id: string) =>
    `o serviço respondeu com um saque que já existia antes do pedido, ou que é de outro pagamento: ${id}`,
  found: (id: string) => `A resposta se perdeu, e o saque foi encontrado: ${id}.`,
  sentBefore: (reference: string, id: string) =>
    `A referência "${reference}" já foi enviada antes, como ${id}; nada foi enviado agora.`,
  referenceInUse: (reference: string): Complaint => ({
    message: `outro comando está enviando a referência "${reference}" neste momento; nada foi enviado`,
    hint: 'espere por ele e repita o comando: ele mostra o resultado',
  }),
  referenceTaken: (reference: string, amount: string, key: string): Complaint => ({
    message: `a referência "${reference}" é de outro pagamento: ${amount} para ${key}; nada foi enviado`,
    hint: 'use uma referência própria para cada pagamento; veja: pix payouts list',
  }),
  referenceRewritten: (reference: string, earlier: string, runId: string, when: string): Complaint => ({
    message: `a mesma chave e o mesmo valor já foram enviados como "${earlier}" em ${runId} (${when}), e uma planilha pode ter transformado essa referência em "${reference}"; nada foi enviado`,
    hint: `use a referência "${earlier}" para esse pagamento; se este é novo: --new-reference`,
  }),
  paidLately: (runId: string, when: string) =>
    `nota: a referência é nova, mas a mesma chave e o mesmo valor já foram enviados em ${runId} (${when}).`,
  invalidReference: {
    message: 'isso não é uma referência',
    hint: 'são de um a 200 caracteres, sem quebras de linha',
  },
  refusals: {
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
  },
  moneyIsBack: (advice: string) => `${advice}; o dinheiro voltou para o saldo`,
  whichRecipient: 'Para quem?',
  anotherKey: 'outra chave',
  untold: (id: string, amount: string) => `${id}, de ${amount}, foi criado, embora ninguém leia a saída.`,
  help: {
    newReference: 'envia mesmo que a referência pareça ser uma anterior que uma planilha alterou',
    reference: {
      value: 'referência',
      description: 'o seu nome para este pagamento: repetir o comando mostra o saque e não envia nada',
    },
  },
};
