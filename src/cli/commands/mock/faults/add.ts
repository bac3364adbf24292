import {
  DELAY_MAXIMUM_MS,
  FAULT_KINDS,
  controls,
  type FaultKind,
  type FaultReceipt,
} from '../../../../contract/control.ts';
import { closestWord } from '../../../errors/closest-word.ts';
import { usageError } from '../../../errors/command-error.ts';
import type { Context } from '../../../context/context.ts';
import { duration } from '../../../input/duration.ts';
import { missingOption } from '../../../input/missing-option.ts';
import { openControls } from '../../../context/local-service.ts';
import type { Output } from '../../../output/output.ts';
import type { Catalogue } from '../../../text/translate.ts';

interface AddFlags {
  readonly on?: string;
  readonly fault?: string;
  readonly times?: number;
  readonly after?: number;
  readonly probability?: string;
  readonly delay?: string;
}

export async function run(context: Context, flags: AddFlags, output: Output<FaultReceipt>): Promise<void> {
  const plan = readPlan(flags, context.screen.text);
  const localService = await openControls(context);
  await output.one(await localService.use(controls.addFault, plan));
}

function readPlan({ on, fault, times, after, probability, delay }: AddFlags, text: Catalogue) {
  if (on === undefined) throw missingOption('--on', text);
  if (fault === undefined) throw missingOption('--fault', text);
  const kind = readKind(fault, text);
  const delayMs = delay === undefined ? 0 : duration('--delay', DELAY_MAXIMUM_MS, text)(delay);
  if (kind === 'latency' && delayMs === 0) throw usageError('missing_option', text.mock.latencyRequiresDelay);
  return {
    on: readRequests(on, text),
    fault: kind,
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

function readKind(typed: string, text: Catalogue): FaultKind {
  const word = typed.trim().toLowerCase();
  const kind = FAULT_KINDS.find((known) => known === word);
  if (kind !== undefined) return kind;
  const errorText = text.usage.unknownValue('--fault', typed, FAULT_KINDS, closestWord(word, FAULT_KINDS));
  throw usageError('invalid_fault', errorText);
}

function readProbability(typed: string, text: Catalogue): number {
  const probability = /^(\d|\d?[.,]\d{1,9})$/.test(typed.trim()) ? Number(typed.trim().replace(',', '.')) : NaN;
  if (probability >= 0 && probability <= 1) return probability;
  throw usageError('invalid_probability', text.mock.invalidProbability(typed));
}
