import { failure } from '../../errors/command-error.ts';
import type { explain as english } from '../en/explain.ts';

export const explain: typeof english = {
  help: {
    what: '<código> AC03, insufficient_balance, exit 5 ou o ID de uma transação',
  },
  exit: (code) => `código de saída ${code}`,
  unknown: (typed, closest) => failure`
    não é um código conhecido nem uma transação: ${typed}
    ${closest === undefined ? `procure com: pix find ${typed}` : `você quis dizer ${closest}?`}`,
  withdrawal: {
    PENDING: ({ amount, pixKey, createdAt }) =>
      `o envio de ${amount} para ${pixKey} foi debitado em ${createdAt} e ainda está em processamento. O destinatário ainda não recebeu; não envie de novo.`,
    COMPLETED: ({ amount, pixKey, endedAt, endToEndId }) =>
      `o envio de ${amount} para ${pixKey} foi concluído${endedAt === '' ? '' : ` em ${endedAt}`}.${endToEndId === '' ? '' : ` O banco do destinatário o localiza pelo ID da transação (EndToEndId) ${endToEndId}.`}`,
    FAILED: ({ amount, pixKey, endedAt, reason }) =>
      `o envio de ${amount} para ${pixKey} não foi concluído: falhou${endedAt === '' ? '' : ` em ${endedAt}`}${reason === '' ? '' : ` (${reason})`}. O destinatário não recebeu nada; o dinheiro voltou para o saldo.`,
  },
  payment: {
    PENDING: ({ amount, createdAt }) =>
      `cobrança de ${amount}, de ${createdAt}. Está em criação e ainda não pode ser paga.`,
    ACTIVE: ({ amount, createdAt }) => `cobrança de ${amount}, de ${createdAt}. Ainda não foi paga.`,
    COMPLETED: ({ amount, updatedAt }) => `cobrança de ${amount}, paga; última alteração em ${updatedAt}.`,
    FAILED: ({ amount, createdAt }) =>
      `cobrança de ${amount}, de ${createdAt}. Expirou ou não foi paga; nenhum dinheiro entrou.`,
  },
};
