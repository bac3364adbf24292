import { formatReais } from '../../../output/money.ts';
import type { ColumnTexts, NoticeTexts, ProblemTexts } from '../../shapes.ts';
import { AMOUNT_REASONS } from '../amount.ts';
import { KEY_REASONS } from '../pix-key.ts';

const either = (words: readonly string[]): string => words.join(' ou ');

const columns: ColumnTexts = {
  reference: 'referência',
  name: 'nome',
  taxId: 'CPF ou CNPJ',
  pixKeyType: 'tipo da chave',
  pixKey: 'chave Pix',
  amount: 'valor',
  description: 'descrição',
  allowDuplicate: 'duplicado permitido',
};

/** O que há de errado num arquivo de pagamentos. */
const problems: ProblemTexts = {
  empty_file: () => 'o arquivo está vazio',
  not_text: ({ kind }) => `é um arquivo ${kind}: salve como CSV`,
  json_array: () => 'é preciso um objeto JSON por linha (NDJSON), não uma lista só',
  header_not_found: () => 'nenhuma linha dá nome às colunas; pix payouts template mostra como',
  missing_column: ({ missing, unknown }) =>
    `falta uma coluna para: ${columns[missing]}${unknown.length === 0 ? '' : ` (não entendidas: ${unknown.join(', ')})`}`,
  doubled_column: ({ doubled, columns: names }) => `várias colunas para: ${columns[doubled]} (${names.join(', ')})`,
  no_rows: () => 'não há linhas abaixo do cabeçalho',
  record_too_long: () => 'a linha não termina: ficou uma aspa aberta? O resto não foi lido',
  too_many_cells: ({ cells, columns: wanted }) =>
    `${cells} células em vez de ${wanted}: ponha entre aspas o texto que contém o separador`,
  too_few_cells: ({ cells, columns: wanted }) => `${cells} células em vez de ${wanted}`,
  unclosed_quote: () => 'uma aspa foi aberta e não fechada; o que vem depois não foi lido',
  invalid_json: () => 'não é JSON',
  not_an_object: () => 'não é um objeto JSON',
  doubled_member: ({ doubled }) => `"${doubled}" aparece duas vezes`,
  nested_value: () => 'aqui cabe um texto ou um número',
  example_row: () => 'é o exemplo do modelo: apague',
  duplicate_reference: ({ firstLine }) => `a linha ${firstLine} tem a mesma referência`,
  rewritten_reference: ({ firstLine }) =>
    `uma planilha pode tê-la gerado a partir da referência da linha ${firstLine}, que tem a mesma chave e o mesmo valor`,
  duplicate_payout: ({ firstLine }) => `a linha ${firstLine} tem a mesma chave e o mesmo valor`,
  sum_mismatch: ({ statedCentavos, actualCentavos }) =>
    `a soma diz ${formatReais(statedCentavos)}, e as linhas acima dão ${formatReais(actualCentavos)}`,
  missing_value: () => 'está vazio',
  scientific_notation: () =>
    'uma planilha arredondou (notação científica): formate a coluna como texto e digite de novo',
  formula: () => 'é uma fórmula: cole o valor dela',
  spreadsheet_error: () => 'é um erro de planilha',
  control_character: () => 'contém um caractere de controle',
  unreadable_character: () => 'contém um caractere ilegível: salve o arquivo em UTF-8',
  invalid_amount: ({ reason }) => AMOUNT_REASONS[reason],
  ambiguous_amount: ({ readingsCentavos: [grouped, decimal] }) =>
    `pode ser ${formatReais(grouped)} ou ${formatReais(decimal)}: escreva com duas casas decimais`,
  below_minimum: ({ minimumCentavos }) => `o mínimo é ${formatReais(minimumCentavos)}`,
  above_maximum: ({ maximumCentavos }) => `o máximo é ${formatReais(maximumCentavos)}`,
  invalid_key_type: () => 'não é CPF, CNPJ, EMAIL, PHONE nem RANDOM (TELEFONE e ALEATORIA também servem)',
  invalid_key: ({ reason, suggestion }) =>
    `${KEY_REASONS[reason]}${suggestion === undefined ? '' : `; seria ${suggestion.key} (${suggestion.type})?`}`,
  ambiguous_key: ({ readings }) =>
    `pode ser ${either(readings.map(({ type, key }) => `${key} (${type})`))}: diga qual na coluna do tipo`,
  key_type_mismatch: ({ stated, readings }) =>
    `o tipo diz ${stated}, e a chave é ${either(readings.map(({ type }) => type))}`,
  invalid_tax_id: ({ reason, suggestion }) =>
    `não é CPF nem CNPJ: ${KEY_REASONS[reason]}${suggestion === undefined ? '' : `; seria ${suggestion}?`}`,
  tax_id_mismatch: ({ key }) => `a chave é outro CPF ou CNPJ: ${key}`,
  description_too_long: ({ length, maximum }) => `tem ${length} caracteres, e são permitidos no máximo ${maximum}`,
  unreadable_flag: () => 'não é sim nem não',
};

/** O que se avisa sobre um arquivo, sem impedir o pagamento. */
const notices: NoticeTexts = {
  amount_cut_at_comma: ({ next }) =>
    `a célula seguinte é ${next}: uma vírgula decimal foi tomada por separador? Ponha o valor entre aspas`,
  taken_for_phone: ({ key }) => `entendido como o celular ${key}, porque não é CPF`,
  unknown_column: () => 'esta coluna não diz nada ao pix; os relatórios a devolvem',
  title_line: () => 'esta linha acima do cabeçalho foi pulada',
  sum_row: () => 'é uma soma, e não é paga',
  garbled_text: () => 'os acentos foram estragados por outro programa',
  formula_like_text: () => 'uma planilha executaria isto; aqui é só texto',
  line_break_in_cell: () => 'a célula contém uma quebra de linha',
};

export const findings = { columns, problems, notices };
