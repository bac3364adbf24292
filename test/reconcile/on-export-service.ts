import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { CONNECTED, jsonError, runCli, type CliOptions } from '../support/cli.ts';
import { payment, serveLists, withdrawal } from '../cli/export-service.ts';
import { balance as BALANCE } from '../support/bodies.ts';
import { nock, onlyNock } from '../support/nock-network.ts';

/** The days of July 2026 that the index knows, and a few more. */
const NOW = Date.parse('2026-08-03T12:00:00.000Z');

const NO_DISPUTES = BALANCE.disputes;

/** A movement of July: its day, its centavos, and its own ID. */
export interface Movement {
  readonly day: string;
  readonly amount: number;
  readonly id: string;
}

export interface Reconciled {
  readonly exitCode: number;
  readonly stderr: string;
  readonly code: string | undefined;
  readonly flaw: string | undefined;
  /** Of what is open: the finding, and the line of the file or the ID of the entry. */
  readonly found: readonly (readonly [finding: string, reason: string | null, at: string | number | null])[];
  readonly leftOut: readonly { readonly form: string; readonly line: number; readonly text: string }[];
  readonly summary: { readonly counts: { readonly matched?: number }; readonly there: { readonly sum: number } };
}

/** Indexes an account once for all tests of a file. @returns runs `pix reconcile` against it */
export function oneAccount(movements: readonly Movement[], balance: number, disputes = NO_DISPUTES) {
  onlyNock();
  let folder = '';
  let index = 0;
  // What the last test of another file has stubbed would be put back for all that follow.
  vi.unstubAllEnvs();
  const zone = process.env['TZ'];
  const environment = () => ({ ...CONNECTED, PIX_CONFIG_DIR: folder });
  beforeAll(async () => {
    process.env['TZ'] = 'America/Sao_Paulo';
    folder = mkdtempSync(join(tmpdir(), 'pix-books-'));
    const rows = movements.map(({ day, amount, id }, number) => {
      const at = `${day}T15:00:00.000Z`;
      const more = { id, correlationID: `corr-${id}`, createdAt: at, updatedAt: at };
      const value = Math.abs(amount);
      return amount > 0
        ? payment(number, { ...more, value, netValue: value, fee: 0 })
        : withdrawal(number, { ...more, value, metadata: { fee: 0, sent: value } });
    });
    const service = serveLists({
      payments: rows.filter((_, at) => (movements[at]?.amount ?? 0) > 0),
      withdraws: rows.filter((_, at) => (movements[at]?.amount ?? 0) < 0),
    });
    service.balance = balance;
    service.disputes = disputes;
    const synced = await runCli(['sync', '--quiet'], { environment: environment(), now: NOW });
    expect(synced.exitCode, synced.stderr).toBe(0);
    nock.cleanAll();
  });
  afterEach(() => {
    process.env['TZ'] = 'America/Sao_Paulo';
  });
  afterAll(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
    rmSync(folder, { recursive: true, force: true });
  });
  const pathOf = (contents: string | Uint8Array) => {
    index += 1;
    const path = join(folder, `books-${index}`);
    writeFileSync(path, contents);
    return path;
  };
  const run = (argv: readonly string[], options: Partial<CliOptions> = {}) =>
    runCli(argv, { environment: environment(), now: NOW, ...options });
  return {
    pathOf,
    run,
    reconcile: async (contents: string | Uint8Array, ...argv: readonly string[]): Promise<Reconciled> => {
      const result = await run(['reconcile', pathOf(contents), '--month', '2026-07', '--offline', '--json', ...argv]);
      const { exitCode, stderr } = result;
      if (exitCode === 2) {
        const { code, details } = jsonError(result);
        return { exitCode, stderr, code, flaw: flawIn(details), found: [], leftOut: [], summary: NO_SUMMARY };
      }
      const { open, leftOut, summary } = JSON.parse(result.stdout);
      const found = open.map(({ finding, reason, here, line }: Record<string, string | number | null>) => [
        finding,
        reason,
        here ?? line,
      ]);
      return { exitCode, stderr, code: undefined, flaw: undefined, found, leftOut, summary };
    },
  };
}

const NO_SUMMARY = { counts: {}, there: { sum: 0 } };

function flawIn(details: unknown): string | undefined {
  return typeof details === 'object' && details !== null && 'flaw' in details ? String(details.flaw) : undefined;
}

/** The rows of {@link newAccount}, as a file has them below these headings. */
export const HEAD = 'Data;Histórico;Valor';
export const ROWS = ['02/07/2026;Cliente A;1.000,00', '10/07/2026;Fornecedor;-99,90', '14/07/2026;Cliente B;398,90'];
export const csv = (...lines: readonly string[]) => `${lines.join('\n')}\n`;

/** An account that had nothing before July, with a payment of the amount that it received. */
export const newAccount = () =>
  oneAccount(
    [
      { day: '2026-07-02', amount: 100_000, id: 'pay-1' },
      { day: '2026-07-10', amount: -9_990, id: 'wd-1' },
      { day: '2026-07-14', amount: 39_890, id: 'pay-2' },
    ],
    129_900,
  );
