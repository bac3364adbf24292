import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { typicalMs, type Measurement } from './measurement.ts';
import { runProgram } from './run-program.ts';
import { spawnService } from './spawn-service.ts';

const SEED = 42;
/** Together they have somewhat more than 100,000 entries: charges that are not paid are none. */
const PAYMENTS = 110_000;
const WITHDRAWS = 12_000;
const ROUNDS = 3;

/**
 * Measures how fast a month is closed: statements in each form from the index, and the reconciliation of the month with
 * a file of the same entries. Ratios are to the statement as NDJSON, which only reads
 * and copies.
 */
export async function measure(): Promise<readonly Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pix-bench-'));
  const service = await spawnService({ seed: SEED, payments: PAYMENTS, withdraws: WITHDRAWS, rateLimit: false });
  try {
    const environment = { PATH: process.env['PATH'] ?? '', PIX_CONFIG_DIR: folder, NO_COLOR: '1' };
    const pix = (...argv: readonly string[]) => runProgram([...argv, '-p', 'bench'], environment);
    runProgram(['auth', 'login', '-p', 'bench', '--base-url', service.url], environment, service.key);
    pix('sync');
    const file = (form: string) => join(folder, `month.${form}`);
    const statement = (form: string) => () =>
      pix('export', 'statement', '--offline', '--force', '--out', file(form), '--json');
    const plainMs = typicalMs(ROUNDS, statement('ndjson'));
    const { rows } = JSON.parse(statement('csv')()) as { rows: number };
    const closing = ([what, work, atMost]: readonly [string, () => unknown, number]): Measurement[] => {
      const milliseconds = typicalMs(ROUNDS, work);
      const name = `${what} of ${rows} entries`;
      return [
        { name, value: milliseconds / 1_000, unit: 's' },
        { name: `${name} to one as NDJSON`, value: milliseconds / plainMs, unit: 'times', target: { atMost } },
      ];
    };
    return [
      { name: `a statement as NDJSON of ${rows} entries`, value: plainMs / 1_000, unit: 's' },
      ...(
        [
          ['a statement as OFX', statement('ofx'), 2],
          ['a statement as .xlsx', statement('xlsx'), 3.5],
          ['a reconciliation with a CSV', () => pix('reconcile', file('csv')), 3.5],
          ['a reconciliation with an .xlsx', () => pix('reconcile', file('xlsx')), 6],
        ] as const
      ).flatMap(closing),
    ];
  } finally {
    await service.stop();
    await rm(folder, { recursive: true });
  }
}
