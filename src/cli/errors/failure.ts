import {
  ApiError,
  ConfigurationError,
  ContractError,
  InterruptedError,
  ControlError,
  isForbidden,
  PixError,
  SettingsError,
  TransportError,
  type ConfigurationErrorCode,
  type SettingsErrorCode,
} from '../../client/errors.ts';
import { PayoutError, type PayoutErrorCode } from '../../payouts/payout-error.ts';
import { isDiskFailure } from '../../sql/sqlite/damage.ts';
import { SqliteMissingError } from '../../sql/sqlite/driver.ts';
import { plainCause, commandReason, keychainReason } from './plain-cause.ts';
import { CommandError, EXIT, type ErrorText, type ExitCode } from './command-error.ts';
import { closestWord } from './known-words.ts';
import { isErrorCode } from '../output/human-value.ts';
import { formatReais } from '../../pix/reais-text.ts';
import { EndOfWatch, Interruption } from '../context/host.ts';
import type { Catalogue } from '../text/translate.ts';

/** The message, hint and exit code of a failed command. */
export interface Failure extends ErrorText {
  readonly exitCode: ExitCode;
  readonly code: string;
  readonly status?: number;
  /** The service's own message. A person sees it with `--verbose`. */
  readonly serviceMessage?: string;
  readonly details?: unknown;
  /** Nothing failed: it is the person's own choice, or a result. After the end of a watch there is nothing to say. */
  readonly isNoError?: 'cancelled' | 'watched' | 'not_reconciled';
}

/** No key, an unreadable one, or one without the permission. */
const ACCESS_CODES: readonly (ConfigurationErrorCode | SettingsErrorCode)[] = [
  'no_key',
  'no_profile',
  'keychain_failed',
  'keychain_locked',
  'key_missing',
  'key_command_failed',
  'read_only',
];

/** Of the errors of payouts that are not simply a failure. */
const PAYOUT_EXIT: Readonly<Partial<Record<PayoutErrorCode, ExitCode>>> = {
  run_unknown: EXIT.notFound,
  payout_unknown: EXIT.notFound,
  cannot_look: EXIT.access,
  remittance_used: EXIT.usage,
  not_run_before: EXIT.usage,
  run_unfinished: EXIT.usage,
  other_origin: EXIT.usage,
  other_account: EXIT.usage,
  approval_required: EXIT.usage,
  approvals_missing: EXIT.usage,
  cap_exceeded: EXIT.usage,
  not_due: EXIT.usage,
  no_policy: EXIT.usage,
  not_submitted: EXIT.usage,
  not_submitter: EXIT.usage,
  not_approver: EXIT.usage,
  own_submission: EXIT.usage,
  run_rejected: EXIT.usage,
  run_started: EXIT.usage,
  not_rejecter: EXIT.usage,
};

/** Its cause came before anything was sent, and does not say so by itself. */
export class NothingSent extends Error {
  override readonly name = 'NothingSent';
}

/** The error of a read, or of an interruption, where nothing was sent. @param isCertain whether that is so */
export function withNothingSent(error: unknown, isCertain = () => true): unknown {
  const isSilent = error instanceof PixError || error instanceof Interruption;
  return isSilent && isCertain() ? new NothingSent(error.message, { cause: error }) : error;
}

