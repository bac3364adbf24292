import type { Run } from '../../command/command.ts';
import type { PixClient, TransferCodeRequest } from '../../../client/client.ts';
import { ApiError, ContractError } from '../../../client/errors.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { formatMoment } from '../../output/dates.ts';
import { WITHDRAWAL_MINIMUM } from '../../../contract/limits.ts';
import type { RequestedTransferCode } from '../../../client/answers.ts';
import type { Centavos } from '../../../pix/centavos.ts';
import { readAmount } from '../../input/amount.ts';
import type { requestCode } from './command.ts';

export function isVerificationCode(typed: string): boolean {
  return /^\w{4,12}$/.test(typed);
}

/** @param typed undefined: a person at a terminal is asked */
export function readWithdrawalAmount(context: Context, typed: string | undefined): Promise<Centavos> {
  const question = context.screen.text.withdraw.prompts.amount;
  return readAmount(context, typed, { flag: '--amount', question, minimumCentavos: WITHDRAWAL_MINIMUM });
}

/** Requests a verification code for the account holder, and asks for it at the terminal. */
export async function obtainCode(context: Context, client: PixClient, request: TransferCodeRequest): Promise<string> {
  const { text } = context.screen;
  try {
    const { expiresAt } = await client.withdraws.requestTransferCode(request);
    context.screen.warn(codeSent(context.screen, expiresAt));
  } catch (error) {
    // The person may get a code in another way from a service that lacks the operation, or answers it otherwise.
    if (error instanceof ContractError) context.screen.warn(text.withdraw.codeMaybeSent);
    else if (error instanceof ApiError && (error.status === 404 || error.status === 405))
      context.screen.warn(text.withdraw.codeNotRequested);
    else throw error;
  }
  const prompts = await context.screen.prompts();
  const typed = await prompts.text(text.withdraw.prompts.verificationCode, (answer) =>
    isVerificationCode(answer.trim()) ? undefined : text.withdraw.invalidCode.message,
  );
  return typed.trim();
}

export function codeSent({ text, language }: Screen, expiresAt: string | null | undefined): string {
  return text.withdraw.codeSent(typeof expiresAt === 'string' ? formatMoment(expiresAt, language) : text.words.unknown);
}

export const runRequestCode: Run<typeof requestCode, RequestedTransferCode> = async (
  context,
  { amount, coverFee },
  output,
) => {
  if (context.screen.isInteractive) await context.session.settingsForWriting();
  const amountCentavos = await readWithdrawalAmount(context, amount);
  const settings = await context.session.settingsForWriting();
  const client = await context.session.openClient(settings);
  const requested = await client.withdraws.requestTransferCode({
    amountCentavos,
    coverFee: coverFee ?? settings.coverFee,
  });
  await output.one(requested, () => '');
  context.screen.notify(codeSent(context.screen, requested.expiresAt));
};
