import type { Expected } from '../../../../cnab/record.ts';
import type { DayTally } from '../../../../payouts/files/batch-problem.ts';
import { formatReais } from '../../../../pix/reais-text.ts';
import type { NoticeTexts, ProblemTexts } from '../../shapes.ts';
import { payments, count, dayText } from '../numbers.ts';
import type { warnings as english } from '../../en/payouts/findings.ts';
import { DIALECTS } from '../../payout-facts.ts';
import { labels } from '../labels.ts';

const either = (words: readonly string[]): string => words.join(' ou ');

const EXPECTED: Readonly<Record<Extract<Expected, string>, string>> = {
  digits: 'deve ter só dígitos',
  text: 'deve começar na primeira coluna do campo',
  required: 'deve ser preenchido, a partir da primeira coluna do campo',
  blank: 'deve ficar em branco',
  empty: 'deve ter zeros ou ficar em branco',
  date: 'deve ser uma data, no formato DDMMAAAA',
  time: 'deve ser uma hora, no formato HHMMSS',
  printable: 'contém um caractere ilegível',
  tax_id: 'deve ser um CPF ou CNPJ válido, conforme o tipo de inscrição',
  key: 'deve ser uma chave da forma informada: 01 +55 e o celular, 02 e-mail, 03 em branco ou o CPF ou CNPJ do favorecido, 04 chave aleatória',
  readable_amounts: 'não pode ser conferida: um valor acima não é um número',
};

/** Of many days, the first ones. */
const DAYS_SHOWN = 5;

function daysText(days: readonly DayTally[]): string {
  const named = days.slice(0, DAYS_SHOWN).map(({ day, payouts, sumCentavos }) => {
    return `${day === '' ? 'sem data' : dayText(day)}: ${payments(payouts)} (${formatReais(sumCentavos)})`;
  });
  return [...named, ...(days.length > DAYS_SHOWN ? [`mais ${days.length - DAYS_SHOWN} dias`] : [])].join(', ');
}

