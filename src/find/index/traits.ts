import { parsePixKey } from '../../pix/pix-key.ts';
import { fieldsOf } from '../../client/answers.ts';
import type { WalletEntry } from '../wallet-entry.ts';

/** What a payment or withdrawal can be found by, each with the path of its field. */
export interface Traits {
  /** In lower case: people type ids from paper in either case. */
  readonly identifiers: readonly (readonly [path: string, value: string])[];
  /** In canonical form if it has one. */
  readonly pixKey: string | undefined;
  readonly amounts: readonly (readonly [path: string, centavos: number])[];
  /** The texts that words are searched in. E-mail keys are included, because people remember parts of them. */
  readonly texts: readonly (readonly [path: string, text: string])[];
}

/** Ids of the specification, and others that a service may return. */
const IDENTIFIER_PATHS = ['id', 'correlationID', 'transactionId', 'endToEndId', 'txid', 'reference'];
const AMOUNTS = ['value', 'netValue', 'sent'];

export function traitsOf(entry: WalletEntry): Traits {
  const fields = fieldsOf(entry);
  const { pixKey, description } = entry;
  const metadata = fields['metadata'];
  const sent = typeof metadata === 'object' && metadata !== null && 'sent' in metadata ? metadata.sent : undefined;
  const amounts: (readonly [string, unknown])[] = [
    ...AMOUNTS.map((path) => [path, fields[path]] as const),
    ['metadata.sent', sent],
  ];
  const key = typeof pixKey === 'string' && pixKey !== '' ? canonicalKey(pixKey) : undefined;
  return {
    identifiers: IDENTIFIER_PATHS.flatMap((path) => {
      const value = fields[path];
      return typeof value === 'string' && value !== '' ? [[path, value.toLowerCase()] as const] : [];
    }),
    pixKey: key,
    amounts: amounts.flatMap(([path, value]) => (typeof value === 'number' ? [[path, value] as const] : [])),
    texts: [
      ...(typeof description === 'string' ? [['description', description] as const] : []),
      ...(key?.includes('@') === true ? [['pixKey', key] as const] : []),
    ],
  };
}

function canonicalKey(typed: string): string {
  const parsed = parsePixKey(typed);
  return parsed.ok ? parsed.key : typed.toLowerCase();
}
