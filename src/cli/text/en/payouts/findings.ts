import type { Expected } from '../../../../cnab/record.ts';
import type { DayTally } from '../../../../payouts/files/batch-problem.ts';
import { formatReais } from '../../../../pix/reais-text.ts';
import type { NoticeTexts, ProblemTexts } from '../../shapes.ts';
import { payments, count } from '../numbers.ts';
import { DIALECTS } from '../../payout-facts.ts';
import { labels } from '../labels.ts';

const either = (words: readonly string[]): string => words.join(' or ');

const EXPECTED: Readonly<Record<Extract<Expected, string>, string>> = {
  digits: 'must be digits',
  text: 'must begin in its first column',
  required: 'must be filled in, from its first column on',
  blank: 'must be blank',
  empty: 'must be zeros or blank',
  date: 'must be a day, as DDMMYYYY',
  time: 'must be a time, as HHMMSS',
  printable: 'contains a character that cannot be read',
  tax_id: 'must be a valid CPF or CNPJ, as its type says',
  key: 'must be a key of the stated form: 01 +55 and the mobile number, 02 e-mail, 03 blank or the CPF or CNPJ of the recipient, 04 random key',
  readable_amounts: 'cannot be checked: an amount above is not a number',
};

/** Of many days, the first ones. */
const DAYS_SHOWN = 5;

function daysText(days: readonly DayTally[]): string {
  const named = days.slice(0, DAYS_SHOWN).map(({ day, payouts, sumCentavos }) => {
    return `${day === '' ? 'no day' : day}: ${payments(payouts)} (${formatReais(sumCentavos)})`;
  });
  return [...named, ...(days.length > DAYS_SHOWN ? [`${days.length - DAYS_SHOWN} more days`] : [])].join(', ');
}

