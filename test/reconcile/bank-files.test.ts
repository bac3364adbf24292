import { describe, expect, it } from 'vitest';
import type { Book } from './bank-file-parts.ts';
import { BANK_FILES, bytesOfFile } from './bank-files.ts';
import { oneAccount } from './on-export-service.ts';

const { reconcile } = oneAccount(
  [
    { day: '2026-06-30', amount: 50_000, id: 'pay-0' },
    { day: '2026-07-02', amount: 100_000, id: 'pay-1' },
    { day: '2026-07-10', amount: -9_990, id: 'wd-1' },
    { day: '2026-07-14', amount: 39_890, id: 'pay-2' },
  ],
  179_900,
);

const RECEIPT = { day: '2026-07-02', amount: 100_000, text: 'Cliente A' };
const DEBIT = { day: '2026-07-10', amount: -9_990, text: 'Fornecedor' };
const LAST = { day: '2026-07-14', amount: 39_890, text: 'Cliente B' };
const BOOK: Book = { opening: 50_000, rows: [RECEIPT, DEBIT, LAST], error: 0 };
const CUTS = 12;

describe.each(BANK_FILES)('the file of $name', (file) => {
  const { hasFigures = true, leftOut = 0 } = file;
  const write = (book: Book) => bytesOfFile(file, file.write(book));

  it('agrees, and names every line that moves no money', async () => {
    const result = await reconcile(await write(BOOK));
    expect([result.exitCode, result.found, result.code], result.stderr).toEqual([0, [], undefined]);
    expect(result.summary).toMatchObject({ counts: { matched: 3 }, there: { rows: 3, sum: 129_900 } });
    expect(result.leftOut).toHaveLength(leftOut);
  });

  it('never matches a debit with a receipt of the same amount', async () => {
    const { exitCode, found, summary } = await reconcile(
      await write({ ...BOOK, rows: [RECEIPT, DEBIT, { ...LAST, amount: -LAST.amount }] }),
    );
    expect([exitCode, summary.counts['matched']]).toEqual([3, 2]);
    expect(found).toContainEqual(['only_here', null, 'pay-2']);
    expect(found.filter(([finding]) => finding === 'only_there')).toHaveLength(1);
  });

  it('never matches a balance with a receipt of the same amount', async () => {
    const opening = LAST.amount - RECEIPT.amount - DEBIT.amount;
    const rows = [RECEIPT, { ...DEBIT, day: LAST.day }];
    const { exitCode, found, summary } = await reconcile(await write({ opening, rows, error: 0 }));
    expect(exitCode).toBe(3);
    expect(found).toContainEqual(['only_here', null, 'pay-2']);
    expect(summary.counts['matched']).toBe(1);
  });

  it('never agrees where it is cut, unless no row is lost', async () => {
    const whole = await write(BOOK);
    for (let cut = 1; cut <= CUTS; cut += 1) {
      const end = Math.floor(whole.length - 1 - (cut - 1) ** 2 * (whole.length / (2.2 * CUTS ** 2)));
      const { exitCode, summary } = await reconcile(whole.subarray(0, end));
      if (exitCode === 0) expect(summary.there, `cut at ${end}`).toMatchObject({ rows: 3, sum: 129_900 });
      else expect([2, 3]).toContain(exitCode);
    }
  });

  it('never agrees where a sum or an amount is wrong', async () => {
    const wrong = { ...BOOK, error: 1 };
    const unlike = { ...BOOK, rows: [RECEIPT, DEBIT, { ...LAST, amount: LAST.amount + 1 }] };
    const { exitCode, found } = await reconcile(await write(hasFigures ? wrong : unlike));
    expect(exitCode).toBe(3);
    expect(found.map(([finding]) => finding)).toContain(hasFigures ? 'sum_differs' : 'only_there');
  });
});
