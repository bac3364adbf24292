import { beforeEach, expect, it } from 'vitest';
import { failureOf, type CliRun } from '../support/cli.ts';
import { openPayoutOffice, type PayoutOffice } from './payout-office.ts';

const CREATE = ['withdraw', 'create', '--amount', '10,00', '--pix-key', 'ana@example.com', '--reference', 'A-1'];

let office: PayoutOffice;
let file: string;

beforeEach(async () => {
  office = await openPayoutOffice({ withdraws: 0 });
  await office.control('deposit', '100,00', '--account', 'admin');
  await office.control('faults', 'add', '--on', 'GET /api/v1/payment/list', '--fault', 'status-500');
  file = office.file('one.csv', ['reference,pix_key,amount', 'A-1,ana@example.com,10.00']);
});

it.each([
  ['a run', () => ['payouts', 'run', file, '--json'], '10,00'],
  ['a withdrawal', () => [...CREATE, '--json'], 'yes'],
])(
  'of two accounts that never sent, whose payments cannot be read: %s that waits for consent is refused once the other account has paid the same',
  async (_, argv, consent) => {
    const environment = { PIX_API_KEY: office.service.keyOf('admin'), PIX_BASE_URL: office.service.url };
    const rival: CliRun[] = [];
    const answer = async () => {
      rival.push(await office.pay(file, '10,00', [], { environment }));
      return consent;
    };
    const waited = await office.run(argv(), { isTerminal: true, answers: [answer] });
    expect([rival[0]?.exitCode, await office.sentBy('admin')]).toEqual([0, 1]);
    expect(failureOf(waited)).toEqual([1, 'account_unclear']);
    expect(await office.sent()).toHaveLength(0);
  },
);
