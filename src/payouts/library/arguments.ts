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
  ...{ signal: read, onEvent: z.instanceof(Function).optional(), waits: flag },
  ...{ lookForMs: z.number().nonnegative().optional(), resendsProvenAbsent: flag },
} satisfies Members<WorkOptions>;

const WALLET = {
  ...{ profile: text, baseUrl: text, apiKey: text, apiKeys: read, configDirectory: text, journal: text },
  ...{ readOnly: flag, timeoutMs: read, onEvent: read, proxies: read, fetch: read, signal: read },
  ...{ requestFieldNames: read, refusalForm: read, firstRequests: read },
} satisfies Members<PayoutsOfProfile & PayoutsOfSeveralKeys>;

/** At run time, too: types let a variable have further members, and with `referense` a payment has no reference. */
const SHAPES = {
  'openPayouts options': z.strictObject(WALLET),
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
