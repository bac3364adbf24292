import * as z from 'zod';
import { CONTROL_TOKEN_HEADER, controls, type Control } from '../../src/contract/control.ts';
import { ERROR_STATUS, type ErrorCode } from '../../src/contract/error.ts';

type ControlName = keyof typeof controls;
type JsonSchema = Exclude<z.core.JSONSchema._JSONSchema, boolean>;

interface Words {
  readonly does: string;
  /** Refusals of its own, beside those of every control. */
  readonly refuses?: readonly ErrorCode[];
  readonly more?: string;
}

const MOVES = ['not_found', 'invalid_transition'] as const;

/** What the contract has no words for. */
export const WORDS: Readonly<Record<ControlName, Words>> = {
  activatePayment: { does: 'A charge can be paid now: PENDING becomes ACTIVE.', refuses: MOVES },
  payPayment: {
    does: 'A charge is paid: PENDING or ACTIVE becomes COMPLETED, and its net value is credited.',
    refuses: MOVES,
  },
  expirePayment: { does: 'A charge expires: PENDING or ACTIVE becomes FAILED.', refuses: MOVES },
  settleWithdrawal: { does: 'A withdrawal is settled: PENDING becomes COMPLETED.', refuses: MOVES },
  failWithdrawal: {
    does: 'A withdrawal fails for a reason of the Central Bank: PENDING becomes FAILED, and its value returns to the balance.',
    refuses: MOVES,
  },
  deposit: {
    does: 'Creates a charge of an account, and pays it. The fee of the plan is taken from it.',
    refuses: ['not_found'],
  },
  openDispute: { does: 'Opens a dispute (MED) on a COMPLETED payment, and blocks its value.', refuses: MOVES },
  acceptDispute: {
    does: 'Ends an open dispute: the value leaves the balance, which may become negative.',
    refuses: MOVES,
  },
  refuseDispute: { does: 'Ends an open dispute: the value is available again.', refuses: MOVES },
  openAccount: {
    does: 'Opens an account of its own for a test, with money and a main key. Nothing of another account changes.',
    more: 'Its balance, lists, limits and behaviour are its own. The clock and the log are those of the service.',
  },
  showAccount: { does: 'How an account behaves, and its balances.', refuses: ['not_found'] },
  listAccounts: { does: 'The accounts, newest first, as `GET /mock/account` shows each.' },
  showEntry: {
    does: 'A charge (`payment`) or a withdrawal of any account, its dispute, and what it moved in the ledger. Not named: null.',
    refuses: ['not_found'],
  },
  setAccount: { does: 'Changes how an account behaves. What is left out stays as it is.', refuses: ['not_found'] },
  inbox: { does: 'The e-mails with verification codes, newest first.' },
  advanceClock: {
    does: 'Advances the clock of the service, or of one account, and carries out what becomes due on the way.',
    more: 'A clock beyond the year 9999 is refused (`validation_failed`).',
  },
  addFault: {
    does: 'Plans a fault for requests to come. Real requests under `/api/` meet it; controls never do.',
    refuses: ['not_found'],
    more: 'There may be 100 faults at a time: one more is refused (`validation_failed`). The first plan that matches and fires is the one that counts.',
  },
  listFaults: { does: 'The planned faults, and how often each matched and fired.' },
  clearFaults: { does: 'Removes every planned fault. The answer contains their final counts.' },
  clearFaultsOf: { does: 'Removes the planned faults of one account. The answer contains their final counts.' },
  listRequests: {
    does: 'The latest 10,000 requests, and how each was answered. Controls are logged only when they fail.',
    more: 'Requests to the API have their bodies, up to eight million characters of them in all.',
  },
  listChanges: {
    does: 'The latest 10,000 changes of status of charges, withdrawals and disputes, whatever caused them. The history at the start is none.',
    more: 'Those of one commit have the order in which they happened. Instances that share a database list their own each. An advance of the clock lists the last 10,000 that it caused.',
  },
  addWebhook: {
    does: 'Registers an address: every change of status is posted there ([webhooks](webhooks.md)). The answer contains its secret.',
    refuses: ['not_found'],
    more: 'There may be 20 addresses at a time. An exposed service accepts none: it sends only to those of its start (`--webhook`).',
  },
  listWebhooks: { does: 'The registered addresses.' },
  removeWebhook: { does: 'Removes an address. What is pending is not sent there.', refuses: ['not_found'] },
  listDeliveries: { does: 'The latest 2,000 attempts to post an event, also those that will be repeated.' },
  resendWebhook: {
    does: 'Posts an event once more, at once, to each address that it is for. The answer contains the outcome of each.',
    refuses: ['not_found'],
  },
  verify: {
    does: 'Counts everything again, invariant by invariant. `holds` is true when all of them hold.',
    more: 'Call it at the end of every test.',
  },
  exportWorld: {
    does: 'The whole state of one moment as a world, which `pix serve --mock --seed-file` starts with.',
    more: 'It names no key: keys follow from the seed and their names. Its form is [world.schema.json](world.schema.json).',
  },
  snapshot: {
    does: 'The whole state of one moment, as bytes (`application/octet-stream`), with its keys.',
    more: 'The answer is the state itself, without an envelope.',
  },
  restore: {
    does: 'Replaces the whole state by a snapshot of the same kind of store. Planned faults, repeated lists, rate windows and the addresses of webhooks are forgotten, except those of the start.',
    more: 'The body is the snapshot, with `Content-Type: application/octet-stream`. What is no snapshot is refused (`validation_failed`), and nothing changes.',
  },
  reset: {
    does: 'Replaces the whole state by the first history, as if it were created today. Planned faults, repeated lists, rate windows and the addresses of webhooks are forgotten, except those of the start.',
  },
};