/** What is wrong with a file of payouts. */
const problems: ProblemTexts = {
  empty_file: () => 'the file is empty',
  not_text: ({ kind }) => `this is a ${kind} file: save it as .xlsx or CSV`,
  unreadable_workbook: ({ flaw }) =>
    ({
      not_a_workbook: 'this archive is not a workbook: save it as .xlsx or CSV',
      opendocument: 'this is an OpenDocument file (.ods, .fods): save it as .xlsx or CSV',
      encrypted: 'the workbook has a password: save a copy without it',
      damaged: 'the workbook is damaged: open it and save it again',
      too_large: 'the workbook is too large: save the sheet as CSV',
    })[flaw],
  sheet_not_found: ({ sheet, sheets }) =>
    sheets.length === 0
      ? `the file has no sheets: leave out --sheet "${sheet}"`
      : `sheet "${sheet}" not found; there are: ${sheets.join(', ')}`,
  ambiguous_sheet: ({ sheets }) => `several sheets name payments: ${sheets.join(', ')}; choose one with --sheet`,
  json_array: () => 'expected one JSON object per line (NDJSON), not an array',
  settled_file: () =>
    'a note above the header, or in a row of its own, says what was paid, or is not to be paid: to pay all rows, delete the note',
  header_not_found: () => 'no row has the titles of the columns, such as pix_key and amount',
  missing_column: ({ missing, unknown }) =>
    `no column for: ${labels.payoutColumns[missing]}${unknown.length === 0 ? '' : ` (not recognized: ${unknown.join(', ')})`}`,
  doubled_column: ({ doubled, columns: names }) =>
    `more than one column for: ${labels.payoutColumns[doubled]} (${names.join(', ')})`,
  no_rows: () => 'no rows below the header',
  remittance_too_large: () => 'the remittance is too large: split it',
  record_length: ({ length }) => `the line has ${length} columns; CNAB 240 requires 240`,
  misplaced_record: ({ expected }) => `expected here: ${labels.expectedRecords[expected]}`,
  remittance_field: ({ expected }) =>
    typeof expected === 'string'
      ? EXPECTED[expected]
      : `must be ${either(expected.map((text) => (text.trim() === '' ? 'blank' : `"${text.trimEnd()}"`)))}`,
  unsupported_payment: ({ kind }) => `${labels.otherPayments[kind]}: only Pix to a key is paid (form 45, 01 to 04)`,
  scheduled_payment: ({ day }) => `is for ${day}: run the file on that day, or schedule it with --on ${day}`,
  record_too_long: () => 'the row does not end: is a closing quotation mark missing? The rest was not read',
  second_header: () =>
    'more headings: name all columns in one row, and move another table to a file or a sheet of its own',
  hidden_row: () => 'the row is hidden: show it, or delete it',
  struck_through: ({ struck }) =>
    `struck through (${struck.join(', ')}): remove the line through it, or delete the row`,
  merged_cells: ({ range }) => `the cells ${range} are merged: split them, and fill in each row`,
  too_many_cells: ({ cells, columns: wanted }) =>
    `${cells} cells instead of ${wanted}: put text that contains the separator in quotes`,
  too_few_cells: ({ cells, columns: wanted }) => `${cells} cells instead of ${wanted}`,
  unclosed_quote: () => 'a quotation mark is not closed: lines may be inside this cell, and are not read as rows',
  invalid_json: () => 'invalid JSON',
  not_an_object: () => 'not a JSON object',
  doubled_member: ({ doubled }) => `"${doubled}" appears twice`,
  nested_value: () => 'expected text or a number',
  settled_row: () =>
    'the row was paid, or is not to be paid, by this column: delete the row; to pay it, correct the cell or delete the column',
  other_currency: () => 'not reais: only reais can be paid; correct it, or delete the row',
  other_amount: () =>
    'by this column, another amount is due: correct the amount; if it is right, call its column "Valor a pagar", or clear this cell',
  other_key: () => 'another key is to be paid, by this column: correct the key of the row, or clear this cell',
  amount_left: () => 'by this column, less is left to pay: pay what is left, or clear this cell',
  day_passed: () =>
    'this day has passed, and the column may say when the row was paid: delete the row; to pay it, call the column "Vencimento"',
  example_row: () => 'this is the example row of the template: delete it',
  duplicate_reference: ({ firstLine }) => `line ${firstLine} has the same reference`,
  rewritten_reference: ({ firstLine }) =>
    `a spreadsheet may have changed the reference of line ${firstLine}, which has the same key and amount`,
  duplicate_payout: ({ firstLine }) => `line ${firstLine} has the same key and amount`,
  sum_mismatch: ({ statedCentavos, actualCentavos }) =>
    `the total says ${formatReais(statedCentavos)}, but the rows above add up to ${formatReais(actualCentavos)}`,
  missing_value: () => 'must not be empty',
  scientific_notation: () =>
    'rounded by a spreadsheet (scientific notation): format the column as text and type it again, a phone number as +55…',
  formula: () => 'this is a formula: paste its value',
  formula_without_value: () => 'the formula was never computed: open the file in a spreadsheet and save it',
  date_in_cell: () => 'the spreadsheet has a date here: format the column as text and type it again',
  shown_otherwise: ({ shown, format }) =>
    `the sheet shows ${shown ?? `the format ${format}`}, not reais: format the cell as a number or as R$, and check the amount`,
  spreadsheet_error: () => 'this is a spreadsheet error value',
  control_character: () => 'contains a control character',
  unreadable_character: () => 'contains an unreadable character: save the file as UTF-8',
  invalid_amount: ({ reason }) => labels.amountFlaws[reason],
  ambiguous_amount: ({ readingsCentavos: [grouped, decimal] }) =>
    `may mean ${formatReais(grouped)} or ${formatReais(decimal)}: write two decimals`,
  below_minimum: ({ minimumCentavos }) => `the minimum is ${formatReais(minimumCentavos)}`,
  above_maximum: ({ maximumCentavos }) => `the maximum is ${formatReais(maximumCentavos)}`,
  invalid_key_type: () => 'must be CPF, CNPJ, EMAIL, PHONE or RANDOM; a column of other types needs another name',
  invalid_key: ({ reason, suggestion }) =>
    `${labels.keyFlaws[reason]}${suggestion === undefined ? '' : `; did you mean ${suggestion.key} (${labels.keyTypes[suggestion.type]})?`}`,
  ambiguous_key: ({ readings }) =>
    `may be ${either(readings.map(({ type, key }) => `${key} (${labels.keyTypes[type]})`))}: state which in the column pix_key_type`,
  key_type_mismatch: ({ stated, readings }) =>
    `the type column says ${labels.keyTypes[stated]}, but the key is ${either(readings.map(({ type }) => labels.keyTypes[type]))}`,
  invalid_tax_id: ({ reason, suggestion }) =>
    `not a valid CPF or CNPJ: ${labels.keyFlaws[reason]}${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`,
  tax_id_mismatch: ({ key }) => `the key is a different CPF or CNPJ: ${key}`,
  description_too_long: ({ length, maximum }) => `has ${length} characters; the maximum is ${maximum}`,
  unreadable_flag: () => 'must be yes or no',
  invalid_day: () => 'must be a day: 05/12/2026 or 2026-12-05',
  several_days: ({ days }) => `the rows are due on several days: ${daysText(days)}`,
};

