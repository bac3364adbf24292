import type { HttpAnswer, HttpRequest } from './simulated-http.ts';

/** A request on its way, and what can happen to it. */
export interface Wire {
  /** The service processes it now. @param changes the parts that a gateway has changed */
  carryOut(changes?: Partial<HttpRequest>): HttpAnswer;
  /** The service processes it later, within the documented bound. */
  carryOutLate(changes?: Partial<HttpRequest>): void;
  /** Waits for the time-out of the client. */
  hang(): Promise<void>;
}

/** What the client receives. A fault may throw the error of its connection. */
export type Received = HttpAnswer | Response;
type FaultOf = (wire: Wire) => Received | Promise<Received>;

const ANY_REQUEST = {
  unreachable: () => fail('ECONNREFUSED'),
  lost: () => fail('ECONNRESET'),
  'answer lost': (wire) => {
    wire.carryOut();
    return fail('ECONNRESET');
  },
  'carried out late': (wire) => {
    wire.carryOutLate();
    return fail('UND_ERR_SOCKET');
  },
  'hangs, never carried out': async (wire) => {
    await wire.hang();
    return fail('UND_ERR_HEADERS_TIMEOUT');
  },
  'hangs, carried out': async (wire) => {
    wire.carryOut();
    await wire.hang();
    return fail('UND_ERR_HEADERS_TIMEOUT');
  },
  'hangs, carried out late': async (wire) => {
    await wire.hang();
    wire.carryOutLate();
    return fail('UND_ERR_HEADERS_TIMEOUT');
  },
  'gateway page instead': () => GATEWAY_PAGE,
  'gateway page after': (wire) => {
    wire.carryOut();
    return GATEWAY_PAGE;
  },
  'gateway page, carried out late': (wire) => {
    wire.carryOutLate();
    return GATEWAY_PAGE;
  },
  'status 500 instead': () => INTERNAL_ERROR,
  'status 500 after': (wire) => {
    wire.carryOut();
    return INTERNAL_ERROR;
  },
  'status 503 instead': () => json(503, { success: false, error: 'Service Unavailable' }),
  'status 409 after': (wire) => {
    wire.carryOut();
    return json(409, { success: false, error: 'Conflict', message: 'already being processed' });
  },
  'bare 429 instead': () => json(429, { success: false, error: 'Too Many Requests', message: 'Too many requests' }),
  'refuses, and yet reports success': (wire) => ({ ...wire.carryOut(), status: 400 }),
  'redirected after': (wire) => {
    wire.carryOut();
    return { status: 302, headers: { Location: 'https://elsewhere.example/' }, text: '' };
  },
  'answer truncated': (wire) => {
    const { text, ...rest } = wire.carryOut();
    return { ...rest, text: text.slice(0, text.length / 2) };
  },
  'answer breaks off': (wire) => brokenOff(wire.carryOut()),
  'answer without an id': (wire) => {
    const { data, ...rest } = JSON.parse(wire.carryOut().text);
    return json(200, { ...rest, data: { ...data, id: null, withdraws: null, pagination: null } });
  },
  'rubbish before the answer': (wire) => {
    const { text, ...rest } = wire.carryOut();
    return { ...rest, text: `<br /><b>Warning</b>: output started early${text}` };
  },
} satisfies Record<string, FaultOf>;

/** A gateway that repeats creations. */
const REPEATED = {
  'sent twice, first answer': (wire) => sendTwice(wire, (copy) => wire.carryOut(copy)),
  'sent twice, second answer': (wire) => {
    const answers: HttpAnswer[] = [];
    sendTwice(wire, (copy) => answers.push(wire.carryOut(copy)));
    return answers[0] ?? GATEWAY_PAGE;
  },
  'sent twice, second late': (wire) => sendTwice(wire, (copy) => wire.carryOutLate(copy)),
  'sent twice, lost': (wire) => {
    sendTwice(wire, (copy) => wire.carryOut(copy));
    return fail('ECONNRESET');
  },
} satisfies Record<string, FaultOf>;

/** A gateway that answers creations with older answers. */
const REPLAYED = {
  'answer of an older one': (wire) => wire.carryOut({ isReplayed: true }),
} satisfies Record<string, FaultOf>;

const EVERY_FAULT = { ...ANY_REQUEST, ...REPEATED, ...REPLAYED };
export type Fault = keyof typeof EVERY_FAULT;

/** Faults of a request, or of its answer. */
export const FAULTS: readonly Fault[] = namesOf(ANY_REQUEST);

/** Faults of some gateways, for creations only. */
export const GATEWAY_FAULTS: Readonly<Record<'plain' | 'repeating' | 'replaying', readonly Fault[]>> = {
  plain: [],
  repeating: namesOf(REPEATED),
  replaying: namesOf(REPLAYED),
};

/** Faults that leave the sender without an answer. */
export const LOSSES: readonly Fault[] = [
  'answer lost',
  'answer lost',
  'lost',
  'carried out late',
  'gateway page after',
];

/** @throws the error of the client's connection */
export async function meet(fault: Fault, wire: Wire): Promise<Received> {
  return EVERY_FAULT[fault](wire);
}

/** Only a connection can end without an answer. */
export function connectionError(code: string): TypeError {
  const syscall = code === 'ECONNREFUSED' ? 'connect' : 'read';
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code, syscall }) });
}

function namesOf<Name extends Fault>(faults: Readonly<Record<Name, FaultOf>>): readonly Name[] {
  return Object.keys(faults) as Name[];
}

function fail(code: string): never {
  throw connectionError(code);
}

/** @returns the answer to the first of the two */
function sendTwice(wire: Wire, carryOutCopy: (changes: Partial<HttpRequest>) => void): HttpAnswer {
  const first = wire.carryOut();
  carryOutCopy(first.status === 200 ? { copyOf: JSON.parse(first.text).data.id } : {});
  return first;
}

function json(status: number, body: unknown): HttpAnswer {
  return { status, headers: { 'Content-Type': 'application/json' }, text: JSON.stringify(body) };
}

const GATEWAY_PAGE: HttpAnswer = {
  status: 502,
  headers: { 'Content-Type': 'text/html' },
  text: '<html><h1>502 Bad Gateway</h1></html>',
};

const INTERNAL_ERROR = json(500, {
  success: false,
  error: 'Internal Server Error',
  message: 'failed',
  code: 'internal_error',
});

/** Half an answer, and then the connection ends. */
function brokenOff({ status, headers, text }: HttpAnswer): Response {
  const half = new TextEncoder().encode(text.slice(0, text.length / 2));
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(half);
      controller.error(connectionError('UND_ERR_SOCKET'));
    },
  });
  return new Response(body, { status, headers });
}
