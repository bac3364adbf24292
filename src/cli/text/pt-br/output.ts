import type * as english from '../en/output.ts';
import { count } from './numbers.ts';
import { labels } from './labels.ts';
import { failure } from '../../errors/command-error.ts';
import { words as shared } from '../../../contract/words/pt-br.ts';

export const words: typeof english.words = {
  error: 'erro',
  hint: 'dica',
  yes: 'sim',
  no: 'não',
  unknown: 'desconhecido',
  yesNo: '(s/N)',
  yesWords: ['s', 'sim', 'y', 'yes'],
  copied: (what) => `Copiado para a área de transferência: ${what}`,
  notCopied: 'Nada foi copiado: não há terminal nem área de transferência.',
  machine: { ...labels.machine, ...shared.ledgerKinds },
};

export const statuses: typeof english.statuses = {
  ...shared.statuses,
  payout: labels.payoutStatuses,
  reconciliation: labels.reconciliationStatuses,
};

export const lists: typeof english.lists = {
  help: {
    status: '<status> só lançamentos com este status',
    limit: '<número> máximo de lançamentos (padrão 50)',
    all: 'todos os lançamentos',
    offset: '<número> lançamentos a pular, a partir do mais recente',
    since: '<quando> a partir deste dia: 14/07/2026, ontem, julho, 7d; ou hora: "14/07/2026 09:30", 24h',
    month: '<mês> só este mês: 07/2026, 2026-07, julho',
    by: '<created|settled> a data que vale para o período: a da criação (padrão), ou a da liquidação (quando o saldo mudou)',
    until: '<quando> até esta data, inclusive',
    before:
      '<quando> até o fim desse dia; com hora, antes dela: a próxima exportação pode começar com --since na mesma hora',
    watch: '<segundos> continua mostrando lançamentos novos ou com status alterado, por padrão a cada 5 segundos',
  },
  names: { payments: 'cobranças', withdraws: 'envios' },
  none: {
    payments: (filters) => `Nenhuma cobrança encontrada${filters}.`,
    withdraws: (filters) => `Nenhum Pix enviado encontrado${filters}.`,
  },
  ago: (length) => `há ${length}`,
  ahead: (length) => `daqui a ${length}`,
  hidden: (names) => `fora da tela: ${names} (-o csv)`,
  shown: (rows, all, ofShown) => `Exibindo ${count(rows)}${ofShown === '' ? '' : ` (${ofShown})`} de ${all}`,
  counted: {
    payments: (rows) => (rows === 1 ? '1 cobrança' : `${count(rows)} cobranças`),
    withdraws: (rows) => (rows === 1 ? '1 envio' : `${count(rows)} envios`),
  },
  someWithin: (counted) => `Exibindo ${counted}; --all exibe todos os lançamentos`,
  watchingRows: (seconds) => `Aguardando novidades, a cada ${seconds} s. Ctrl-C encerra.`,
  changedAt: (time) => `Novo status às ${time}:`,
  newAt: (time) => `Novo na lista às ${time}:`,
  watchFailed: (reason) => `${reason}; tentando de novo`,
  watchResumed: (time) => `lendo de novo desde ${time}`,
  total: 'Total',
};

const receiptCount = (receipts: number) => `${count(receipts)} ${receipts === 1 ? 'comprovante' : 'comprovantes'}`;

export const receipts: typeof english.receipts = {
  options: {
    format: '<formato> pdf, html ou text; por padrão, conforme o final de --out',
    formatOfMany: '<formato> pdf (padrão), html ou text',
    out: '<arquivo> grava neste arquivo, com final .pdf, .html ou .txt',
    folder: '<pasta> pasta dos comprovantes; criada se não existir',
    holder: '<nome> nome do titular da conta no comprovante',
    replace: 'grava de novo os comprovantes que já estão na pasta',
  },
  remarks: {
    paid: 'Concluído, conforme informado pelo serviço.',
    pending: 'Ainda não há prova de que o dinheiro chegou. Gere o comprovante quando o envio for concluído.',
    rewritten: 'Códigos como [U+0151] são caracteres que a fonte deste PDF não tem. O comprovante em HTML os mostra.',
  },
  noneOfFailed: (message) => `sem comprovante: ${message}`,
  noneOfCharge: (status, id) => failure`
    sem comprovante: a cobrança não foi paga (${status})
    consulte com: pix payments get ${id}`,
  written: (path) => `Gravado em ${path}`,
  notPaid: 'Este envio não foi concluído: o documento traz o aviso de que não é comprovante.',
  rewritten: (path) =>
    `${path} traz códigos como [U+0151] no lugar de caracteres que a fonte não tem. Para mostrá-los: --format html`,
  unknownEnding: (file) => failure`
    formato não suportado: ${file}
    escolha um arquivo que termine em .pdf, .html ou .txt, ou informe --format`,
  needsFile: failure`informe --out para um PDF \n acrescente, por exemplo: --out comprovante.pdf`,
  needsFolder: failure`informe --out \n acrescente a pasta dos comprovantes: --out comprovantes`,
  notFolder: (path) => failure`não é uma pasta: ${path} \n escolha outra com --out`,
  writing: (done, all) => `Gravando comprovantes: ${done} de ${all}`,
  done: (written, existing, folder) =>
    `${receiptCount(written)} ${written === 1 ? 'gravado' : 'gravados'} em ${folder}${existing === 0 ? '' : `; ${existing} já ${existing === 1 ? 'existia' : 'existiam'}`}.`,
  nonePaid: 'Nenhum pagamento deste lote foi concluído ainda; nada a gravar.',
  left: (processing, runId) =>
    `Em processamento ou sem confirmação, portanto sem comprovante: ${processing}. Repita este comando depois de: pix payouts status ${runId} --refresh`,
  differs: (line, id, status) => `Linha ${line}: sem comprovante, pois o serviço informa ${id} como ${status}.`,
  someDiffer: (count) => failure`
    ${count === 1 ? '1 pagamento não está concluído' : `${count} pagamentos não estão concluídos`} segundo o serviço; sem comprovante
    consulte com: pix withdraw get ID`,
};
