import type { StagedBatch } from '../../../payouts/engine/staged-batch.ts';
import type { Journal } from '../../../payouts/journal/journal.ts';
import { objectionsTo, type Candidate, type Objection } from '../../../payouts/rules/objections.ts';
import type { Payable } from '../../../payouts/rules/payable.ts';
import { grantedRules, type Terms } from '../../../payouts/rules/permissions.ts';
import type { Preflight } from '../../../payouts/rules/preflight.ts';
import type { RepetitionQuestion } from '../../../payouts/rules/refusals.ts';
import type { Screen } from '../../context/screen.ts';
import { reportEarlierRows } from './earlier-rows.ts';
import { problemLines, reportNotices } from './finding-row.ts';
import { objectionError, type JudgedCandidate } from './objection-error.ts';
import type { PayoutFile } from './read-file.ts';
import { otherHolderLine, reportUnconfirmed } from './unconfirmed-rows.ts';

/** What is against a staged file. */
export interface Judgement extends JudgedCandidate {
  readonly objections: readonly Objection[];
}

/** Judges a staged file, and reports its findings. @throws an objection to the file, or to paying it once more */
export function judgeBatch(
  screen: Screen,
  file: PayoutFile,
  batch: StagedBatch,
  {
    payable,
    forecast,
    dueOn,
  }: { readonly payable: Payable; readonly forecast: Preflight; readonly dueOn?: string | undefined },
): Judgement {
  const candidate = batch.candidate(payable, forecast, dueOn);
  const judged = { file, candidate, objections: [...objectionsTo(candidate)] };
  reportNotices(screen, file.notices);
  const [first] = judged.objections;
  if (first?.why === 'rows_invalid') {
    const style = { text: screen.text, columns: screen.messageColumns };
    for (const line of problemLines(file.problems, batch.summary.problems, style)) screen.warn(line);
  }
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

/** Reports earlier runs that paid the same rows as a new file. */
export function reportNew(screen: Screen, journal: Journal, fresh: Payable, terms: Terms): void {
  reportUnconfirmed(screen, journal, fresh.open);
  reportEarlierRows(screen, fresh, grantedRules(fresh, terms));
  reportTakenReferences(screen, fresh);
}

/** Warns of references that belong to other payments. */
export function reportTakenReferences({ text, warn }: Screen, { taken }: Payable): void {
  for (const { payout, holder } of taken.first) warn(otherHolderLine(payout, holder, text));
}

/** @throws the error of the first objection, if it belongs to one of these steps */
export function throwAt(screen: Screen, judged: Judgement, ...steps: readonly Objection['step'][]): void {
  const [first] = judged.objections;
  if (first !== undefined && steps.includes(first.step)) throw objectionError(screen, first, judged);
}

/** What a person is asked. */
export function questionsIn(objections: readonly Objection[]): readonly RepetitionQuestion[] {
  return objections.flatMap((objection) => (objection.step === 'question' ? [objection.question] : []));
}
