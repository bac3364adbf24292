import { failure } from '../../errors/command-error.ts';
import type { receipts as english } from '../en/receipts.ts';
import { count } from './numbers.ts';
import { inPortuguese } from '../../../contract/words/pairs.ts';
import { RECEIPT_LABELS } from '../labels.ts';

const receiptCount = (receipts: number) => `${count(receipts)} ${receipts === 1 ? 'comprovante' : 'comprovantes'}`;

export const receipts: typeof english = {
  options: {
    format: { value: 'formato', description: 'pdf, html ou text; por padrão, conforme o final de --out' },
    formatOfMany: { value: 'formato', description: 'pdf (padrão), html ou text' },
    out: { value: 'arquivo', description: 'grava neste arquivo, com final .pdf, .html ou .txt' },
    folder: { value: 'pasta', description: 'pasta dos comprovantes; criada se não existir' },
    holder: { value: 'nome', description: 'nome do titular da conta no comprovante' },
    replace: 'grava de novo os comprovantes que já estão na pasta',
  },
  titles: {
    paid: 'Comprovante: Pix enviado',
    pending: 'NÃO É COMPROVANTE: este envio não foi concluído',
    received: 'Comprovante: Pix recebido',
  },
  remarks: {
    paid: 'Concluído, conforme informado pelo serviço.',
    pending: 'Ainda não há prova de que o dinheiro chegou. Gere o comprovante quando o envio for concluído.',
    rewritten: 'Códigos como [U+0151] são caracteres que a fonte deste PDF não tem. O comprovante em HTML os mostra.',
  },
  labels: inPortuguese(RECEIPT_LABELS),
  noneOfFailed: (message) => `sem comprovante: ${message}`,
  noneOfCharge: (status, id) =>
    failure(`sem comprovante: a cobrança não foi paga (${status})`, `consulte com: pix payments get ${id}`),
  written: (path) => `Gravado em ${path}`,
  notPaid: 'Este envio não foi concluído: o documento traz o aviso de que não é comprovante.',
  rewritten: (path) =>
    `${path} traz códigos como [U+0151] no lugar de caracteres que a fonte não tem. Para mostrá-los: --format html`,
  unknownEnding: (file) =>
    failure(
      `formato não suportado: ${file}`,
      'escolha um arquivo que termine em .pdf, .html ou .txt, ou informe --format',
    ),
  needsFile: failure('informe --out para um PDF', 'acrescente, por exemplo: --out comprovante.pdf'),
  needsFolder: failure('informe --out', 'acrescente a pasta dos comprovantes: --out comprovantes'),
  notFolder: (path) => failure(`não é uma pasta: ${path}`, 'escolha outra com --out'),
  writing: (done, all) => `Gravando comprovantes: ${done} de ${all}`,
  done: (written, existing, folder) =>
    `${receiptCount(written)} ${written === 1 ? 'gravado' : 'gravados'} em ${folder}${existing === 0 ? '' : `; ${existing} já ${existing === 1 ? 'existia' : 'existiam'}`}.`,
  nonePaid: 'Nenhum pagamento deste lote foi pago ainda; nada a gravar.',
  left: (processing, runId) =>
    `Em processamento ou sem confirmação, portanto sem comprovante: ${processing}. Repita este comando depois de: pix payouts status ${runId} --refresh`,
  differs: (line, id, status) => `Linha ${line}: sem comprovante, pois o serviço informa ${id} como ${status}.`,
  someDiffer: (count) =>
    failure(
      `${count === 1 ? '1 pagamento não está concluído' : `${count} pagamentos não estão concluídos`} segundo o serviço; sem comprovante`,
      'consulte com: pix withdraw get ID',
    ),
};
