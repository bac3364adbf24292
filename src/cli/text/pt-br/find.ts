import { failure } from '../../errors/command-error.ts';
import type { find as english } from '../en/find.ts';
import { count, payments } from './numbers.ts';

const searched = (rows: number) => (rows === 1 ? '1 lançamento pesquisado' : `${count(rows)} lançamentos pesquisados`);

export const find: typeof english = {
  help: {
    text: '<texto> um ID ou parte dele (seis caracteres ou mais), uma chave Pix em qualquer formato ou mascarada (***.982.247-**), o final de um telefone, um valor (10,50), um dia (ontem, 14/07), um status (em processamento, devolvido), palavras da descrição ou o nome do destinatário; com vários termos, todos devem coincidir',
    all: 'todos os resultados, mesmo depois de um ID exato',
    limit: '<número> máximo de resultados (padrão 50)',
    offline: 'procura só no índice local (pix sync), não no serviço',
    copy: 'copia o ID para a área de transferência se houver um único resultado',
  },
  resources: { payments: 'Cobrança', withdraws: 'Pix enviado' },
  to: (recipient) => `para ${recipient}`,
  looking: (rows, backTo) => `${searched(rows)}, desde ${backTo}`,
  found: (matches) => (matches === 1 ? '1 resultado' : `${count(matches)} resultados`),
  lookedBackTo: (matches, rows, backTo) => `${matches}; ${searched(rows)}, desde ${backTo}.`,
  interruptedAt: (rows, backTo) => `Não terminou: ${searched(rows)}, desde ${backTo}.`,
  payoutOf: (typed, run, line, status) => `"${typed}" é de um pagamento em lote: ${run}, linha ${line}, ${status}.`,
  unconfirmed: (row, run, status, check) => `${row} do lote ${run}: ${status}. ${check}`,
  moreUnconfirmed: (number) => `… e mais ${payments(number)} na mesma situação: pix payouts list`,
  onlyOn: (from, to) => `Buscando ${from === to ? `em ${from}` : `de ${from} a ${to}`}.`,
  lookedUpNewest: (rows) =>
    `Só os ${count(rows)} lançamentos mais recentes foram pesquisados pelo ID da transação; para todos: --all`,
  notCopied: (matches) =>
    `Nada foi copiado: há ${count(matches)} resultados. Acrescente termos, ou use: pix withdraw get ID --copy`,
  sameAccount: (shown, other) =>
    `${shown} e ${other} são a mesma conta: cada resultado aparece uma só vez, como de ${shown}.`,
  thereMayBeMore: 'Pode haver mais: use --limit ou --all.',
  indexAge: (name, age) => `Índice de ${name}: última atualização ${age}.`,
  emptyText: failure`nada a procurar \n pix find TEXTO: um ID, uma chave Pix, um valor ou palavras`,
  missingDay: (typed) => failure`
    o dia "${typed}" não existe
    informe um dia com o ano (14/07/2026 ou 2026-07-14) ou, para procurar um número, acrescente uma palavra da descrição`,
  nothing: (typed, isWithinSpan, days, isShortId) => failure`
    nenhum resultado para "${typed}"
    ${isShortId ? 'de um ID, informe ao menos seis caracteres' : days !== '' ? `"${days}" foi lido como data: retire-o para procurar em todas as datas` : isWithinSpan ? 'procure em todo o período, sem --since e --until, ou em outra conta com -p NOME' : 'procure em outra conta com -p NOME, ou por uma parte da descrição'}`,
  nothingOffline: (typed, days) => failure`
    nenhum resultado no índice para "${typed}"
    ${days !== '' ? `"${days}" foi lido como data: retire-o para procurar em todas as datas, ou ` : ''}atualize com pix sync, ou procure no serviço: remova --offline`,
  incomplete: (places, remedy) => failure`
    busca incompleta: ${places}
    ${remedy}`,
  remedies: {
    retry: 'resultados parciais; repita o comando para tentar de novo',
    look_ups: 'pesquise tudo, um a um, com --all, ou um período menor com --since',
    not_synced: 'complete o índice com: pix sync',
  },
  listIn: (list, account) => (account === '' ? list : `${list} de "${account}"`),
  shortfalls: {
    failed: (list, reason) => `não foi possível ler a lista de ${list} (${reason})`,
    gaps: (list) => `o serviço omitiu parte da lista de ${list}`,
    look_ups: (list) => `na lista de ${list}, só a parte mais recente foi pesquisada pelo ID da transação`,
    not_synced: (list) => `a lista de ${list} não está completa no índice (pix sync)`,
  },
};
