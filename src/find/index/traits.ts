import { parsePixKey } from '../../pix/pix-key.ts';
import { fieldsOf } from '../../client/answers.ts';
import type { WalletEntry } from '../wallet-entry.ts';

/** Ids of the specification, and others that a service may return. */
const IDENTIFIER_PATHS = ['id', 'correlationID', 'transactionId', 'endToEndId', 'txid', 'reference'];
const AMOUNTS = ['value', 'netValue', 'sent'];

/** What a payment or withdrawal can be found by, each with the path of its field. */
export type Traits = ReturnType<typeof traitsOf>;

export function traitsOf(entry: WalletEntry) {
  const fields = fieldsOf(entry);
  const { pixKey, description } = entry;
  const metadata = fields['metadata'];
  const sent = typeof metadata === 'object' && metadata !== null && 'sent' in metadata ? metadata.sent : undefined;
  const amounts: (readonly [string, unknown])[] = [
    ...AMOUNTS.map((path) => [path, fields[path]] as const),
    ['metadata.sent', sent],
  ];
  const parsed = typeof pixKey === 'string' && pixKey !== '' ? parsePixKey(pixKey) : undefined;
  const key = parsed?.ok === true ? parsed.key : parsed && pixKey?.toLowerCase();
  return {
    // In lower case: people type ids from paper in either case.
    identifiers: IDENTIFIER_PATHS.flatMap((path) => {
      const value = fields[path];
      return typeof value === 'string' && value !== '' ? [[path, value.toLowerCase()] as const] : [];
    }),
    pixKey: key,
    amounts: amounts.flatMap(([path, value]) => (typeof value === 'number' ? [[path, value] as const] : [])),
    // E-mail keys are included, because people remember parts of them.
    texts: [
      ...(typeof description === 'string' ? [['description', description] as const] : []),
      ...(key?.includes('@') === true ? [['pixKey', key] as const] : []),
    ],
  };
}
