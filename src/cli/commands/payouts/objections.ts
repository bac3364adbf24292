import type { StagedBatch } from '../../../payouts/engine/staged-batch.ts';
import type { Journal } from '../../../payouts/journal/journal.ts';
import { objectionsTo, type Candidate, type Objection, type FailedChecks } from '../../../payouts/rules/objections.ts';
import type { Payable } from '../../../payouts/rules/payable.ts';
import { grantedRules, type RepetitionQuestion, type Terms } from '../../../payouts/rules/permissions.ts';
import { PREFLIGHT_CODES, type Preflight } from '../../../payouts/rules/preflight.ts';
import type { Screen } from '../../context/screen.ts';
import { dateOf } from '../../context/payouts/describe-payout.ts';
import {
  reportEarlierRows,
  factsOf,
  placeOf,
  problemLines,
  reportNotices,
  problemRow,
  otherHolderLine,
} from './row-notices.ts';
import { reportUnconfirmed } from './run-sheet.ts';
import type { PayoutFile } from './read-file.ts';
import { isOfUnreadLines, type BatchProblem } from '../../../payouts/files/batch-problem.ts';
import type { SentPayment } from '../../../payouts/rules/duplicates/sent-payment.ts';
import { notAllowed, permissionWord } from '../../context/payouts/permissions.ts';
import { commandError, usageError, EXIT, type CommandError } from '../../errors/command-error.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import type { Catalogue } from '../../text/translate.ts';

interface Judgement {
  readonly file: PayoutFile;
  readonly candidate: Candidate;
  readonly objections: readonly Objection[];
}

/** Judges a staged file, and reports its findings. @throws an objection to the file, or to paying it once more */
export function judgeBatch(
  screen: Screen,
  file: PayoutFile,
  batch: StagedBatch,
  payable: Payable,
  forecast: Preflight,
  dueOn?: string,
): Judgement {
  const candidate = batch.candidate(payable, forecast, dueOn);
  const judged = { file, candidate, objections: [...objectionsTo(candidate)] };
  reportNotices(screen, file);
  for (const line of problemLines(file.problems, batch.summary, screen.messageStyle)) screen.warn(line);
  throwAt(screen, judged, 'file');
  reportNumber(screen, candidate);
  return judged;
}

/** Of a new remittance: names a number that goes backwards. */
export function reportNumber({ text, warn }: Screen, { summary: { format }, begunRunId, account }: Candidate): void {
  if (format?.kind !== 'cnab240' || format.number === undefined || begunRunId !== undefined) return;
  const { agreement, number } = format.number;
  if (account?.number === undefined) return;
  const newest = account.journal.staging.newestNumber(agreement, account.number);
  if (newest !== undefined && newest > number) warn(text.payouts.numberGoesBack(number, newest));
}

export function reportNew(screen: Screen, journal: Journal, fresh: Payable, terms: Terms): void {
  reportUnconfirmed(screen, journal, fresh.open);
  reportEarlierRows(screen, fresh, grantedRules(fresh, terms));
  reportTakenReferences(screen, fresh);
}

export function reportTakenReferences({ text, warn }: Screen, { taken }: Payable): void {
  for (const { payout, holder } of taken.first) warn(otherHolderLine(payout, holder, text));
}

/** @throws the error of the first objection, if it belongs to one of these steps */
export function throwAt(screen: Screen, judged: Judgement, ...steps: readonly Objection['step'][]): void {
  const [first] = judged.objections;
  if (first !== undefined && steps.includes(first.step)) throw objectionError(screen, first, judged);
}

export function questionsIn(objections: readonly Objection[]): readonly RepetitionQuestion[] {
  return objections.flatMap((objection) => (objection.step === 'question' ? [objection.question] : []));
}

/** Rows and problems in the details of an error; `pix payouts check` lists all. */
const DETAILED_MAXIMUM = 100;

type JudgedCandidate = Omit<Judgement, 'objections'>;

/** The error that a command ends with because of an objection. */
export function objectionError(screen: Screen, objection: Objection, judged: JudgedCandidate): Error {
  const { text } = screen;
  const { summary, terms, payable } = judged.candidate;
  switch (objection.why) {
    case 'rows_invalid':
      return wrongRows(screen, judged);
    case 'nothing_to_pay':
      return usageError(
        'nothing_to_pay',
        judged.file.isOfDueRows ? text.payouts.nothingDue : text.payouts.nothingToPay,
      );
    case 'nothing_again':
      return usageError('nothing_to_pay', text.payouts.nothingToPayAgain);
    case 'nothing_new':
      return usageError('nothing_to_pay', text.payouts.nothingNew);
    case 'digest_differs': {
      const [expected, found] = [terms.digest ?? '', summary.digest];
      return usageError('digest_differs', text.payouts.digestDiffers(expected, found), { expected, found });
    }
    case 'not_allowed':
      return notAllowed(objection.kind, text);
    case 'refused':
      return objection.error;
    case 'fee_otherwise':
      return usageError('fee_otherwise', text.payouts.feeOtherwise(objection.runId, terms.coverFee === true), {
        run: objection.runId,
      });
    case 'reference_taken':
      return referencesTaken(payable, text);
    case 'reference_rewritten':
      return referencesRewritten(payable, permissionWord('reference', objection.code), text);
    case 'equal_unsettled': {
      const { payouts: rows, amountCentavos: amount } = payable.unsettled;
      const details = { rows, amount, run: objection.runId, withdrawal: null, date: dateOf(objection.newest) };
      const errorText = text.payouts.equalUnsettled(rows, formatReais(amount), objection.runId);
      return usageError('paid_before', errorText, details);
    }
    case 'account_short':
      return accountError(objection.failed, text, judged.candidate.begunRunId);
    case 'may_repeat':
      return repetitionError(screen, objection.question, payable);
  }
}

