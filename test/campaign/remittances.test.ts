import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CONNECTED, runCli, temporaryFolder } from '../support/cli.ts';
import { put, remittanceLines, type MeantPayment } from '../support/remittance.ts';

const REMITTANCES = Number(process.env['CAMPAIGN_REMITTANCES'] ?? 75);
const FIRST_SEED = process.env['CAMPAIGN_FIRST_SEED'];

const RECIPIENTS: readonly Pick<MeantPayment, 'form' | 'key' | 'taxId'>[] = [
  { form: '01', key: '+5511987654321', taxId: '52998224725' },
  { form: '02', key: 'sol@example.com', taxId: '11222333000181' },
  { form: '02', key: 'LUA@EXAMPLE.COM.BR', taxId: '52998224725' },
  { form: '03', key: '52998224725', taxId: '52998224725' },
  { form: '03', key: '', taxId: '11222333000181' },
  { form: '03', key: '11222333000181', taxId: '11222333000181' },
  { form: '04', key: '123e4567-e89b-12d3-a456-426614174000', taxId: '11222333000181' },
  { form: '05', key: '', taxId: '11222333000181' },
];

const payment = fc.record({
  recipient: fc.constantFrom(...RECIPIENTS),
  amountCentavos: fc.integer({ min: 500, max: 99_999_999 }),
  date: fc.constantFrom('14072026', '14072026', '13072026', '15072026'),
});

const meant = fc.record({
  bank: fc.constantFrom('001', '237', '341', '756'),
  number: fc.integer({ min: 1, max: 999_999 }),
  batches: fc.array(fc.array(payment, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 }),
});

/** One change: other text in some columns, or a line that is removed, doubled or moved. */
const change = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('text' as const),
      at: fc.nat(),
      from: fc.integer({ min: 1, max: 240 }),
      text: fc.oneof(
        fc.stringMatching(/^\d{1,15}$/),
        fc.stringMatching(/^[ \dA-Za-z@.+,;-]{1,20}$/),
        fc.stringMatching(/^ {1,100}$/),
        fc.string({ minLength: 1, maxLength: 3 }),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('without', 'doubled', 'swapped'), at: fc.nat() }) },
);

function changed(lines: readonly string[], made: typeof change extends fc.Arbitrary<infer Change> ? Change : never) {
  const at = made.at % lines.length;
  const line = lines[at] ?? '';
  if ('text' in made) return lines.toSpliced(at, 1, put(line, made.from, made.text).slice(0, 240));
  if (made.kind === 'without') return lines.toSpliced(at, 1);
  if (made.kind === 'doubled') return lines.toSpliced(at, 0, line);
  return lines.toSpliced(at, 2, ...[lines[at + 1], line].filter((one) => one !== undefined));
}

const columns = (line: string | undefined, from: number, to: number) => (line ?? '').slice(from - 1, to).trimEnd();

/** What the lines of one payment say, read at columns that are typed here from the manuals. */
function readingOf(lines: readonly string[], line: number) {
  const [a, b] = lines.slice(line - 1, line + 1);
  const form = columns(b, 15, 17);
  const number = columns(b, 19, 32);
  const key = columns(b, 128, columns(a, 1, 3) === '341' ? 227 : 226);
  const taxId = columns(b, 18, 18) === '1' ? number.slice(3) : number;
  const segments = columns(a, 14, 14) + columns(b, 14, 14);
  return {
    segments: segments === 'AB' && columns(a, 8, 8) + columns(b, 8, 8) === '33',
    reference: columns(a, 74, 93),
    amount: Number(columns(a, 120, 134)),
    pixKeyType: { '01': 'PHONE', '02': 'EMAIL', '03': taxId.length === 11 ? 'CPF' : 'CNPJ', '04': 'RANDOM' }[form],
    pixKey: form === '03' ? taxId : key.toLowerCase(),
    isOfTaxId: form !== '03' || key === '' || key === taxId,
    isDue: columns(a, 98, 101) + columns(a, 96, 97) + columns(a, 94, 95) <= '20260714',
  };
}

/** Whether the trailers state the sums and the numbers of lines that the file has. */
function areTrailersRight(lines: readonly string[]): boolean {
  const sums: number[] = [];
  const counts: number[] = [];
  for (const line of lines) {
    const [type, segment] = [columns(line, 8, 8), columns(line, 14, 14)];
    if (type === '1') {
      sums.push(0);
      counts.push(0);
    }
    counts.push((counts.pop() ?? 0) + 1);
    if (type === '3' && segment === 'A') sums.push((sums.pop() ?? 0) + Number(columns(line, 120, 134)));
    if (type !== '5') continue;
    if (Number(columns(line, 24, 41)) !== sums.at(-1) || Number(columns(line, 18, 23)) !== counts.at(-1)) return false;
  }
  const last = lines.at(-1);
  return columns(last, 8, 8) === '9' && Number(columns(last, 24, 29)) === lines.length;
}

interface Checked {
  readonly amount: number;
  readonly problems: readonly unknown[];
  readonly recipients: readonly (Omit<ReturnType<typeof readingOf>, 'isDue'> & { readonly line: number })[];
}

it(
  `pays of ${REMITTANCES} remittances with one change no other payment than their lines state`,
  { timeout: 60_000 + REMITTANCES * 300 },
  async () => {
    const path = join(temporaryFolder(), 'remessa.rem');
    let paid = 0;
    await fc.assert(
      fc.asyncProperty(meant, change, fc.boolean(), async ({ batches, ...file }, made, onlyValid) => {
        let row = 0;
        const meantBatches = batches.map((payments) =>
          payments.map(({ recipient, ...rest }) => {
            return { ...rest, ...recipient, name: 'SOL', reference: `NF ${(row += 1)}` };
          }),
        );
        const lines = changed(remittanceLines({ ...file, batches: meantBatches }), made);
        writeFileSync(path, lines.join('\n'));
        const argv = ['payouts', 'check', path, '--no-account', '--rows', '--json'];
        if (onlyValid) argv.push('--only-valid');
        const { exitCode, stdout } = await runCli(argv, { environment: CONNECTED });
        if (exitCode !== 0) {
          expect(exitCode).toBe(2);
          return;
        }
        const { problems, recipients, amount }: Checked = JSON.parse(stdout);
        if (!onlyValid) expect(problems).toEqual([]);
        expect(areTrailersRight(lines)).toBe(true);
        for (const { line, reference, amount: sent, pixKeyType, pixKey } of recipients) {
          const { segments, isOfTaxId, isDue, ...reading } = readingOf(lines, line);
          expect([segments, isOfTaxId, isDue]).toEqual([true, true, true]);
          expect({ reference, amount: sent, pixKeyType, pixKey }).toEqual(reading);
        }
        expect(recipients.reduce((sum, { amount: sent }) => sum + sent, 0)).toBe(amount);
        paid += recipients.length;
      }),
      { numRuns: REMITTANCES, ...(FIRST_SEED !== undefined && { seed: Number(FIRST_SEED) }) },
    );
    // The changes are not all so coarse that nothing is read; how much is, the seed decides.
    expect(paid).toBeGreaterThan(0);
  },
);
