import { ERROR_STATUS, type ErrorCode } from '../../contract/error.ts';
import { REFUSAL_CODES, type RefusalCode } from '../../pix/refusal-codes.ts';
import type { Catalogue } from '../text/translate.ts';

/** The refusal code that a `failureReason` begins with: `AC03: …`. */
export function refusalCodeIn(reason: string): RefusalCode | undefined {
  const [word = ''] = /^\w+/.exec(reason.trim()) ?? [];
  return Object.hasOwn(REFUSAL_CODES, word) ? (word as RefusalCode) : undefined;
}

/** Why a withdrawal failed: `the account … does not exist (AC03)`, or the service's message for an unknown code. */
export function failureWords(reason: string, { refusalCodes }: Catalogue): string {
  const code = refusalCodeIn(reason);
  return code === undefined ? reason.trim().replace(/\.$/, '') : `${refusalCodes[code].why} (${code})`;
}

interface ReasonedPayout {
  readonly status?: unknown;
  readonly code?: unknown;
  readonly reason?: unknown;
}

/** Why a payout has its status, and where the money is; undefined if there is nothing to explain. */
export function payoutReason({ status, code, reason }: ReasonedPayout, text: Catalogue): string | undefined {
  const { refusals, payoutReasons } = text;
  const said = typeof reason === 'string' && reason !== code ? reason : undefined;
  if (status === 'failed' && said !== undefined) return payoutReasons.moneyCameBack(failureWords(said, text));
  if (typeof code !== 'string') return said;
  const words = isErrorCode(code) ? refusals[code]({}).message : (wordsOfOwn(code, text) ?? said);
  if (words === undefined) return undefined;
  return status === 'refused' ? payoutReasons.moneyNeverLeft(words) : words;
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code);
}

function wordsOfOwn(code: string, { payoutReasons, transport }: Catalogue): string | undefined {
  const own = Object.entries(payoutReasons.reasons).find(([name]) => name === code)?.[1];
  return own ?? (Object.hasOwn(transport, code) ? payoutReasons.reasons.no_response : undefined);
}
