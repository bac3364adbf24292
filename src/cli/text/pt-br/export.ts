import { failure } from '../../errors/command-error.ts';
import type { export as english } from '../en/export.ts';
import { count, rows as linesOf } from './numbers.ts';

const exports: typeof english = {
  help: {
    commands: {
      payments: 'Exporta todas as cobranças, da mais antiga à mais recente',
      withdraws: 'Exporta todos os Pix enviados, do mais antigo ao mais recente',
      statement: 'Exporta o extrato, com saldo inicial e final; vale a data de liquidação',
    },
    options: {
      out: '<arquivo> o arquivo a gravar; o manifesto fica em ARQUIVO.manifest.json',
      format:
        '<csv|ndjson|xlsx|excel-br|ofx|cnab240> padrão: o da extensão do arquivo, csv se não houver; ofx e cnab240 só para extratos',
    },
  },
  missingOut: failure`informe --out: o arquivo a gravar \n acrescente: pix export payments --out cobrancas.csv`,
  noStandardOutput: failure`
    --out precisa ser um arquivo; o manifesto é gravado ao lado dele
    para a saída padrão: pix payments list --all --output csv`,
  unknownEnding: (file) => failure`
    formato não suportado: ${file}
    escolha um arquivo que termine em .csv, .xlsx, .ndjson ou .ofx, ou informe --format`,
  ofxIsForStatements: failure`
    só extratos podem ser gravados em OFX ou CNAB 240
    pix export statement --format ofx --out extrato.ofx`,
  ofxHasNoFields: failure`--fields não se aplica a OFX e CNAB 240, que têm campos fixos \n remova --fields`,
  notAFile: (path) => failure`${path} é uma pasta ou um dispositivo, não um arquivo \n escolha outro arquivo com --out`,
  stateLocked: (path) => failure`
    outro processo está exportando para este arquivo (ele usa ${path})
    espere terminar, ou escolha outro arquivo com --out`,
  stateUnusable: (path) => failure`
    o estado de uma exportação anterior não pode ser usado: ${path}
    mova-o para outro lugar e comece de novo com o mesmo comando`,
  unstatedEntry: (id, field) => failure`
    ${id} foi concluído, mas o serviço não informa ${field}; por isso não pode entrar no extrato
    exporte as listas: pix export payments, pix export withdraws`,
  notProven: (rows, missing) => failure`
    a exportação pode estar INCOMPLETA; gravado: ${linesOf(rows)}, sem: ${missing}
    repita o mesmo comando com --force: só o que falta é lido de novo`,
  sheetNames: { payments: 'Cobranças', withdraws: 'Pix enviados', statement: 'Extrato' },
  entryTypes: {
    PAYMENT: 'Pix recebido',
    WITHDRAWAL: 'Pix enviado',
    RETURN: 'Pix devolvido',
    DISPUTE: 'Contestação (MED)',
  },
  balanceLines: {
    opening: 'Saldo inicial',
    gap: 'Diferença não identificada',
    closing: 'Saldo final',
    undatedDisputes: 'Contestações sem data, até',
  },
  bases: { proven: 'conferido', derived: 'calculado pelos lançamentos' },
  opening: (amount, basis) => `Saldo inicial: ${amount} (${basis}).`,
  closing: (amount, basis, moment) => `Saldo final: ${amount} (${basis}), em ${moment}.`,
  undatedDisputes: (amount, moment) =>
    `Contestações de ${amount} terminaram antes de ${moment}. O serviço não informa quando, nem quais foram aceitas: os saldos anteriores podem estar abaixo do real em até esse valor.`,
  noBalances:
    'Saldo inicial e saldo final não são conhecidos: o pix sync registra o saldo, e com --offline ele entra no extrato.',
  balanceGap: (amount, from, to) => `${amount} entre ${from} e ${to}`,
  notBalanced: (gaps) => failure`
    diferença não identificada no saldo: ${gaps}
    o arquivo foi gravado, e o manifesto lista as diferenças; pergunte ao suporte do serviço o que mudou o saldo`,
  balanceMoved: failure`
    o saldo mudou durante a leitura das listas; por isso, o saldo no fim do período não é seguro
    repita o comando, ou use: pix sync e depois pix export statement --offline`,
  indexEnds: (until) => failure`
    o índice termina em ${until}: o arquivo não tem lançamentos posteriores
    atualize com: pix sync, e repita o comando com --force`,
  noNote: failure`
    um extrato em OFX precisa do saldo, e o índice não tem registro dele
    registre o saldo com: pix sync (a chave precisa da permissão read:balance)`,
  gap: (list, first, last) =>
    first === last ? `${list} nº ${count(first)}` : `${list} nº ${count(first)} a ${count(last)}`,
  moreGaps: (gaps) => `mais ${count(gaps)} ${gaps === 1 ? 'lacuna' : 'lacunas'}`,
  orderMoved: 'confirmação (a lista mudou durante a leitura)',
  resuming: (rows) => `Retomando depois de ${linesOf(rows)}.`,
  stored: (rows, path) => `O que foi lido (${linesOf(rows)}) está salvo em ${path}: o mesmo comando continua dali.`,
  startingOver: (list) => `A lista de ${list} mudou durante a leitura; lendo de novo.`,
  done: (rows, path) => `${linesOf(rows)} em ${path}; exportação completa e conferida.`,
  writing: (path) => `gravando ${path}`,
  written: (path, rows) => `gravando ${path}: ${linesOf(rows)}`,
};

export { exports as export };
