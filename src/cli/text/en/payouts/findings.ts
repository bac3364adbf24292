import { formatReais } from '../../../output/money.ts';
import type { ColumnTexts, NoticeTexts, ProblemTexts } from '../../shapes.ts';
import { AMOUNT_REASONS } from '../amount.ts';
import { KEY_REASONS } from '../pix-key.ts';

const either = (words: readonly string[]): string => words.join(' or ');

const columns: ColumnTexts = {
  reference: 'reference',
  name: 'name',
  taxId: 'CPF or CNPJ',
  pixKeyType: 'type of the key',
  pixKey: 'Pix key',
  amount: 'amount',
  description: 'description',
  allowDuplicate: 'duplicate allowed',
};

/** What is wrong with a file of payouts. */
const problems: ProblemTexts = {
  empty_file: () => 'the file is empty',
  not_text: ({ kind }) => `this is a ${kind} file: save it as CSV`,
  json_array: () => 'one JSON object a line is wanted (NDJSON), not one array',
  header_not_found: () => 'no line names the columns; pix payouts template shows how',
  missing_column: ({ missing, unknown }) =>
    `there is no column for: ${columns[missing]}${unknown.length === 0 ? '' : ` (not understood: ${unknown.join(', ')})`}`,
  doubled_column: ({ doubled, columns: names }) => `several columns for: ${columns[doubled]} (${names.join(', ')})`,
  no_rows: () => 'there is no row below the header',
  record_too_long: () => 'the row does not end: is a quotation mark left open? The rest was not read',
  too_many_cells: ({ cells, columns: wanted }) =>
    `${cells} cells instead of ${wanted}: quote text that holds the separator`,
  too_few_cells: ({ cells, columns: wanted }) => `${cells} cells instead of ${wanted}`,
  unclosed_quote: () => 'a quotation mark is opened and not closed; what follows it was not read',
  invalid_json: () => 'this is not JSON',
  not_an_object: () => 'this is not a JSON object',
  doubled_member: ({ doubled }) => `"${doubled}" is there twice`,
  nested_value: () => 'a text or a number is wanted',
  example_row: () => 'this is the example of the template: delete it',
  duplicate_reference: ({ firstLine }) => `line ${firstLine} has the same reference`,
  rewritten_reference: ({ firstLine }) =>
    `a spreadsheet may have made it of the one in line ${firstLine}, which has the same key and amount`,
  duplicate_payout: ({ firstLine }) => `line ${firstLine} has the same key and amount`,
  sum_mismatch: ({ statedCentavos, actualCentavos }) =>
    `the sum says ${formatReais(statedCentavos)}, and the rows above come to ${formatReais(actualCentavos)}`,
  missing_value: () => 'it is empty',
  scientific_notation: () =>
    'a spreadsheet has rounded it (scientific notation): format the column as text and type it again',
  formula: () => 'this is a formula: paste its value',
  spreadsheet_error: () => 'this is an error of a spreadsheet',
  control_character: () => 'it holds a control character',
  unreadable_character: () => 'it holds a character that can not be read: save the file as UTF-8',
  invalid_amount: ({ reason }) => AMOUNT_REASONS[reason],
  ambiguous_amount: ({ readingsCentavos: [grouped, decimal] }) =>
    `it may mean ${formatReais(grouped)} or ${formatReais(decimal)}: write it with two decimals`,
  below_minimum: ({ minimumCentavos }) => `the minimum is ${formatReais(minimumCentavos)}`,
  above_maximum: ({ maximumCentavos }) => `the maximum is ${formatReais(maximumCentavos)}`,
  invalid_key_type: () => 'it is none of CPF, CNPJ, EMAIL, PHONE, RANDOM',
  invalid_key: ({ reason, suggestion }) =>
    `${KEY_REASONS[reason]}${suggestion === undefined ? '' : `; was ${suggestion.key} (${suggestion.type}) meant?`}`,
  ambiguous_key: ({ readings }) =>
    `it may be ${either(readings.map(({ type, key }) => `${key} (${type})`))}: say which in the column for the type`,
  key_type_mismatch: ({ stated, readings }) =>
    `the type says ${stated}, and it is ${either(readings.map(({ type }) => type))}`,
  invalid_tax_id: ({ reason, suggestion }) =>
    `it is no CPF or CNPJ: ${KEY_REASONS[reason]}${suggestion === undefined ? '' : `; was ${suggestion} meant?`}`,
  tax_id_mismatch: ({ key }) => `the key is another CPF or CNPJ: ${key}`,
  description_too_long: ({ length, maximum }) => `it has ${length} characters, and at most ${maximum} are allowed`,
  unreadable_flag: () => 'it is neither yes nor no',
};

/** What is told of a file, and keeps nothing from being paid. */
const notices: NoticeTexts = {
  amount_cut_at_comma: ({ next }) =>
    `the next cell is ${next}: was a decimal comma taken for a separator? Quote the amount`,
  taken_for_phone: ({ key }) => `taken for the mobile number ${key}, for it is no CPF`,
  unknown_column: () => 'this column means nothing to pix; reports give it back',
  title_line: () => 'this line above the header was skipped',
  sum_row: () => 'this is a sum, and not paid',
  garbled_text: () => 'accents were garbled by an earlier program',
  formula_like_text: () => 'a spreadsheet would run it; here it is plain text',
  line_break_in_cell: () => 'the cell holds a line break',
};

export const findings = { columns, problems, notices };
