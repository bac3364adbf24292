import type { PixClient, TransferCodeRequest } from '../../../client/client.ts';
import { ApiError } from '../../../client/errors.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { formatMoment } from '../../output/dates.ts';

export function isVerificationCode(typed: string): boolean {
  return /^\w{4,12}$/.test(typed);
}

/** Has a verification code sent to the person at the terminal, and asks them for it. */
export async function obtainCode(context: Context, client: PixClient, request: TransferCodeRequest): Promise<string> {
  const { text } = context.screen;
  try {
    const { expiresAt } = await client.withdraws.requestTransferCode(request);
    context.screen.warn(codeSent(context.screen, expiresAt));
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 405)) throw error;
    // Not every service has that operation: the person may know another way to a code.
    context.screen.warn(text.withdraw.codeNotRequested);
  }
  const prompts = await context.host.prompts();
  const typed = await prompts.text(text.withdraw.prompts.verificationCode, (answer) =>
    isVerificationCode(answer.trim()) ? undefined : text.withdraw.invalidCode.message,
  );
  return typed.trim();
}

export function codeSent({ text, language }: Screen, expiresAt: string | null | undefined): string {
  return text.withdraw.codeSent(typeof expiresAt === 'string' ? formatMoment(expiresAt, language) : text.words.unknown);
}