/** @param begunRunId the file of which can't be split: the run has its references */
export function accountError(failed: FailedChecks, { payouts }: Catalogue, begunRunId?: string): CommandError {
  const [{ name, neededCentavos = 0, availableCentavos = 0 }] = failed;
  const error = payouts.preflight[name](formatReais(neededCentavos), formatReais(availableCentavos));
  return commandError(
    EXIT.failed,
    PREFLIGHT_CODES[name],
    begunRunId === undefined ? error : { ...error, hint: payouts.accountShortForRun(begunRunId) },
    {
      details: {
        checks: failed.map((check) => ({
          check: check.name,
          needed: check.neededCentavos ?? null,
          available: check.availableCentavos ?? null,
          missing: check.missingCentavos ?? null,
        })),
      },
    },
  );
}

/** About a file for which the example of a sheet is no remedy, as for one that is unread. */
const WITHOUT_EXAMPLE = ['record_length', 'misplaced_record', 'remittance_field'] as const;

function wrongRows({ text, format }: Screen, { file: { problems }, candidate: { summary } }: JudgedCandidate) {
  const { rows, invalidRows, problems: count, equalCode, rewrittenCode } = summary;
  const ofUnread = ({ code }: BatchProblem) => Number(isOfUnreadLines(code));
  const gravest = problems.toSorted((one, other) => ofUnread(other) - ofUnread(one));
  const shown = gravest.slice(0, DETAILED_MAXIMUM).map((problem) => problemRow(problem, text));
  const has = (found: BatchProblem['code']) => problems.some(({ code }) => code === found);
  const wrongFile = has('several_days') ? text.payouts.severalDays : text.payouts.fileWrong;
  const isOfSum = has('sum_mismatch');
  const wrong = isOfSum ? text.payouts.sumWrong : text.payouts.rowsWrong;
  const isOfFile = invalidRows === 0 || summary.isUnread;
  const errorText = isOfFile ? wrongFile(shown[0]?.message ?? '') : wrong(invalidRows, rows);
  const equal = has('duplicate_payout') ? permissionWord('equal', equalCode) : undefined;
  const rewritten = has('rewritten_reference') ? permissionWord('reference', rewrittenCode) : undefined;
  // The problems are listed above: a person needs one line more.
  const isListed = format === 'table' && !isOfFile && !isOfSum;
  const message = isListed && invalidRows < rows ? text.payouts.rowsListed(errorText.message) : errorText.message;
  const hints = [
    ...(isListed || summary.isUnread || (isOfFile && WITHOUT_EXAMPLE.some(has)) ? [] : [errorText.hint]),
    ...(equal === undefined ? [] : [text.payouts.equalHint(equal)]),
    ...(rewritten === undefined ? [] : [text.payouts.rewrittenHint(rewritten)]),
  ];
  const hint = hints.length === 0 ? {} : { hint: hints.join('; ') };
  const details = {
    invalidRows,
    rows,
    problems: shown,
    problemsOmitted: count - shown.length,
    allow: equal ?? rewritten,
  };
  return usageError('rows_invalid', { message, ...hint }, details);
}

function referencesTaken({ taken }: Payable, { payouts: words }: Catalogue): CommandError {
  const rows = taken.first.map(({ payout, holder }) => ({
    row: payout.row,
    reference: payout.reference,
    run: holder.runId,
    heldBy: holder.row,
  }));
  return usageError('reference_taken', words.referencesTaken(taken.payouts), { rows });
}

function referencesRewritten({ rewritten }: Payable, allow: string, { payouts: words }: Catalogue): CommandError {
  const rows = rewritten.first.slice(0, DETAILED_MAXIMUM).map(({ payout, earlier }) => ({
    row: payout.row,
    reference: payout.reference,
    run: earlier.payout?.runId,
    earlierRow: earlier.payout?.row,
    earlierReference: earlier.payout?.reference,
    date: dateOf(earlier),
  }));
  return usageError('reference_rewritten', words.referencesRewritten(rewritten.payouts, allow), { rows, allow });
}

function repetitionError(screen: Screen, question: RepetitionQuestion, { repeated }: Payable): CommandError {
  const { payouts: words } = screen.text;
  const allow = permissionWord('repeated', question.code);
  if (question.about === 'paid_elsewhere') {
    const { elsewhere } = question;
    const { payouts: rows, amountCentavos: amount, runId: run } = elsewhere;
    const details = { rows, amount, run, withdrawal: null, date: dateOf(elsewhere), allow };
    return usageError('paid_before', words.paidElsewhereNeedsWord(...factsOf(screen, elsewhere), allow), details);
  }
  const { newest }: { newest: SentPayment } = question;
  const { payouts: rows, amountCentavos: amount } = repeated;
  const run = newest.payout?.runId ?? null;
  const details = { rows, amount, run, withdrawal: newest.withdrawalId ?? null, date: dateOf(newest), allow };
  const errorText = words.paidBeforeNeedsWord(rows, formatReais(amount), placeOf(screen, newest), allow);
  return usageError('paid_before', errorText, details);
}
