import assert from 'node:assert/strict';
import { seededRandom } from '../../src/service/seed/random.ts';
import { NOON_IN_SAO_PAULO } from '../support/service.ts';
import { anyOperation, crowd } from './chosen-operations.ts';
import { openModelService, type ModelAnswer, type ModelService } from './model-service.ts';
import { advance, expectedBalance, type Model, type ModelAccount } from './service-model.ts';
import { DOING_FAULTS, type Operation, type Situation } from './service-operations.ts';

const STEPS_A_SERVICE = 150;
const CROWD_MAXIMUM = 8;
const STEPS_SHOWN = 12;

const DEFAULTS = {
  instant: true,
  settleAfterMs: null,
  settleAs: 'COMPLETED',
  transferSecurity: false,
  oneAtATime: false,
  blocked: false,
  dailyLimitCentavos: 10_000_000,
  monthlyLimitCentavos: 100_000_000,
  perTransactionLimitCentavos: 2_000_000,
  feeCentavos: 50,
  cache: true,
};

export interface SimulationSize {
  readonly steps?: number;
  /** Which share its state. */
  readonly instances?: number;
}

export interface SimulationReceipt {
  readonly steps: number;
  readonly operations: number;
  readonly refused: number;
  readonly lost: number;
}

/**
 * Performs random operations on one service and compares it with the model after each step.
 *
 * @throws {Error} when they differ or an invariant is violated; its message contains the seed and the last steps
 */
export async function simulateService(seed: number, size: SimulationSize = {}): Promise<SimulationReceipt> {
  const { steps = STEPS_A_SERVICE, instances } = size;
  const service = await openModelService(seed, instances);
  const random = seededRandom(`model ${seed}`);
  const model = await startOf(service);
  let tags = 0;
  const situation: Situation = { model, service, random, nextTag: () => `request ${(tags += 1)}` };
  const history: string[] = [];
  const receipt = { steps, operations: 0, refused: 0, lost: 0 };
  try {
    for (let step = 0; step < steps; step += 1) {
      const isCrowd = random.fraction() < 0.25;
      const operations = isCrowd ? crowd(situation, random.whole(2, CROWD_MAXIMUM)) : [anyOperation(situation)];
      history.push(operations.map(({ name }) => name).join(' | '));
      const outcomes = await carryOut(situation, operations);
      receipt.operations += operations.length;
      receipt.refused += outcomes.refused;
      receipt.lost += outcomes.lost;
      await compare(situation, step);
    }
    for (const account of model.accounts) await compareWhole(service, model, account);
  } catch (error) {
    const lastSteps = history.slice(-STEPS_SHOWN).join('\n  ');
    const problem = error instanceof Error ? error.message : String(error);
    throw new Error(`seed ${seed}, step ${history.length}: ${problem}\nafter\n  ${lastSteps}`, { cause: error });
  } finally {
    await service.close();
  }
  return receipt;
}

async function startOf(service: ModelService): Promise<Model> {
  const registered: { id: string; key: string }[] = [];
  for (const name of ['Um', 'Dois']) {
    const body = { name, email: `${name}@exemplo.example`, taxId: '529.982.247-25' };
    const { data } = await service.api('POST', '/api/v1/user/register', '', body);
    registered.push({ id: data.account.id, key: data.apiKey.key });
  }
  const { data } = await service.control('GET', '/mock/account');
  const accounts = [{ id: 'demo', key: service.keyOf('demo') }, ...registered].map(({ id, key }): ModelAccount => ({
    id,
    key,
    behaviour: { ...DEFAULTS },
    used: new Map(),
    codes: [],
    available: id === 'demo' ? data.availableCentavos : 0,
    inTransit: 0,
    blocked: 0,
  }));
  return { now: NOON_IN_SAO_PAULO, accounts, payments: [], withdrawals: [] };
}

