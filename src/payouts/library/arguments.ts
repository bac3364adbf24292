import * as z from 'zod';
import { formatReaisPlain } from '../../pix/amount-text.ts';
import { centavos } from '../../pix/centavos.ts';
import type {
  PayoutOrder,
  PayoutSource,
  PayoutsOfProfile,
  PayoutsOfSeveralKeys,
  PlanOptions,
  WorkOptions,
} from './payouts.ts';

type Members<Type> = Record<keyof Type, z.ZodType>;

const text = z.string().optional();
const flag = z.boolean().optional();
/** Read by the client, or like a cell of a file. */
const read = z.unknown().optional();

const ACCOUNT = { account: text, acceptOtherJournal: flag };

const ORDER = {
  ...{ reference: read, name: read, taxId: read, pixKey: read, pixKeyType: read, amountCentavos: read },
  ...{ description: read, coverFee: read },
} satisfies Members<PayoutOrder>;

const PLAN_OPTIONS = {
  ...ACCOUNT,
  ...{ source: text, sheet: text, coverFee: flag, onlyValid: flag, allowDuplicates: flag, newReferences: flag },
  ...{ payAgain: flag, again: flag, forceKeys: flag, resendsProvenAbsent: flag },
} satisfies Members<PlanOptions>;

const WORK_OPTIONS = {
  ...ACCOUNT,
  // Of another realm, too, where a script is a test: `instanceof` would refuse these.
  signal: z.object({ aborted: z.boolean() }).optional(),
  onEvent: z.custom((given) => typeof given === 'function').optional(),
  lookForMs: z.number().nonnegative().or(z.literal(Infinity)).optional(),
  ...{ waits: flag, resendsProvenAbsent: flag },
} satisfies Members<WorkOptions>;

const WALLET = {
  // An empty one would be a journal in the folder where the script happens to run.
  ...{ configDirectory: z.string().min(1).optional(), journal: text, readOnly: flag },
  ...{ timeoutMs: read, onEvent: read, proxies: read, fetch: read },
};

/** Not undefined: that is the current profile of `pix`. Without a key: it would pay from another account. */
const OF_PROFILE = { ...WALLET, profile: z.string(), signal: read } satisfies Members<PayoutsOfProfile>;

const OF_KEYS = {
  ...{ ...WALLET, baseUrl: text, apiKey: text, apiKeys: read },
  ...{ requestFieldNames: read, refusalForm: read, firstRequests: read },
} satisfies Members<PayoutsOfSeveralKeys>;

/** At run time, too: types let a variable have further members, and with `referense` a payment has no reference. */
const SHAPES = {
  'openPayouts options': z.strictObject(OF_KEYS),
  'openPayouts options of a profile': z.strictObject(OF_PROFILE),
  source: z.array(z.strictObject(ORDER)),
  'plan options': z.strictObject(PLAN_OPTIONS),
  'work options': z.strictObject(WORK_OPTIONS),
  consent: z.object({ digest: z.string(), sumCentavos: z.number() }),
  decision: z.discriminatedUnion('verdict', [
    z.strictObject({ verdict: z.literal('paid'), withdrawalId: z.string(), by: z.string(), account: text }),
    z.strictObject({ verdict: z.literal('not-paid'), by: z.string() }),
  ]),
} as const;

/** @throws {TypeError} that names the first member which no type has, or has otherwise */
export function assertShape(what: keyof typeof SHAPES, given: unknown): void {
  const [issue] = SHAPES[what].safeParse(given).error?.issues ?? [];
  if (issue !== undefined) throw new TypeError(`${[what, ...issue.path].join('.')}: ${issue.message}`);
}

/** The bytes of the file that a source is. Rows become NDJSON, whose amounts keep their digits. */
export async function* bytesOf(source: PayoutSource): AsyncGenerator<Uint8Array, void, undefined> {
  await Promise.resolve();
  if (typeof source === 'string') yield Buffer.from(source);
  else if (source instanceof Uint8Array) yield source;
  else {
    assertShape('source', source);
    for (const order of source) yield Buffer.from(`${lineOf(order)}\n`);
  }
}

/** @throws {RangeError} for an amount that is no whole number of centavos */
function lineOf({ amountCentavos, ...order }: PayoutOrder): string {
  const members = {
    reference: order.reference,
    name: order.name,
    tax_id: order.taxId,
    pix_key_type: order.pixKeyType,
    pix_key: order.pixKey,
    description: order.description,
    cover_fee: order.coverFee,
  };
  return `{"amount":${formatReaisPlain(centavos(amountCentavos))},${JSON.stringify(members).slice(1)}`;
}
