import type { Lack } from '../../../../payouts/journal/journal-database.ts';
import type { ErrorText } from '../../../errors/command-error.ts';
import type { journal as english } from '../../en/payouts/journal.ts';
import { count } from '../numbers.ts';

export const journal: typeof english = {
  journalFailed: (reason: string): ErrorText => ({
    message: `não foi possível gravar o registro de pagamentos; o envio parou: ${reason}`,
    hint: 'verifique o espaço em disco; depois encontre o lote com: pix payouts list, e retome-o: pix payouts resume LOTE',
  }),
  journalInUse: (path: string): ErrorText => ({
    message: 'outro processo está usando o registro de pagamentos; nada mais é enviado',
    hint: `espere até que ele termine, ou feche o programa que está com ${path} aberto; depois encontre o lote com: pix payouts list, e retome-o: pix payouts resume LOTE`,
  }),
  journalUnusable: (path: string, reason: string): ErrorText => ({
    message: `não foi possível usar o registro de pagamentos: ${reason}`,
    hint: `o arquivo ${path} registra o que já foi pago: recupere uma cópia antes de pagar`,
  }),
  journalLost: (location, reason) => ({
    message: `a conexão com o registro de pagamentos caiu; o envio parou: ${reason}`,
    hint: `quando ${location} voltar a responder, em qualquer máquina: pix payouts list, depois pix payouts resume LOTE`,
  }),
  journalUnreachable: {
    driver_missing: () => ({
      message: 'o registro de pagamentos está no PostgreSQL, e o pacote pg não está instalado; nada foi enviado',
      hint: 'instale-o junto com o pix: npm install -g pg',
    }),
    unreachable: (location) => ({
      message: `não foi possível conectar ao registro de pagamentos em ${location}; nada foi enviado`,
      hint: 'confira o endereço (pix config get journal) e se o servidor está no ar',
    }),
    refused: (location) => ({
      message: `${location} recusou a conexão com o registro de pagamentos; nada foi enviado`,
      hint: 'confira o usuário e o nome do banco; a senha vem de PGPASSWORD ou de um arquivo pgpass',
    }),
    foreign: (location) => ({
      message: `o schema do registro de pagamentos em ${location} é de outro programa; nada foi enviado`,
      hint: 'use outro banco: pix config set journal postgres://USUÁRIO@HOST/BANCO',
    }),
    newer: (location) => ({
      message: `um pix mais novo gravou o registro de pagamentos em ${location}; nada foi enviado`,
      hint: 'atualize o pix aqui também: npm install -g pix-wallet',
    }),
    too_old: (location) => ({
      message: `${location} é anterior ao PostgreSQL 14; nada foi enviado`,
      hint: 'use o PostgreSQL 14 ou mais novo',
    }),
  },
  journalElsewhere: {
    moved: (location) => ({
      message: `este registro de pagamentos foi transferido para ${location}; nada foi enviado`,
      hint: 'pague a partir de lá: pix config set journal ENDEREÇO ("default" para a pasta desta máquina)',
    }),
    moving: (location) => ({
      message: `a transferência deste registro de pagamentos para ${location} não terminou; nada foi enviado`,
      hint: 'repita o comando da transferência: pix payouts journal move DESTINO',
    }),
    behind: (location) => ({
      message: `esta máquina tem um registro próprio em ${location}, que o compartilhado não conhece; nada foi enviado`,
      hint: 'transfira-o antes: pix payouts journal move postgres://USUÁRIO@HOST/BANCO',
    }),
  },
  noSharedJournal: {
    message: 'este perfil não tem um registro compartilhado para transferir',
    hint: 'indique-o: pix config set journal postgres://USUÁRIO@HOST/BANCO',
  },
  moveTarget: 'DESTINO',
  moveNeedsYes: { message: '--yes é obrigatório sem um terminal', hint: 'pix payouts journal move DESTINO --yes' },
  confirmMove: (from, to) => `Transferir o registro de ${from} para ${to}? O antigo é fechado de vez.`,
  journalNotEmpty: (location) => ({
    message: `${location} já tem um registro com pagamentos; nada foi copiado`,
    hint: 'use um banco vazio: dois registros não podem ser unidos',
  }),
  journalMoved: (value) => `O registro foi transferido. Em cada perfil que paga: pix config set journal ${value}`,
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
