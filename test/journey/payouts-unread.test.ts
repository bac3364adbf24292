import { expect, it } from 'vitest';
import { openPayoutOffice, payingArgv } from './payout-office.ts';

const ROWS = ['reference,pix_key,amount', 'A,ana@example.com,10.00'];

it('reports how a run ended even when stdout is closed', async () => {
  const office = await openPayoutOffice();
  const paid = await office.run(payingArgv(office.file('one.csv', ROWS), '10.00'), { isStdoutClosed: true });
  expect([paid.exitCode, (await office.sent()).length]).toEqual([0, 1]);
  await office.fault('reset-before');
  const other = office.file(
    'other.csv',
    ROWS.map((row) => row.replace('A,', 'B,')),
  );
  const unconfirmed = await office.run(payingArgv(other, '10.00'), { isStdoutClosed: true });
  expect(unconfirmed.exitCode).toBe(5);
  expect(unconfirmed.stderr).toContain('1 payment was not found at the service, and was not sent again');
});
