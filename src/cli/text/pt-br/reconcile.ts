import { failure } from '../../errors/command-error.ts';
import type { reconcile as english } from '../en/reconcile.ts';
import { count } from './numbers.ts';

export const reconcile: typeof english = {
  help: {
    file: '<arquivo> o arquivo da contabilidade; - lê a entrada padrão',
    sheet: '<nome> a aba da planilha',
    ledgerSigns: 'o arquivo é um livro-razão: nele, o que saiu é positivo (crédito) e o que entrou, negativo',
    allIn: 'os valores do arquivo não têm sinal: todos entraram',
    allOut: 'os valores do arquivo não têm sinal: todos saíram',
    decisions: '<arquivo> um relatório com as colunas Decisão e Observação preenchidas',
    out: '<arquivo> grava todos os resultados neste arquivo, .xlsx ou .csv',
  },
  compared: (days, here, there, matched) =>
    `${days}: ${count(here)} na conta, ${count(there)} no arquivo, ${count(matched)} ${matched === 1 ? 'conciliado' : 'conciliados'}`,
  folded: (finding, rows, sum) => `${finding}: ${count(rows)} (${sum}); --verbose lista todos`,
  sheetName: 'Conciliação',
  reading: (file) => `lendo ${file}`,
  comparing: (here, there) => `comparando ${count(here)} lançamentos com ${count(there)} linhas`,
  written: (rows, path) => `${count(rows)} ${rows === 1 ? 'resultado' : 'resultados'} em ${path}.`,
  done: 'Conciliado: nada em aberto.',
  uncompared: (amount, day) =>
    `O saldo do arquivo (${amount} em ${day}) não foi comparado: o saldo da conta nesse dia não é conhecido.`,
  open: (rows, report) => failure`
    ${rows === 1 ? '1 item a conferir' : `${count(rows)} itens a conferir`}
    ${report === undefined ? 'grave um relatório (--out), preencha Decisão e informe-o em --decisions' : `preencha Decisão no relatório e informe-o: --decisions ${report}`}`,
  until: (asOf) => `O índice vai até ${asOf}: lançamentos posteriores não são comparados.`,
  tooOld: (asOf, day) => failure`
    o arquivo tem linhas de ${day}, e o índice termina em ${asOf}
    atualize o índice antes: pix sync`,
  unusedDecisions: (decisions, named) =>
    `${count(decisions)} ${decisions === 1 ? 'decisão cita uma linha que não está' : 'decisões citam linhas que não estão'} nesta comparação: ${named}`,
  unknownEnding: (file) => failure`
    ${file} precisa terminar em .xlsx ou .csv
    escolha outro nome: --out relatorio.xlsx`,
  unreadable: (file, flaw, needsSides) => failure`
    não é possível comparar ${file}: ${flaw}
    ${needsSides ? 'acrescente --all-in ou --all-out se todos os valores são do mesmo lado; senão, exporte o arquivo com sinais ou com uma coluna de débito e crédito' : 'use OFX, camt.053, CNAB 240, .xlsx ou CSV; tabelas precisam de um título para a data e outro para o valor'}`,
  leftOut: (lines, named, more) =>
    `${lines === 1 ? '1 linha não movimenta' : `${count(lines)} linhas não movimentam`} dinheiro: ${named}${more > 0 ? `; e mais ${count(more)}` : ''}.`,
  unread: (rows, named, more) =>
    `${rows === 1 ? '1 linha é ilegível' : `${count(rows)} linhas são ilegíveis`}, e por isso o período não está conferido: ${named}${more > 0 ? `; e mais ${count(more)}` : ''}`,
  namedLine: (form, line, text) => `${form} "${text}" (${line})`,
  flaws: {
    unknown_form: () => 'formato desconhecido',
    run_report: () => 'é o relatório de um lote, gravado pelo pix; compare o arquivo do seu programa contábil',
    no_columns: () => 'nenhuma linha tem títulos para a data e o valor, ou há duas tabelas lado a lado',
    ambiguous_sheet: (sheets) => `várias abas têm esses títulos (${sheets}); escolha uma com --sheet`,
    no_sheet: (sheets) => `essa aba não existe; as abas são: ${sheets}`,
    damaged: () => 'o arquivo está danificado, ou falta o fim dele',
    too_large: () => 'o arquivo é grande demais',
    foreign_currency: (currency) => `a moeda é ${currency}, não BRL`,
    no_rows: () => 'o arquivo não tem linhas',
    no_sides: () => 'nada nele indica quais valores entraram e quais saíram',
  },
  invalidDecision: (file, line, flaw) => failure`${file}, linha ${line}: ${flaw} \n corrija a linha e repita o comando`,
  decisionFlaws: {
    word: 'decisão desconhecida; use conciliar ou aceitar',
    sides: 'conciliar exige um lançamento da conta e uma linha do arquivo; aceitar, pelo menos um deles',
    repeated: 'há outra decisão sobre a mesma linha',
    sums: 'as linhas conciliadas têm somas diferentes; use aceitar se isso é esperado',
  },
};
