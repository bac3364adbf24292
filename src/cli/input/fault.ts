import { parseArgs } from 'node:util';
import { controls } from '../../contract/control.ts';
import { DELAY_MAXIMUM_MS } from '../../contract/fault-plan.ts';
import { FAULT_KINDS, type FaultKind } from '../../contract/fault-kinds.ts';
import { usageError } from '../errors/command-error.ts';
import { readDuration } from './option-values.ts';
import type { Catalogue } from '../text/translate.ts';

interface FaultOptions {
  readonly on?: string | undefined;
  readonly account?: string | undefined;
  readonly fault?: FaultKind | undefined;
  readonly times?: number | undefined;
  readonly after?: number | undefined;
  readonly probability?: string | undefined;
  readonly delay?: string | undefined;
}

/** The requests that send money, unless others are named. */
const CREATION = 'POST /api/v1/withdraw/create';

/** A fault in one text, as `pix mock faults add` takes it after `--fault`: `reset-after --times 1`. */
export function readFaultText(typed: string, text: Catalogue) {
  const words = [...typed.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
  const string = { type: 'string' } as const;
  try {
    const { positionals, values } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { on: string, times: string, after: string, probability: string, delay: string },
    });
    const { on = CREATION } = values;
    const fault = FAULT_KINDS.find((kind) => kind === positionals[0]);
    const [times, after] = [values.times, values.after].map((value) =>
      value === undefined ? undefined : Number(value),
    );
    const isWhole = (value: number | undefined, least: number) =>
      value === undefined || (Number.isSafeInteger(value) && value >= least);
    if (fault !== undefined && positionals.length === 1 && isWhole(times, 1) && isWhole(after, 0)) {
      return readFault({ on, fault, times, after, probability: values.probability, delay: values.delay }, text);
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  throw usageError('invalid_fault', text.mock.invalidFault(typed));
}

export function readFault(options: FaultOptions, text: Catalogue) {
  const { on, account, fault, times, after, probability, delay } = options;
  if (on === undefined || fault === undefined) throw usageError('missing_option', text.mock.onAndFault);
  const delayMs = delay === undefined ? 0 : readDuration(delay, '--delay', DELAY_MAXIMUM_MS, text);
  if (fault === 'latency' && delayMs === 0) throw usageError('missing_option', text.mock.latencyRequiresDelay);
  return {
    on: readRequests(on, text),
    ...(account !== undefined && { account }),
    fault,
    delayMs,
    ...(times !== undefined && { times }),
    ...(after !== undefined && { after }),
    ...(probability !== undefined && { probability: readProbability(probability, text) }),
  };
}

/** Accepts methods in any case, and any number of spaces; the contract is stricter. */
function readRequests(typed: string, text: Catalogue): string {
  const [method = '', ...path] = typed.trim().split(/\s+/);
  const on = [method.toUpperCase(), ...path].join(' ');
  if (!controls.addFault.body.shape.on.safeParse(on).success) {
    throw usageError('invalid_requests', text.mock.invalidOn(typed));
  }
  return on;
}

function readProbability(typed: string, text: Catalogue): number {
  const probability = /^(\d|\d?[.,]\d{1,9})$/.test(typed.trim()) ? Number(typed.trim().replace(',', '.')) : NaN;
  if (probability >= 0 && probability <= 1) return probability;
  throw usageError('invalid_probability', text.mock.invalidProbability(typed));
}
