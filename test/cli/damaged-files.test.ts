import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BANK_FILES, bytesOfFile } from '../reconcile/bank-files.ts';
import { runCli, temporaryFolder } from '../support/cli.ts';
import { between, draws } from '../support/draws.ts';
import { PAYMENT, remittance } from '../support/remittance.ts';
import { startTestService } from '../support/service.ts';
import { createSshKey } from '../support/ssh-keys.ts';

const RAW = ['\0', '\u{ff}', '\r\n', '"', ';', ',', '{', '[', '<', '&', '-', '9', '\t', '\u{e2}\u{80}\u{ae}'];

const damage = fc.array(
  fc.record({
    kind: fc.constantFrom('cut', 'removed', 'repeated', 'inserted', 'flipped'),
    at: between(0, 1),
    length: fc.integer({ min: 1, max: 40 }),
    raw: fc.constantFrom(...RAW),
  }),
  { minLength: 1, maxLength: 4 },
);
type Damage = typeof damage extends fc.Arbitrary<infer Value> ? Value : never;

function damaged(sound: Buffer, changes: Damage): Buffer {
  return changes.reduce((bytes, { kind, at, length, raw }) => {
    const start = Math.floor(at * bytes.length);
    const [before, part, after] = [
      bytes.subarray(0, start),
      bytes.subarray(start, start + length),
      bytes.subarray(start + length),
    ];
    const flipped = part.map((byte) => byte ^ length);
    const instead = { cut: [], removed: [after], repeated: [part, part, after], flipped: [flipped, after] };
    return Buffer.concat([
      before,
      ...(kind === 'inserted' ? [Buffer.from(raw, 'latin1'), part, after] : instead[kind]),
    ]);
  }, sound);
}

type Sound = (path: string, environment: Readonly<Record<string, string>>) => Buffer | Promise<Buffer>;

const CHECK = ['payouts', 'check', 'FILE', '--no-account'];
const BOOK = {
  ...{ opening: 50_000, error: 0 },
  rows: [
    { day: '2026-07-02', amount: 39_890, text: 'Cliente A' },
    { day: '2026-07-03', amount: -100, text: 'Cliente B' },
  ],
};

const policy: Sound = (path) => {
  const [ana, bia] = ['ana', 'bia'].map((name) => [createSshKey(dirname(path), name).publicKey]);
  const approvals = [{ above: '0,00', needed: 1 }];
  const roles = { administrators: ['ana'], submitters: ['ana'], approvers: ['bia'], approvals };
  return Buffer.from(JSON.stringify({ people: { ana, bia }, ...roles, caps: { day: '200.000,00' } }));
};

const snapshot: Sound = async (path, environment) => {
  await runCli(['mock', 'snapshot', path], { environment });
  return readFileSync(path);
};

const CASES: readonly (readonly [name: string, argv: readonly string[], few: number, sound: Sound])[] = [
  ['rows.csv', CHECK, 8, () => Buffer.from('amount,pix_key,description\n10.00,ana@example.com,"é, ok"\n')],
  ['rows.ndjson', CHECK, 8, () => Buffer.from('{"amount":"10,00","pixKey":"ana@example.com","reference":"A1"}\n')],
  ['rows.xlsx', CHECK, 8, () => readFileSync('test/payouts/spreadsheets/saved-by-libreoffice.xlsx')],
  ['rows.rem', CHECK, 8, () => Buffer.from(remittance({ batches: [[PAYMENT]] }))],
  ['policy.json', ['payouts', 'policy', 'set', 'FILE', '--yes'], 8, policy],
  ['world.json', ['mock', 'restore', 'FILE'], 8, snapshot],
  ...BANK_FILES.map(
    (file) => [file.name, ['reconcile', 'FILE'], 2, () => bytesOfFile(file, file.write(BOOK))] as const,
  ),
];

/** `npm run campaign -- --only draws` damages many. */
it.each(CASES)(
  '%s is read, or refused in a sentence, whichever bytes of it are damaged',
  async (_, argv, few, sound) => {
    const path = join(temporaryFolder(), 'FILE');
    const service = await startTestService();
    const signingKey = join(dirname(path), 'ana');
    const environment = { PIX_BASE_URL: service.url, PIX_API_KEY: service.keyOf(), PIX_SIGNING_KEY: signingKey };
    const run = () =>
      runCli(
        argv.map((word) => (word === 'FILE' ? path : word)),
        { environment },
      );
    const bytes = await sound(path, environment);
    writeFileSync(path, bytes);
    expect([0, 3]).toContain((await run()).exitCode);
    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        writeFileSync(path, damaged(bytes, changes));
        const { exitCode, stderr } = await run();
        expect([0, 1, 2, 3]).toContain(exitCode);
        expect(stderr).not.toMatch(/unexpected error|^\s+at /m);
      }),
      draws(few),
    );
  },
);
