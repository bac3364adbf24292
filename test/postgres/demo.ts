import assert from 'node:assert/strict';
import { AMOUNT, keepPaying, PaymentTally } from './paying-callers.ts';
import { ask, makeRich, spawnInstance, type SpawnedInstance } from './spawned-instance.ts';

const INSTANCES = 3;
const CALLERS = 6;
const VICTIM = 1;
const PAGE = 100;

interface DemoOptions {
  /** The built command line. */
  readonly program: string;
  readonly database: string;
  readonly schema: string;
  /** How many withdrawals are acknowledged before the kill, and after it. */
  readonly withdrawals: number;
  readonly write: (line: string) => void;
}

/**
 * Three instances on one database, and callers that pay through them while one is killed (-9).
 *
 * @throws {AssertionError} when a withdrawal is lost or exists twice
 */
export async function showInstances({ program, database, schema, withdrawals, write }: DemoOptions): Promise<void> {
  const start = () => spawnInstance(program, database, schema);
  write(`Starting ${INSTANCES} instances of "pix serve --mock --database …" at once, on an empty schema.`);
  const instances = await Promise.all(Array.from({ length: INSTANCES }, start));
  try {
    for (const [index, { url }] of instances.entries()) write(`  instance ${index + 1} answers at ${url}`);
    await makeRich(instances[0]!);
    const before = await stateOf(instances[0]!);

    write(`${CALLERS} callers pay R$ ${AMOUNT},00 again and again, through the instances in turn.`);
    const tally = new PaymentTally();
    let hasEnded = false;
    const callers = Array.from({ length: CALLERS }, (_, index) =>
      keepPaying({ instances, tally, isOver: () => hasEnded, name: `Caller ${index + 1}`, first: index }),
    );
    await Promise.race([tally.reaches(withdrawals), ...callers]);
    write(`  ${tally.acknowledged.size} withdrawals acknowledged.`);

    write(`Killing instance ${VICTIM + 1} (kill -9), while they pay.`);
    await instances[VICTIM]!.kill();
    instances[VICTIM] = await start();
    write(`  instance ${VICTIM + 1} has started again, at ${instances[VICTIM].url}`);
    await Promise.race([tally.reaches(tally.acknowledged.size + withdrawals), ...callers]);
    hasEnded = true;
    await Promise.all(callers);
    write(`  ${tally.acknowledged.size} withdrawals acknowledged, ${tally.unknown.size} requests without an answer.`);

    const found = await newestOf(instances[0]!, before.withdrawals);
    const stored = new Map(found.map(({ id, description }) => [description, id]));
    assert.equal(stored.size, found.length, 'a withdrawal exists twice');
    for (const [description, id] of tally.acknowledged) assert.equal(stored.get(description), id, `${id} is lost`);
    const others = [...stored.keys()].filter((description) => !tally.acknowledged.has(description));
    assert.deepEqual(
      others.filter((description) => !tally.unknown.has(description)),
      [],
    );
    const after = await stateOf(instances[2]!);
    assert.equal(after.available, before.available - found.length * AMOUNT * 100, 'the balance is not the withdrawals');
    assert.equal((await ask(instances[0]!, '/mock/verify')).body.data['holds'], true, 'a rule of the ledger is broken');
    write(
      `The database has ${found.length} withdrawals: all that were acknowledged, each once, and ${others.length} of`,
    );
    write('those without an answer. The balance is lower by exactly their sum, and every rule of the ledger holds.');
  } finally {
    await Promise.all(instances.map((instance) => instance.kill()));
  }
}

async function stateOf(instance: SpawnedInstance) {
  const account = await ask(instance, '/mock/account?account=demo');
  return { available: Number(account.body.data['availableCentavos']), withdrawals: (await pageOf(instance, 0)).total };
}

async function pageOf(instance: SpawnedInstance, offset: number) {
  const { body } = await ask(instance, `/api/v1/withdraw/list?limit=${PAGE}&offset=${offset}`);
  const { pagination, withdraws } = body.data as {
    pagination: { total: number };
    withdraws: { id: string; description: string }[];
  };
  return { total: pagination.total, withdraws };
}

/** What was added to the list since it had `before` rows. */
async function newestOf(instance: SpawnedInstance, before: number) {
  const found: { id: string; description: string }[] = [];
  for (;;) {
    const { total, withdraws } = await pageOf(instance, found.length);
    found.push(...withdraws);
    if (found.length >= total - before) return found.slice(0, total - before);
  }
}
