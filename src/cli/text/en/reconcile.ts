import { failure } from '../../errors/command-error.ts';
import { count } from './numbers.ts';

export const reconcile = {
  help: {
    file: '<file> the file of your accounting program; - reads stdin',
    sheet: '<name> the sheet of a workbook',
    ledgerSigns: 'the file is a ledger: what was sent is positive there (credit), what was received negative',
    allIn: 'the amounts of the file have no sign: all of them came in',
    allOut: 'the amounts of the file have no sign: all of them went out',
    decisions: '<file> a report in which you filled in the columns Decision and Note',
    out: '<file> write all findings to this file, with the ending .xlsx or .csv',
  },
  compared: (days: string, here: number, there: number, matched: number) =>
    `${days}: ${count(here)} in the account, ${count(there)} in the file, ${count(matched)} matched`,
  folded: (finding: string, rows: number, sum: string) => `${finding}: ${count(rows)} (${sum}); --verbose lists them`,
  sheetName: 'Reconciliation',
  reading: (file: string) => `reading ${file}`,
  comparing: (here: number, there: number) => `comparing ${count(here)} entries with ${count(there)} rows`,
  written: (rows: number, path: string) => `${count(rows)} ${rows === 1 ? 'finding' : 'findings'} in ${path}.`,
  done: 'Reconciled: nothing is open.',
  uncompared: (amount: string, day: string) =>
    `The balance in the file (${amount} on ${day}) was not compared: the account's balance of that day is not known.`,
  open: (rows: number, report: string | undefined) => failure`
    ${count(rows)} ${rows === 1 ? 'item' : 'items'} to check
    ${report === undefined ? 'write a report (--out), fill in Decision, and pass it with --decisions' : `fill in Decision in the report, and pass it: --decisions ${report}`}`,
  until: (asOf: string) => `The index contains the account as of ${asOf}: later entries are not compared.`,
  tooOld: (asOf: string, day: string) => failure`
    the file has rows of ${day}, and the index ends on ${asOf}
    update the index first: pix sync`,
  unusedDecisions: (decisions: number, named: string) =>
    `${count(decisions)} ${decisions === 1 ? 'decision names a row' : 'decisions name rows'} that this comparison does not have: ${named}`,
  unknownEnding: (file: string) => failure`
    ${file} must end with .xlsx or .csv
    choose another name: --out report.xlsx`,
  unreadable: (file: string, flaw: string, needsSides = false) => failure`
    cannot compare ${file}: ${flaw}
    ${needsSides ? 'add --all-in or --all-out if all amounts are of one side; else export the file with signs, or with a column for debit and credit' : 'use OFX, camt.053, CNAB 240, .xlsx or CSV; tables need a heading for the day and one for the amount'}`,
  leftOut: (lines: number, named: string, more: number) =>
    `${count(lines)} ${lines === 1 ? 'line moves' : 'lines move'} no money: ${named}${more > 0 ? `; and ${count(more)} more` : ''}.`,
  unread: (rows: number, named: string, more: number) =>
    `${count(rows)} ${rows === 1 ? 'row is' : 'rows are'} not readable, so the period is not proven: ${named}${more > 0 ? `; and ${count(more)} more` : ''}`,
  namedLine: (form: string, line: number, text: string) => `${form} "${text}" (${line})`,
  flaws: {
    unknown_form: () => 'its format is not known',
    run_report: () => 'it is the report of a run, which pix wrote; compare the file of your accounting program',
    no_columns: () => 'no line has headings for a day and an amount, or two tables are side by side',
    ambiguous_sheet: (sheets: string) => `several sheets have such headings (${sheets}); choose one with --sheet`,
    no_sheet: (sheets: string) => `it has no such sheet; it has: ${sheets}`,
    damaged: () => 'it is damaged, or its end is missing',
    too_large: () => 'it is too large',
    foreign_currency: (currency: string) => `its currency is ${currency}, not BRL`,
    no_rows: () => 'it has no rows',
    no_sides: () => 'nothing in it says which amounts came in and which went out',
  },
  invalidDecision: (file: string, line: number, flaw: string) => failure`
    ${file}, line ${line}: ${flaw}
    correct the line and repeat the command`,
  decisionFlaws: {
    word: 'unknown decision; use match or accept',
    sides: 'match needs an account entry and a file row, accept at least one of them',
    repeated: 'there is another decision about the same row',
    sums: 'the matched rows have different sums; use accept if that is expected',
  },
};
