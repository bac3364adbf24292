import type { Lack } from '../../../../payouts/journal/journal-database.ts';
import type { ErrorText } from '../../../errors/command-error.ts';
import type { journal as english } from '../../en/payouts/journal.ts';
import { count } from '../numbers.ts';

export const journal: typeof english = {
  journalFailed: (reason: string): ErrorText => ({
    message: `não foi possível gravar o registro de pagamentos; o envio parou: ${reason}`,
    hint: 'verifique o espaço em disco; depois encontre o lote com: pix payouts list, e retome-o: pix payouts resume LOTE',
  }),
  journalUnusable: (path: string, reason: string): ErrorText => ({
    message: `não foi possível usar o registro de pagamentos: ${reason}`,
    hint: `o arquivo ${path} registra o que já foi pago: recupere uma cópia antes de pagar`,
  }),
  lacks: {
    missing: 'o arquivo sumiu ou está vazio, mas os lotes deixaram rastros ao lado dele',
    older: 'é uma cópia antiga, ou faltam os últimos registros',
    replaced: 'não é o registro que estava aqui antes',
  } satisfies Readonly<Record<Lack, string>>,
  journalIncomplete: (folder: string, reason: string): ErrorText => ({
    message: `o registro de pagamentos está incompleto: ${reason}; nada foi enviado`,
    hint: `restaure payouts.sqlite, junto com payouts.sqlite-wal, em ${folder}. Para começar sem ele, mova a pasta inteira: o que ele pagou poderia ser pago de novo`,
  }),
  otherJournalPays: (number: number, when: string, sum: string, id: string) =>
    `${number === 1 ? '1 envio foi feito' : `${count(number)} envios foram feitos`} desta conta por outro registro de pagamentos do pix (o último: ${sum}, ${when}, ${id}). O que ele pagou não consta aqui.`,
};
