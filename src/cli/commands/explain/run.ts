import type { Run } from '../../command/command.ts';
import { endToEndIdOf } from '../../../account/entry.ts';
import { ApiError, isForbidden } from '../../../client/errors.ts';
import { ERROR_STATUS } from '../../../contract/error.ts';
import { isRefusalCode, REFUSAL_CODES } from '../../../pix/refusal-codes.ts';
import type { Context } from '../../context/context.ts';
import { commandError, EXIT } from '../../errors/command-error.ts';
import { closestWord } from '../../errors/known-words.ts';
import { isRunId, readId } from '../../input/option-values.ts';
import { completeId, idsOfTransfer, paymentRows, withdrawalRows } from '../../input/look-up.ts';
import { exitCodesOf } from '../../help/topics.ts';
import { formatZonedMoment } from '../../output/dates.ts';
import { isErrorCode } from '../../output/human-value.ts';
import { pastedId } from '../../../pix/pasted-id.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import { wrappedLines, singleLine } from '../../output/text-width.ts';
import type { explain } from './command.ts';

/** A meaning and an advice, in plain words, ready for a support ticket. */
export interface Explanation {
  readonly subject: string;
  readonly kind: 'exit_code' | 'refusal_code' | 'error_code' | 'payment' | 'withdrawal';
  readonly explanation: string;
  readonly advice: string | null;
}

/** `pix explain CODE|ID|exit N`: codes without a request, ids by their current state. */
export const run: Run<typeof explain, Explanation> = async (context, flags, output) => {
  const typed = flags.words.join(' ').trim();
  const explanation =
    explainExit(typed, context) ?? explainCode(typed, context) ?? (await explainTransaction(typed, context));
  const { subject, explanation: meaning, advice } = explanation;
  const lines = [`${subject}: ${meaning}`, ...(advice === null ? [] : [advice])];
  await output.one(explanation, ({ columns }) => wrappedLines(lines, columns));
};

function explainExit(typed: string, { screen: { text } }: Context): Explanation | undefined {
  const [, number] = /^(?:exit(?: code)?|sa[ií]da|c[óo]digo de sa[ií]da)? *(\d{1,3})$/i.exec(typed) ?? [];
  const known = exitCodesOf(text).find(({ code }) => String(code) === number);
  return (
    known && { subject: text.explain.exit(known.code), kind: 'exit_code', explanation: known.meaning, advice: null }
  );
}

function explainCode(typed: string, { screen: { text } }: Context): Explanation | undefined {
  const [, refusal = ''] = /^\(?(\w{4})(?:[\s:.,;)]|$)/.exec(typed.toUpperCase()) ?? [];
  if (isRefusalCode(refusal)) {
    const { why, advice } = text.refusalCodes[refusal];
    return { subject: refusal, kind: 'refusal_code', explanation: why, advice };
  }
  const code = typed.toLowerCase();
  if (!isErrorCode(code)) return undefined;
  const { message, hint } = text.refusals[code]({});
  return { subject: code, kind: 'error_code', explanation: message, advice: hint ?? null };
}

/** @throws CommandError unknown_subject (exit 6) for anything but a code or an id */
async function explainTransaction(typed: string, context: Context): Promise<Explanation> {
  const { screen } = context;
  const { text } = screen;
  const codes = [...Object.keys(REFUSAL_CODES), ...Object.keys(ERROR_STATUS)];
  const errorText = isRunId(typed) ? text.errors.isRun(typed) : text.explain.unknown(typed, closestWord(typed, codes));
  const unknown = commandError(EXIT.notFound, 'unknown_subject', errorText);
  // Codes and ids differ in form: a single word is never looked up as an id.
  const pasted = pastedId(typed);
  const isWord = !/\s/.test(typed) && (/\d/.test(typed) || /^[a-f]{8}$/i.test(typed)) && typed.length >= 5;
  if (isRunId(typed) || (!isWord && pasted === undefined)) throw unknown;
  const client = await context.session.openClient(await context.session.settings(), { firstRequests: 2 });
  const lookUp = (wanted: string) =>
    Promise.all([known(client.payments.get(wanted)), known(client.withdraws.get(wanted))]);
  let id = readId(typed, text);
  let [payment, withdrawal] = await lookUp(id);
  if (payment === undefined && withdrawal === undefined && pasted !== undefined && pasted !== id) {
    id = pasted;
    [payment, withdrawal] = await lookUp(id);
  }
  if (payment === undefined && withdrawal === undefined) {
    // Both lists at once: an end-to-end ID is of either.
    const rows = { ...withdrawalRows(client), search: () => idsOfTransfer(client, typed) };
    id = (await completeId(context, typed, [{ ...paymentRows(client), search: undefined }, rows])) ?? id;
    if (id !== typed) [payment, withdrawal] = await lookUp(id);
  }
  const moment = (time: string | null | undefined) =>
    time === null || time === undefined ? '' : formatZonedMoment(time, screen.language);
  if (withdrawal !== undefined) {
    const { status, value, sent, pixKey, createdAt, completedAt, failedAt, failureReason } = withdrawal;
    const [code = ''] = (failureReason ?? '').split(/[: ]/);
    const facts = {
      // The recipient's bank sees what arrived; what was debited has the fee, and so has what came back.
      amount: formatReais(status === 'COMPLETED' ? (sent ?? value) : value),
      pixKey: pixKey ?? '—',
      createdAt: moment(createdAt),
      endedAt: moment(completedAt ?? failedAt),
      reason: isRefusalCode(code) ? `${code}, ${text.refusalCodes[code].why}` : (failureReason ?? ''),
      endToEndId: endToEndIdOf(withdrawal) ?? '',
    };
    const explanation = explanationOf(text.explain.withdrawal, status, facts);
    return { subject: id, kind: 'withdrawal', explanation, advice: null };
  }
  if (payment === undefined) throw unknown;
  const { status, value, createdAt, updatedAt } = payment.payment;
  const facts = { amount: formatReais(value), createdAt: moment(createdAt), updatedAt: moment(updatedAt) };
  const explanation = explanationOf(text.explain.payment, status, facts);
  return { subject: id, kind: 'payment', explanation, advice: null };
}

/** A status of a newer service is shown unchanged. */
function explanationOf<Facts>(
  texts: Readonly<Record<string, (facts: Facts) => string>>,
  status: string | null | undefined,
  facts: Facts,
): string {
  return texts[status ?? 'PENDING']?.(facts) ?? singleLine(String(status));
}

async function known<Thing>(request: Promise<Thing>): Promise<Thing | undefined> {
  try {
    return await request;
  } catch (error) {
    if (isForbidden(error) || (error instanceof ApiError && [400, 404, 422].includes(error.status))) return undefined;
    throw error;
  }
}
