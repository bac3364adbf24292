import type { lists as english } from '../en/lists.ts';
import { count } from './numbers.ts';
import { inPortuguese } from '../../../contract/words/pairs.ts';
import { STATISTICS } from '../labels.ts';

export const lists: typeof english = {
  help: {
    status: { value: 'status', description: 'só lançamentos com este status' },
    limit: { value: 'número', description: 'máximo de lançamentos (padrão 50)' },
    all: 'todos os lançamentos',
    offset: { value: 'número', description: 'lançamentos a pular, a partir do mais recente' },
    since: {
      value: 'quando',
      description: 'a partir deste dia: 14/07/2026, ontem, julho, 7d; ou hora: "14/07/2026 09:30", 24h',
    },
    month: { value: 'mês', description: 'só este mês: 07/2026, 2026-07, julho' },
    by: {
      value: 'created|settled',
      description: 'a data que vale para o período: a da criação (padrão), ou a da liquidação (quando o saldo mudou)',
    },
    until: { value: 'quando', description: 'até esta data, inclusive' },
    before: {
      value: 'quando',
      description:
        'até o fim desse dia; com hora, antes dela: a próxima exportação pode começar com --since na mesma hora',
    },
    watch: 'continua mostrando lançamentos novos ou com status alterado, por padrão a cada 5 segundos',
    watchValue: 'segundos',
  },
  names: { payments: 'cobranças', withdraws: 'envios' },
  none: {
    payments: (filters) => `Nenhuma cobrança encontrada${filters}.`,
    withdraws: (filters) => `Nenhum Pix enviado encontrado${filters}.`,
  },
  age: 'Quando',
  ages: {
    now: 'agora',
    minutes: (count) => `${count} min`,
    hours: (count) => `${count} h`,
    days: (count) => `${count} dias`,
    months: (count) => `${count} meses`,
    years: (count) => `${count} anos`,
  },
  ago: (length) => `há ${length}`,
  ahead: (length) => `daqui a ${length}`,
  hidden: (names) => `fora da tela: ${names} (-o csv)`,
  shown: (rows, all, ofShown) => `Exibindo ${count(rows)}${ofShown === '' ? '' : ` (${ofShown})`} de ${all}`,
  counted: {
    payments: (rows) => (rows === 1 ? '1 cobrança' : `${count(rows)} cobranças`),
    withdraws: (rows) => (rows === 1 ? '1 envio' : `${count(rows)} envios`),
  },
  allWithin: (counted, span) => `${counted} ${span}`,
  someWithin: (counted, span) => `Exibindo ${counted} ${span}; --all exibe todos os lançamentos`,
  spans: {
    today: 'hoje',
    since: (from) => `desde ${from}`,
    until: (to) => `até ${to}`,
    between: (from, to) => `de ${from} a ${to}`,
    on: (day) => `em ${day}`,
    settled: (span) => `${span}, pela data de liquidação`,
  },
  rows: (rows) => (rows === 1 ? '1 lançamento' : `${count(rows)} lançamentos`),
  unknownStatus: 'sem status',
  wholeList: {
    all: 'Total geral (todo o período):',
    status: (status) => `${status} (todo o período):`,
  },
  statistics: inPortuguese(STATISTICS),
  watchingRows: (seconds) => `Aguardando novidades, a cada ${seconds} s. Ctrl-C encerra.`,
  changedAt: (time) => `Novo status às ${time}:`,
  newAt: (time) => `Novo na lista às ${time}:`,
  watchFailed: (reason) => `${reason}; tentando de novo`,
  total: 'Total',
};
