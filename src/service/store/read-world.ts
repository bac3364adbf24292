import type { WorldFile } from '../../contract/world.ts';
import { grouped } from '../../pix/grouped.ts';
import { integerOf, textOf } from '../../sql/row.ts';
import type { SqlRow } from '../../sql/sqlite/driver.ts';
import { isoTime } from '../clock.ts';
import type { Payment, Withdrawal } from '../wallet/wallet-entries.ts';
import { ACCOUNT, DISPUTE, GRANTED, PAYMENT, WITHDRAWAL } from './records.ts';
import type { Read } from './statement.ts';

type WorldAccount = WorldFile['accounts'][number];

const transfersOfKind = (kind: string) =>
  `SELECT account, available, created_at FROM transfers WHERE kind = '${kind}' AND reference = account`;

/** Without digests. */
const ALL_KEYS_SHOWN =
  'SELECT account, name, permissions, created_at FROM api_keys ORDER BY account, created_at, name, id';

const WORLD = {
  accounts: 'SELECT * FROM accounts ORDER BY created_at, id',
  openings: transfersOfKind('opening_balance'),
  corrections: transfersOfKind('balance_corrected'),
  keys: ALL_KEYS_SHOWN,
  payments: 'SELECT * FROM payments ORDER BY account, sequence',
  withdrawals: 'SELECT * FROM withdrawals ORDER BY account, sequence',
  disputes: 'SELECT * FROM disputes ORDER BY number',
};

/** Everything that is stored at one moment, as a world: it fills a service that answers the same. */
export async function readWorld(read: Read, seed: number): Promise<WorldFile> {
  const { accounts, openings, corrections, keys, payments, withdrawals, disputes } = await read(WORLD, []);
  const [keysOf, paymentsOf, withdrawalsOf] = [keys, payments, withdrawals].map((rows) =>
    grouped(rows, (row) => textOf(row, 'account')),
  );
  return {
    version: 1,
    seed,
    accounts: accounts.map((row): WorldAccount => {
      const { registeredKey, createdAt, ...account } = ACCOUNT.read(row);
      const { id } = account;
      const correction = corrections.find((found) => textOf(found, 'account') === id);
      const opening = openings.find((found) => textOf(found, 'account') === id);
      return {
        ...account,
        pixKey: registeredKey?.key ?? null,
        pixKeyType: registeredKey?.type ?? null,
        createdAt: isoTime(createdAt),
        openingBalance: opening === undefined ? 0 : integerOf(opening, 'available'),
        correction:
          correction === undefined
            ? null
            : { at: isoTime(integerOf(correction, 'created_at')), amount: integerOf(correction, 'available') },
        keys: namedOnce(keysOf?.get(id) ?? []),
        payments: (paymentsOf?.get(id) ?? []).map((payment) => worldPayment(PAYMENT.read(payment))),
        withdrawals: (withdrawalsOf?.get(id) ?? []).map((withdrawal) => worldWithdrawal(WITHDRAWAL.read(withdrawal))),
      };
    }),
    disputes: disputes.map((row) => {
      const { id, paymentId, status, createdAt, updatedAt } = DISPUTE.read(row);
      return { id, paymentId, status, createdAt: isoTime(createdAt), updatedAt: isoTime(updatedAt) };
    }),
  };
}

function worldPayment(payment: Payment): NonNullable<WorldAccount['payments']>[number] {
  const { status, expiresAt } = payment;
  return { ...worldEntry(payment), status, expiresAt: isoTime(expiresAt) };
}

function worldWithdrawal(withdrawal: Withdrawal): NonNullable<WorldAccount['withdrawals']>[number] {
  const { status, recipient, failureReason, dueSettlement } = withdrawal;
  return {
    ...worldEntry(withdrawal),
    status,
    pixKey: recipient.key,
    pixKeyType: recipient.type,
    ...(failureReason !== null && { failureReason }),
    settlement: dueSettlement === null ? null : { at: isoTime(dueSettlement.at), as: dueSettlement.as },
  };
}

function worldEntry(entry: Payment | Withdrawal) {
  return {
    id: entry.id,
    correlationID: entry.correlationId,
    transactionId: entry.transactionId,
    value: entry.valueCentavos,
    fee: entry.feeCentavos,
    description: entry.description,
    createdAt: isoTime(entry.createdAt),
    updatedAt: isoTime(entry.updatedAt),
  };
}

/** Keys that were issued may share a name, but a key follows from its name. */
function namedOnce(rows: readonly SqlRow[]): NonNullable<WorldAccount['keys']> {
  const seen = new Set<string>();
  return rows.map((row) => {
    const given = textOf(row, 'name');
    let name = given;
    for (let number = 2; seen.has(name); number += 1) name = `${given} (${number})`;
    seen.add(name);
    return { name, permissions: [...GRANTED.read(row)], createdAt: isoTime(integerOf(row, 'created_at')) };
  });
}
