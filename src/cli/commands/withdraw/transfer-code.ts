import type { PixClient, TransferCodeRequest } from '../../../client/client.ts';
import { ApiError } from '../../../client/errors.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { formatMoment } from '../../output/dates.ts';

export function isVerificationCode(typed: string): boolean {
  return /^\w{4,12}$/.test(typed);
}

/** Requests a verification code for the account holder, and asks for it at the terminal. */
export async function obtainCode(context: Context, client: PixClient, request: TransferCodeRequest): Promise<string> {
  const { text } = context.screen;
  try {
    const { expiresAt } = await client.withdraws.requestTransferCode(request);
    context.screen.warn(codeSent(context.screen, expiresAt));
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 405)) throw error;
    // Some services lack that operation; the person may get a code in another way.
    context.screen.warn(text.withdraw.codeNotRequested);
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