/** What to know of a file that can still be paid. */
const notices: NoticeTexts = {
  amount_cut_at_comma: ({ next }) =>
    `the next cell is ${next}: was a decimal comma read as a separator? Put the amount in quotes`,
  taken_for_phone: ({ key }) => `read as the mobile number ${key}, because it is not a CPF`,
  fee_overridden: ({ coverFee }) => `ignored: ${coverFee ? '--cover-fee' : '--no-cover-fee'} holds for every row`,
  left_for_later: ({ days }) => `left out, not due by then: ${daysText(days)}`,
  overdue: ({ payouts, sumCentavos, since }) =>
    `LATE: ${payments(payouts)} (${formatReais(sumCentavos)}), due since ${since}`,
  not_due_yet: ({ payouts, sumCentavos, until }) =>
    `EARLY: ${payments(payouts)} (${formatReais(sumCentavos)}), due by ${until}; to pay on a day: --on DAY`,
  unknown_column: () => 'column not used; kept in reports',
  sheet_chosen: ({ sheet, others }) => `read from sheet "${sheet}"; not from: ${others.join(', ')}`,
  merged_cells: ({ range }) => `the cells ${range} are merged; only the first has a value`,
  remittance_dialect: ({ dialect }) =>
    `read as CNAB 240 of ${DIALECTS[dialect]}, which was not tried against a bank: check the payments`,
  hidden_column: () => 'this column is hidden in the sheet: show it, and check what is paid',
  title_line: () => 'line above the header, skipped',
  sum_row: () => 'total row, not paid',
  garbled_text: () => 'accents were garbled by another program',
  formula_like_text: () => 'looks like a formula; pix treats it as text',
  line_break_in_cell: () => 'the cell contains a line break',
};

export const findings = { problems, notices };

/** What deserves a second look about payments. */
export const warnings = {
  firstPayments: (keys: number, rows: readonly string[], more: number) =>
    `note: no earlier payment to ${keys === 1 ? '1 key' : `${count(keys)} keys`} is known: ${rows.join('; ')}${more > 0 ? `; and ${count(more)} more` : ''}`,
  first_payment: (row: string) => `${row}: no earlier payment to its key is known`,
  name_with_new_key: (row: string, key: string, when: string) =>
    `${row}: a new key; the name was paid at ${key} (${when})`,
  unusual_amount: (row: string, usual: string, earlier: number) =>
    `${row} is at least ten times the usual amount of its key: ${usual} (${earlier === 1 ? 'its only payment' : `median of its last ${count(earlier)} payments`})`,
  paid_today: (row: string, place: string, isSent: boolean) =>
    `${row} repeats a payment ${isSent ? 'of today' : 'to come'}: same key and amount ${place}`,
  notSentYet: 'not sent yet',
  noted: (message: string) => `note: ${message}`,
  more: (number: number) => `… and ${payments(number)} more like that; see all: --json`,
  withoutIndex: (message: string) => `note: earlier payments are looked for only in the journal: ${message}`,
};
