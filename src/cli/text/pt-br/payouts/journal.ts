import type { Lack } from '../../../../payouts/journal/journal-database.ts';
import type { Complaint } from '../../../errors/command-error.ts';
import type { journal as english } from '../../en/payouts/journal.ts';
import { count } from '../numbers.ts';

export const journal: typeof english = {
  journalFailed: (reason: string): Complaint => ({
    message: `o diário de pagamentos não pode ser gravado, então nada mais é enviado: ${reason}`,
    hint: 'verifique o espaço livre; depois veja a situação da execução: pix payouts list, e continue com ela: pix payouts resume EXECUÇÃO',
  }),
  journalUnusable: (path: string, reason: string): Complaint => ({
    message: `o diário de pagamentos não pode ser usado: ${reason}`,
    hint: `ele é ${path}; sem ele ninguém sabe o que foi pago: recupere uma cópia antes de pagar`,
  }),
  lacks: {
    missing: 'o arquivo sumiu ou está vazio, embora suas execuções tenham deixado rastros ao lado',
    older: 'é uma cópia antiga, ou falta o que foi gravado por último',
    replaced: 'é outro diário, não o que estava aqui',
  } satisfies Readonly<Record<Lack, string>>,
  journalIncomplete: (folder: string, reason: string): Complaint => ({
    message: `o diário de pagamentos está incompleto: ${reason}; nada foi enviado`,
    hint: `restaure payouts.sqlite, junto com payouts.sqlite-wal, em ${folder}. Para começar sem ele, o que pode pagar de novo o que ele pagou, tire a pasta inteira dali`,
  }),
  otherJournalPays: (number: number, when: string, sum: string, id: string) =>
    `${number === 1 ? '1 saque foi feito' : `${count(number)} saques foram feitos`} desta conta por um pix cujo diário não está aqui (o mais recente: ${sum}, ${when}, ${id}): o que ele pagou não é conhecido aqui.`,
};