/** Os problemas de um arquivo de pagamentos. */
const problems: ProblemTexts = {
  empty_file: () => 'o arquivo está vazio',
  not_text: ({ kind }) => `é um arquivo ${kind}: salve como .xlsx ou CSV`,
  unreadable_workbook: ({ flaw }) =>
    ({
      not_a_workbook: 'o arquivo compactado não é uma planilha: salve como .xlsx ou CSV',
      opendocument: 'é um arquivo OpenDocument (.ods, .fods): salve como .xlsx ou CSV',
      encrypted: 'a planilha tem senha: salve uma cópia sem senha',
      damaged: 'a planilha está danificada: abra-a e salve de novo',
      too_large: 'a planilha é grande demais: salve a aba como CSV',
    })[flaw],
  sheet_not_found: ({ sheet, sheets }) =>
    sheets.length === 0
      ? `o arquivo não tem abas: remova --sheet "${sheet}"`
      : `aba "${sheet}" não encontrada; existem: ${sheets.join(', ')}`,
  ambiguous_sheet: ({ sheets }) => `mais de uma aba tem pagamentos: ${sheets.join(', ')}; escolha uma com --sheet`,
  json_array: () => 'deve ter um objeto JSON por linha (NDJSON), não uma lista',
  settled_file: () =>
    'uma anotação acima do cabeçalho, ou sozinha em uma linha, fala do que já foi pago ou não é para pagar: para pagar todas as linhas, apague a anotação',
  header_not_found: () => 'nenhuma linha tem os títulos das colunas, como chave_pix e valor',
  missing_column: ({ missing, unknown }) =>
    `falta a coluna: ${labels.payoutColumns[missing]}${unknown.length === 0 ? '' : ` (não reconhecidas: ${unknown.join(', ')})`}`,
  doubled_column: ({ doubled, columns: names }) =>
    `mais de uma coluna para: ${labels.payoutColumns[doubled]} (${names.join(', ')})`,
  no_rows: () => 'nenhuma linha abaixo do cabeçalho',
  remittance_too_large: () => 'a remessa é grande demais: divida-a',
  record_length: ({ length }) => `a linha tem ${length} colunas; o CNAB 240 exige 240`,
  misplaced_record: ({ expected }) => `esperado aqui: ${labels.expectedRecords[expected]}`,
  remittance_field: ({ expected }) =>
    typeof expected === 'string'
      ? EXPECTED[expected]
      : `deve ser ${either(expected.map((text) => (text.trim() === '' ? 'brancos' : `"${text.trimEnd()}"`)))}`,
  unsupported_payment: ({ kind }) => `${labels.otherPayments[kind]}: só Pix por chave é pago (forma 45, 01 a 04)`,
  scheduled_payment: ({ day }) =>
    `é para ${dayText(day)}: execute o arquivo nesse dia, ou agende com --on ${dayText(day)}`,
  record_too_long: () => 'a linha não termina: faltou fechar aspas? O restante não foi lido',
  second_header: () =>
    'outro cabeçalho: nomeie todas as colunas em uma só linha e passe a outra tabela para outro arquivo ou outra aba',
  hidden_row: () => 'a linha está oculta: reexiba-a ou exclua-a',
  struck_through: ({ struck }) => `texto tachado (${struck.join(', ')}): remova o tachado ou exclua a linha`,
  merged_cells: ({ range }) => `as células ${range} estão mescladas: desfaça a mescla e preencha cada linha`,
  too_many_cells: ({ cells, columns: wanted }) =>
    `${cells} células em vez de ${wanted}: ponha entre aspas o texto que contém o separador`,
  too_few_cells: ({ cells, columns: wanted }) => `${cells} células em vez de ${wanted}`,
  unclosed_quote: () => 'aspas abertas e não fechadas: pode haver linhas dentro desta célula, que não são lidas',
  invalid_json: () => 'JSON inválido',
  not_an_object: () => 'não é um objeto JSON',
  doubled_member: ({ doubled }) => `"${doubled}" aparece duas vezes`,
  nested_value: () => 'deve ser texto ou número',
  settled_row: () =>
    'segundo esta coluna, a linha já foi paga ou não é para pagar: exclua a linha; para pagá-la, corrija a célula ou apague a coluna',
  other_currency: () => 'não está em reais: só é possível pagar em reais; corrija ou exclua a linha',
  other_amount: () =>
    'segundo esta coluna, o valor a pagar é outro: corrija o valor; se estiver certo, chame a coluna dele de "Valor a pagar" ou apague esta célula',
  other_key: () => 'segundo esta coluna, a chave a pagar é outra: corrija a chave da linha ou apague esta célula',
  amount_left: () => 'segundo esta coluna, falta pagar um valor menor: pague só o que falta ou apague esta célula',
  day_passed: () =>
    'este dia já passou, e a coluna pode dizer quando a linha foi paga: exclua a linha; para pagá-la, chame a coluna de "Vencimento"',
  example_row: () => 'é a linha de exemplo do modelo: apague-a',
  duplicate_reference: ({ firstLine }) => `a linha ${firstLine} tem a mesma referência`,
  rewritten_reference: ({ firstLine }) =>
    `uma planilha pode ter alterado a referência da linha ${firstLine}, que tem a mesma chave e o mesmo valor`,
  duplicate_payout: ({ firstLine }) => `a linha ${firstLine} tem a mesma chave e o mesmo valor`,
  sum_mismatch: ({ statedCentavos, actualCentavos }) =>
    `o total informado é ${formatReais(statedCentavos)}, mas as linhas somam ${formatReais(actualCentavos)}`,
  missing_value: () => 'não pode ficar vazio',
  scientific_notation: () =>
    'arredondado por uma planilha (notação científica): formate a coluna como texto e digite de novo, um telefone como +55…',
  formula: () => 'é uma fórmula: cole o valor dela',
  formula_without_value: () => 'a fórmula nunca foi calculada: abra o arquivo no programa de planilhas e salve',
  date_in_cell: () => 'a planilha tem uma data aqui: formate a coluna como texto e digite de novo',
  shown_otherwise: ({ shown, format }) =>
    `a planilha mostra ${shown ?? `o formato ${format}`}, não reais: formate a célula como número ou como R$ e confira o valor`,
  spreadsheet_error: () => 'é um valor de erro da planilha',
  control_character: () => 'contém um caractere de controle',
  unreadable_character: () => 'contém um caractere ilegível: salve o arquivo em UTF-8',
  invalid_amount: ({ reason }) => labels.amountFlaws[reason],
  ambiguous_amount: ({ readingsCentavos: [grouped, decimal] }) =>
    `pode ser ${formatReais(grouped)} ou ${formatReais(decimal)}: use duas casas decimais`,
  below_minimum: ({ minimumCentavos }) => `o mínimo é ${formatReais(minimumCentavos)}`,
  above_maximum: ({ maximumCentavos }) => `o máximo é ${formatReais(maximumCentavos)}`,
  invalid_key_type: () =>
    'deve ser CPF, CNPJ, EMAIL, TELEFONE ou ALEATORIA (ou PHONE, RANDOM); se a coluna for de outro tipo, mude o nome dela',
  invalid_key: ({ reason, suggestion }) =>
    `${labels.keyFlaws[reason]}${suggestion === undefined ? '' : `; você quis dizer ${suggestion.key} (${labels.keyTypes[suggestion.type]})?`}`,
  ambiguous_key: ({ readings }) =>
    `pode ser ${either(readings.map(({ type, key }) => `${key} (${labels.keyTypes[type]})`))}: informe qual na coluna tipo_chave`,
  key_type_mismatch: ({ stated, readings }) =>
    `a coluna do tipo traz ${labels.keyTypes[stated]}, mas a chave é ${either(readings.map(({ type }) => labels.keyTypes[type]))}`,
  invalid_tax_id: ({ reason, suggestion }) =>
    `CPF ou CNPJ inválido: ${labels.keyFlaws[reason]}${suggestion === undefined ? '' : `; você quis dizer ${suggestion}?`}`,
  tax_id_mismatch: ({ key }) => `a chave é outro CPF ou CNPJ: ${key}`,
  description_too_long: ({ length, maximum }) => `tem ${length} caracteres; o máximo é ${maximum}`,
  unreadable_flag: () => 'deve ser sim ou não',
  invalid_day: () => 'deve ser um dia: 05/12/2026 ou 2026-12-05',
  several_days: ({ days }) => `as linhas vencem em dias diferentes: ${daysText(days)}`,
};