const INTRODUCTION = `# The controls of the local service

\`pix serve --mock\` has an API, and controls beside it: what the outside world decides when a real service runs. \`pix mock\` uses them, and
so can a test in any language. This page has every route. [The guide](local-service.md) shows them by task.

## How to call them

- Plain HTTP at the address of the service, under \`/mock/\`. No API key, no rate limit.
- An exposed service (\`--expose\`) requires its token in the header \`${CONTROL_TOKEN_HEADER}\`, else 401 \`unauthorized\`.
- A body is JSON, sent with \`Content-Type: application/json\`, at most 64 KiB. A field that is not listed here is refused. A \`POST\` without
  fields takes no body.
- A success is 200 with \`{"success": true, "data": {…}}\`. Further fields may be added to \`data\`.
- A refusal is \`{"success": false, "error": …, "message": …, "code": …}\`, and nothing has changed; \`details\` names the fields.
- Amounts are integers in centavos. Moments are ISO 8601 in UTC, durations milliseconds.
- A call returns when its effect is stored: the next request sees it.

Every control may refuse with:

- ${refusal('validation_failed')}: a field is missing, unknown or out of range.
- ${refusal('invalid_json')}, ${refusal('unsupported_media_type')}, ${refusal('body_too_large')}: the body.
- ${refusal('unauthorized')}: the token of an exposed service.
- ${refusal('origin_refused')}: the request comes from a web page of another origin, or names another host.
- ${refusal('not_found')}: there is no such control. ${refusal('method_not_allowed')}: it has another method (\`Allow\`).
- 503 without a code, with \`Retry-After\`: the store cannot be used now. Nothing was done: repeat it.

In Python, without a package:

\`\`\`python
import json, urllib.request

def control(method, path, body=None):
    request = urllib.request.Request("http://127.0.0.1:4010" + path, method=method)
    if body is not None:
        request.add_header("Content-Type", "application/json")
        request.data = json.dumps(body).encode()
    with urllib.request.urlopen(request) as answer:  # raises HTTPError for a refusal
        return json.load(answer)["data"]

payment = control("POST", "/mock/deposit", {"amountCentavos": 10000})
control("POST", "/mock/dispute/open", {"paymentId": payment["id"]})
assert control("GET", "/mock/account")["blockedCentavos"] == 10000
assert control("GET", "/mock/verify")["holds"]
\`\`\`
`;

/** The page of all controls, in the order of the contract. */
export function controlsPage(): string {
  return [INTRODUCTION, ...(Object.keys(controls) as ControlName[]).map(sectionOf)].join('\n');
}

function sectionOf(name: ControlName): string {
  const control: Control = controls[name];
  const { does, refuses = [], more } = WORDS[name];
  return (
    [
      `## \`${control.method} ${control.path}\``,
      does,
      ...fieldsOf('Query', control.query, 'input'),
      ...fieldsOf('Body', control.body, 'input'),
      ...fieldsOf('`data` of the answer', control.data, 'output'),
      ...(refuses.length === 0 ? [] : [`Refuses with ${refuses.map(refusal).join(', ')}.`]),
      ...(more === undefined ? [] : [more]),
    ].join('\n\n') + '\n'
  );
}

function refusal(code: ErrorCode): string {
  return `${ERROR_STATUS[code]} \`${code}\``;
}

function fieldsOf(title: string, schema: z.ZodType | undefined, io: 'input' | 'output'): string[] {
  if (schema === undefined) return [];
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
  return [`${title}:`, linesOf(json, io, '').join('\n')];
}

function linesOf({ properties = {}, required = [] }: JsonSchema, io: 'input' | 'output', indent: string): string[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const schema = field as JsonSchema;
    const need = needOf(schema, required.includes(name), io);
    const about = schema.description === undefined ? '' : `: ${schema.description}`;
    const items = schema.type === 'array' ? (schema.items as JsonSchema) : undefined;
    const nested = items?.properties === undefined ? [] : linesOf(items, io, `${indent}  `);
    return [`${indent}- \`${name}\` (${typeOf(schema)}${need})${about}`, ...nested];
  });
}

function needOf({ default: otherwise }: JsonSchema, isRequired: boolean, io: 'input' | 'output'): string {
  if (otherwise !== undefined && io === 'input') return `; default ${JSON.stringify(otherwise)}`;
  if (io === 'input') return isRequired ? '; required' : '; optional';
  return isRequired ? '' : '; may be missing';
}

function typeOf(schema: JsonSchema): string {
  const { anyOf, enum: words, const: only, type, minimum, maximum, items } = schema;
  if (anyOf !== undefined) return anyOf.map((one) => typeOf(one)).join(' or ');
  if (only !== undefined) return `\`${String(only)}\``;
  if (words !== undefined) return words.map((word) => `\`${String(word)}\``).join(', ');
  if (type === 'array')
    return `list of ${(items as JsonSchema).properties === undefined ? typeOf(items as JsonSchema) : 'objects'}`;
  const range = [
    ...(minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? [] : [`at least ${minimum}`]),
    ...(maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? [] : [`at most ${maximum}`]),
  ];
  return [type === 'string' ? 'text' : (type ?? 'whole number as text'), ...range].join(', ');
}
