import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import nock from 'nock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONNECTED, jsonError, runCli, stateFolder } from '../support/cli.ts';
import { rowFile, workbookFile, type CellFile, type WorkbookFile } from '../support/workbook-file.ts';

let folder: string;

beforeEach(() => {
  folder = stateFolder();
  nock.disableNetConnect();
});
afterEach(() => {
  nock.cleanAll();
  nock.enableNetConnect();
});

/** `pix payouts check` of a file with these bytes. */
async function check(bytes: Uint8Array, flags: readonly string[] = [], name = 'payroll.xlsx') {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const argv = ['payouts', 'check', path, '--no-account', ...flags];
  const result = await runCli([...argv, '--json'], { environment: { ...CONNECTED, PIX_CONFIG_DIR: folder } });
  const {
    problems = [],
    notices = [],
    amount,
  } = JSON.parse(result.stdout === '' ? '{}' : result.stdout) as {
    problems?: readonly { code: string; cell?: string; message: string; details: object }[];
    notices?: readonly { code: string; column: string | null; message: string }[];
    amount?: number;
  };
  return { ...result, problems, notices, amount };
}

const HEADER = ['referencia', 'chave_pix', 'valor'];
const row = (amount: CellFile): readonly CellFile[] => ['A-1', 'ana@example.com', amount];
const sheet = (...rows: readonly (readonly CellFile[])[]) =>
  [HEADER, ...rows].map((cells, index) => rowFile(index + 1, cells)).join('');

async function bookOf(amount: CellFile, more: Partial<WorkbookFile> = {}): Promise<Buffer> {
  return workbookFile({ sheets: [{ name: 'Folha', rows: sheet(row(amount)) }], ...more });
}

const flawOf = (flaw: string) => [expect.objectContaining({ code: 'unreadable_workbook', details: { flaw } })];

describe('a damaged workbook', () => {
  it('is refused where one byte of a stored part was changed', async () => {
    const sound = await bookOf({ stored: '1234.56' }, { isStored: true });
    const soundCheck = await check(sound);
    expect([soundCheck.exitCode, soundCheck.amount]).toEqual([0, 123_456]);

    const changed = Buffer.from(sound);
    changed[changed.indexOf('1234.56')] = '9'.charCodeAt(0);
    const damaged = await check(changed);
    expect([damaged.exitCode, jsonError(damaged).code]).toEqual([2, 'rows_invalid']);
    expect(damaged.problems).toEqual(flawOf('damaged'));
  });
});