/** O que se avisa sobre um arquivo, sem impedir o pagamento. */
const notices: NoticeTexts = {
  amount_cut_at_comma: ({ next }) =>
    `a célula seguinte é ${next}: a vírgula decimal foi lida como separador? Ponha o valor entre aspas`,
  taken_for_phone: ({ key }) => `lido como o celular ${key}, porque não é um CPF`,
  fee_overridden: ({ coverFee }) =>
    `ignorado: ${coverFee ? '--cover-fee' : '--no-cover-fee'} vale para todas as linhas`,
  left_for_later: ({ days }) => `ficaram de fora, por não vencer até lá: ${daysText(days)}`,
  overdue: ({ payouts, sumCentavos, since }) =>
    `ATRASADO: ${payments(payouts)} (${formatReais(sumCentavos)}), com vencimento desde ${dayText(since)}`,
  not_due_yet: ({ payouts, sumCentavos, until }) =>
    `ADIANTADO: ${payments(payouts)} (${formatReais(sumCentavos)}), com vencimento até ${dayText(until)}; para pagar em uma data: --on DIA`,
  unknown_column: () => 'coluna não usada; fica nos relatórios',
  sheet_chosen: ({ sheet, others }) => `lido da aba "${sheet}"; ficaram de fora: ${others.join(', ')}`,
  merged_cells: ({ range }) => `as células ${range} estão mescladas; só a primeira tem valor`,
  remittance_dialect: ({ dialect }) =>
    `lido como CNAB 240 (${DIALECTS[dialect]}), leiaute que não foi testado com um banco: confira os pagamentos`,
  hidden_column: () => 'esta coluna está oculta na planilha: reexiba-a e confira o que será pago',
  title_line: () => 'linha acima do cabeçalho, ignorada',
  sum_row: () => 'linha de total, não será paga',
  garbled_text: () => 'acentos corrompidos por outro programa',
  formula_like_text: () => 'parece fórmula; será tratado como texto',
  line_break_in_cell: () => 'a célula contém uma quebra de linha',
};

export const findings = { problems, notices };

export const warnings: typeof english = {
  firstPayments: (keys, rows, more) =>
    `nota: nenhum pagamento anterior conhecido para ${count(keys)} ${keys === 1 ? 'chave' : 'chaves'}: ${rows.join('; ')}${more > 0 ? `; e mais ${count(more)}` : ''}`,
  first_payment: (row) => `${row}: nenhum pagamento anterior conhecido para esta chave`,
  name_with_new_key: (row, key, when) => `${row}: chave nova; o nome já recebeu em ${key} (${when})`,
  unusual_amount: (row, usual, earlier) =>
    `${row} é pelo menos dez vezes o valor habitual da chave: ${usual} (${earlier === 1 ? 'único pagamento até agora' : `mediana dos últimos ${count(earlier)} pagamentos`})`,
  paid_today: (row, place, isSent) =>
    `${row} repete um pagamento ${isSent ? 'de hoje' : 'previsto'}: mesma chave e mesmo valor ${place}`,
  notSentYet: 'ainda não enviado',
  noted: (message) => `nota: ${message}`,
  more: (number) => `… e mais ${payments(number)} na mesma situação; veja todos: --json`,
  withoutIndex: (message) => `nota: pagamentos anteriores consultados só no registro de pagamentos: ${message}`,
};
