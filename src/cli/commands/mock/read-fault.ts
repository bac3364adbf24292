import { DELAY_MAXIMUM_MS, controls } from '../../../contract/control.ts';
import type { OptionsOf } from '../../command/options.ts';
import { usageError } from '../../errors/command-error.ts';
import { duration, missingOption } from '../../input/option-values.ts';
import type { Catalogue } from '../../text/translate.ts';
import type { addFault } from './command.ts';

export function readFault(options: OptionsOf<typeof addFault>, text: Catalogue) {
  const { on, account, fault, times, after, probability, delay } = options;
  if (on === undefined) throw missingOption('--on', text);
  if (fault === undefined) throw missingOption('--fault', text);
  const delayMs = delay === undefined ? 0 : duration('--delay', DELAY_MAXIMUM_MS, text)(delay);
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