async function carryOut(situation: Situation, operations: readonly Operation[]) {
  const [only] = operations;
  const expected = operations.length === 1 ? only?.refusal() : undefined;
  const faults = await plansOf(situation);
  const answers = await Promise.all(
    operations.map(async (operation) => ({ operation, answer: await operation.send() })),
  );
  const fired = (await plansOf(situation)).filter((plan, index) => plan.fired > (faults[index]?.fired ?? 0));

  const unclear = answers.filter(({ operation, answer }) => meetsFault(operation, answer, fired.length > 0));
  const clear = answers.filter((answered) => !unclear.includes(answered));
  if (operations.length === 1 && clear.length === 1) {
    assert.equal(clear[0]?.answer.code, expected, `${only?.name} should have been ${expected ?? 'done'}`);
  }
  for (const { operation, answer } of clear) if (answer.status === 200) operation.succeed(answer);
  for (const { operation, answer } of clear) if (answer.status !== 200) operation.refused?.(answer.code ?? '');
  for (const { operation, answer } of unclear) {
    const found = await findTrace(situation, operation);
    const mayBeDone = answer.isLost && fired.some(({ fault }) => DOING_FAULTS.includes(fault));
    assert.ok(mayBeDone || found === undefined, `${operation.name} was done, but its fault comes before`);
    if (operations.length === 1 && mayBeDone) {
      assert.equal(found !== undefined, expected === undefined, `${only?.name} should be ${expected ?? 'done'}`);
    }
    // By the time it is found, its status may have changed.
    if (found !== undefined) operation.succeed({ ...answer, data: { ...found, status: undefined } });
    else if (mayBeDone && operations.length === 1) operation.refused?.(expected ?? '');
  }
  advance(situation.model, 0);
  assert.deepEqual(situation.service.failures, []);
  return { refused: clear.filter(({ answer }) => answer.status !== 200).length, lost: unclear.length };
}

interface Plan {
  readonly fault: string;
  readonly fired: number;
}

async function plansOf({ service }: Situation): Promise<readonly Plan[]> {
  return (await service.control('GET', '/mock/faults')).data.faults;
}

/** Whether an answer is missing, or comes from a gateway, which does not know the outcome. */
function meetsFault({ trace }: Operation, { isLost, status, code }: ModelAnswer, hasFired: boolean): boolean {
  if (!hasFired || trace === undefined) return false;
  return isLost || status >= 500 || status === 429 || code === 'internal_error';
}

/** Finds out what happened to a request, by its description. */
async function findTrace({ service }: Situation, { trace }: Operation): Promise<ModelAnswer['data']> {
  if (trace === undefined) return undefined;
  const { data } = await service.api('GET', `/api/v1/${trace.list}/list?limit=100`, trace.account.key);
  const rows: readonly { description: string }[] = trace.list === 'payment' ? data.payments : data.withdraws;
  return rows.find(({ description }) => description === trace.tag);
}

/**
 * Everything is as in the model, so no refused request has changed anything, and every invariant holds. Differences
 * remain, so it is enough to read the balance of one account after another.
 */
async function compare({ model, service }: Situation, step: number): Promise<void> {
  const { data } = await service.control('GET', '/mock/verify');
  assert.deepEqual(
    data.invariants.filter((invariant: { holds: boolean }) => !invariant.holds),
    [],
  );
  for (const account of model.accounts) {
    const shown = (await service.control('GET', `/mock/account?account=${account.id}`)).data;
    const { available: availableCentavos, inTransit: inTransitCentavos, blocked: blockedCentavos } = account;
    const amounts = { availableCentavos, inTransitCentavos, blockedCentavos, clockAheadMs: 0 };
    assert.deepEqual(shown, { id: account.id, name: shown.name, ...account.behaviour, ...amounts });
  }
  const inTurn = model.accounts[step % model.accounts.length];
  if (inTurn !== undefined) await compareWhole(service, model, inTurn);
}

async function compareWhole(service: ModelService, model: Model, account: ModelAccount): Promise<void> {
  const balance = await service.api('GET', '/api/v1/user/balance', account.key);
  assert.deepEqual(balance.data, expectedBalance(model, account));
  const { data: listed } = await service.api('GET', '/api/v1/withdraw/list?limit=1', account.key);
  const own = model.withdrawals.filter((withdrawal) => withdrawal.account === account);
  const { completed, pending, failed } = listed.statistics;
  const countOf = (status: string) => own.filter((withdrawal) => withdrawal.status === status).length;
  assert.deepEqual([completed, pending, failed], ['COMPLETED', 'PENDING', 'FAILED'].map(countOf));
}