/** Turns any error into the texts for a person and a script. The only function that chooses exit codes for errors. */
export function describeFailure(error: unknown, text: Catalogue): Failure {
  if (error instanceof CommandError) {
    const { exitCode, code, message, hint, details } = error;
    return {
      exitCode,
      code,
      message,
      ...(hint !== undefined && { hint }),
      ...(details !== undefined && { details }),
      ...((code === 'cancelled' || code === 'not_reconciled') && { isNoError: code }),
    };
  }
  if (error instanceof NothingSent) {
    const failure = describeFailure(error.cause, text);
    return { ...failure, message: text.errors.nothingSent(failure.message) };
  }
  if (error instanceof ApiError) return refusal(error, text);
  if (error instanceof TransportError) {
    const { code, host, isOfProxy } = error;
    return { ...text.transport[isOfProxy ? 'proxy_refused' : code](host), code, exitCode: EXIT.failed };
  }
  if (error instanceof ContractError) {
    return {
      ...text.errors.contractBroken(error.path, error.expected),
      code: error.code,
      exitCode: EXIT.failed,
      details: { path: error.path, expected: error.expected },
    };
  }
  if (error instanceof ConfigurationError || error instanceof SettingsError) return configurationFailure(error, text);
  if (error instanceof ControlError) {
    const exitCode = error.code === 'lever_token_wanted' ? EXIT.access : EXIT.failed;
    return { ...text.localService.unreachable[error.code](error.origin), code: error.code, exitCode };
  }
  if (error instanceof PayoutError) {
    const { code, runId = '', row, line, foreign, facts } = error;
    const errorText = text.payoutErrors[code](runId, String(line ?? row ?? ''), foreign, facts);
    return {
      ...errorText,
      code,
      exitCode: PAYOUT_EXIT[code] ?? EXIT.failed,
      details: {
        run: error.runId ?? null,
        ...(row !== undefined && { row }),
        ...(line !== undefined && { line }),
        ...(foreign !== undefined && { count: foreign.count, ...foreign.newest, allow: `journal:${foreign.code}` }),
        ...facts,
      },
    };
  }
  if (error instanceof SqliteMissingError) {
    return { ...text.errors.sqliteMissing(process.version), code: 'sqlite_missing', exitCode: EXIT.failed };
  }
  const interruption = interruptionOf(error, text);
  if (interruption !== undefined) return { ...interruption, code: 'interrupted', exitCode: EXIT.interrupted };
  if (error instanceof PixError) return { message: error.message, code: error.code, exitCode: EXIT.failed };
  if (error instanceof Error && isDiskFailure(error)) {
    return { ...text.errors.diskFailed(plainCause(error, text)), code: 'disk_failed', exitCode: EXIT.failed };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { ...text.errors.unexpected(message), code: 'unexpected', exitCode: EXIT.failed };
}

function configurationFailure(error: ConfigurationError | SettingsError, text: Catalogue): Failure {
  const { code, message, path = '', profileName = '', keyName = '', knownNames } = error;
  const reason = error instanceof ConfigurationError ? (error.reason ?? '') : '';
  const exitCode = ACCESS_CODES.includes(code) ? EXIT.access : EXIT.usage;
  switch (code) {
    case 'no_profile':
      return { ...text.settings.noProfile, code, exitCode };
    case 'unknown_profile': {
      const closest = closestWord(profileName, knownNames);
      return { ...text.settings.unknownProfile(profileName, knownNames, closest), code, exitCode };
    }
    case 'unknown_key':
      return { ...text.settings.unknownKey(keyName, knownNames, closestWord(keyName, knownNames)), code, exitCode };
    case 'keychain_locked':
      return { ...text.keyStorage.locked(profileName, keyName, keychainReason(reason, text)), code, exitCode };
    case 'key_command_failed':
      return { ...text.keyStorage.commandFailed(profileName, keyName, commandReason(reason, text)), code, exitCode };
    case 'key_missing':
      return { ...text.keyStorage.missing(profileName, keyName), code, exitCode };
    default:
      return { ...text.configuration[code](path), code, exitCode, details: { reason: message } };
  }
}

function interruptionOf(error: unknown, { errors }: Catalogue): (ErrorText & Pick<Failure, 'isNoError'>) | undefined {
  if (error instanceof EndOfWatch) return { ...errors.interrupted, isNoError: 'watched' };
  if (error instanceof Interruption || error instanceof InterruptedError) return errors.interrupted;
  // Inquirer throws these on Ctrl-C, and when our signal is aborted while it waits for an answer.
  const isAtQuestion = error instanceof Error && ['ExitPromptError', 'AbortPromptError'].includes(error.name);
  return isAtQuestion ? { ...errors.cancelled, isNoError: 'cancelled' } : undefined;
}

function refusal(error: ApiError, text: Catalogue): Failure {
  const { status, code, details, serviceMessage } = error;
  const plain = explain(error, text);
  // Without details, only the service's message shows what is invalid.
  const isExplained = isErrorCode(code) && (code !== 'validation_failed' || details !== undefined);
  const isAccess = status === 401 || isForbidden(error);
  return {
    message: isExplained ? plain.message : withServiceWords(plain.message, serviceMessage, text),
    ...(isExplained && serviceMessage !== undefined && { serviceMessage }),
    ...(plain.hint === undefined ? {} : { hint: plain.hint }),
    code,
    status,
    exitCode: isAccess ? EXIT.access : EXIT.failed,
    ...(details === undefined ? {} : { details }),
  };
}

/** The message followed by the service's own. */
export function withServiceWords(message: string, said: string | undefined, { errors }: Catalogue): string {
  return said === undefined ? message : `${message} ${errors.serviceSays(said.replace(/\.$/, ''))}`;
}

/** The text of a refusal: by the service's code, or, if that is unknown, by the status. */
function explain(error: ApiError, text: Catalogue): ErrorText {
  const { status, code, serviceMessage } = error;
  if (isErrorCode(code)) {
    return text.refusals[code]({
      balance: reais(error.balanceCentavos),
      required: reais(error.requiredCentavos),
      limit: reais(error.limitCentavos),
      remaining: reais(error.remainingCentavos),
      period: error.period,
      permission: error.requiredPermission,
      retryAfterSeconds: error.retryAfterSeconds,
      problems: error.details?.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; '),
    });
  }
  if (code === 'redirect_refused') return text.errors.redirectRefused(error.redirectedTo ?? '');
  if (status === 401) return text.refusals.unauthorized({});
  // A proxy sends no message of the service, and other codes do not concern the key.
  if (code === 'forbidden' && serviceMessage !== undefined) return text.refusals.permission_missing({});
  return status >= 500 ? text.errors.serverFailed(status) : text.errors.refused(status, code);
}

function reais(amount: number | undefined): string | undefined {
  return amount === undefined ? undefined : formatReais(amount);
}
