import type { exports as english } from '../en/export.ts';
import { count } from './numbers.ts';

export const exports: typeof english = {
  help: {
    commands: {
      group: 'Escreve todas as linhas num arquivo, comprovadamente completo, com um manifesto ao lado',
      payments: 'Exporta todos os pagamentos, do mais antigo ao mais novo',
      withdraws: 'Exporta todos os saques, do mais antigo ao mais novo',
      statement: 'Exporta o que entrou e saiu: pagamentos e saques concluídos, do mais antigo ao mais novo',
    },
    options: {
      out: { value: 'arquivo', description: 'o arquivo a escrever; o manifesto fica em ARQUIVO.manifest.json' },
      format: {
        value: 'csv|ndjson|excel-br|ofx',
        description: 'por padrão o que diz o fim do nome do arquivo, senão csv; ofx só para extratos',
      },
    },
  },
  fields: {
    kind: 'Exportação',
    format: 'Formato',
    rows: 'Linhas',
    proven: 'Comprovado completo',
    firstId: 'Primeiro id',
    lastId: 'Último id',
    sha256: 'SHA-256',
    file: 'Arquivo',
    postedAt: 'Lançado em',
    netAmount: 'Valor líquido',
    balanceAfter: 'Saldo depois',
  },
  missingOut: {
    message: 'falta --out: o arquivo para onde vão as linhas',
    hint: 'acrescente: pix export payments --out pagamentos.csv',
  },
  noStandardOutput: {
    message: '--out é um arquivo: ao lado dele ficam o manifesto e, até ele estar completo, o estado',
    hint: 'para escrever linhas em stdout: pix payments list --all --output csv',
  },
  ofxIsForStatements: {
    message: 'só um extrato pode ser escrito como OFX',
    hint: 'pix export statement --format ofx --out extrato.ofx',
  },
  ofxHasNoFields: { message: '--fields não combina com OFX, cujos campos são fixos', hint: 'deixe --fields de fora' },
  notAFile: (path) => ({
    message: `${path} é uma pasta ou um dispositivo, e nenhum arquivo pode ficar em seu lugar`,
    hint: 'escolha outro arquivo com --out',
  }),
  stateLocked: (path) => ({
    message: `outro processo está exportando para este arquivo (ele usa ${path})`,
    hint: 'espere por ele, ou escolha outro arquivo com --out',
  }),
  stateUnusable: (path) => ({
    message: `o que uma exportação anterior deixou não pode ser usado: ${path}`,
    hint: 'mova-o para outro lugar e comece de novo com o mesmo comando',
  }),
  unstatedEntry: (id, field) => ({
    message: `${id} está liquidado, mas o serviço não informa ${field}: não pode constar de um extrato`,
    hint: 'exporte as listas: pix export payments, pix export withdraws',
  }),
  notProven: (rows, missing) => ({
    message: `NÃO está provado que a exportação está completa; ${count(rows)} linhas foram escritas, sem: ${missing}`,
    hint: 'repita o mesmo comando com --force: só o que falta é lido de novo',
  }),
  entryTypes: { PAYMENT: 'Pix recebido', WITHDRAWAL: 'Pix enviado' },
  gap: (list, first, last) =>
    first === last ? `${list} nº ${count(first)}` : `${list} nº ${count(first)} a ${count(last)}`,
  moreGaps: (gaps) => `mais ${count(gaps)} lacunas`,
  orderMoved: 'certeza, pois a ordem no serviço não parou de mudar',
  resuming: (rows) => `Continuando uma tentativa anterior: ${count(rows)} linhas já estão guardadas.`,
  kept: (rows, path) =>
    `O que foi lido (${count(rows)} linhas) está guardado em ${path}: o mesmo comando continua dali.`,
  anew: (list) => `A ordem dos ${list} mudou no serviço: lendo tudo de novo.`,
  done: (rows, path) => `${count(rows)} linhas em ${path}, comprovadamente completo.`,
  writing: (path) => `escrevendo ${path}`,
};
