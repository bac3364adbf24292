import type * as z from 'zod';
import type { Operation } from '../../contract/operation.ts';
import { Refusal } from '../wallet/refusal.ts';
import type { CallerKey } from '../wallet/account.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { buffer } from 'node:stream/consumers';
import { BODY_BYTES_MAXIMUM } from '../../contract/limits.ts';
import { UnreadRefusal } from './http-refusal.ts';
import { noteText } from './logged-text.ts';

export interface RouteRequest {
  readonly request: Request;
  readonly query: Readonly<Record<string, string>>;
  /** The id in the path; empty if the path has none. */
  readonly id: string;
}

interface ReadRequest {
  /** Equal for equal requests. */
  cacheKey(): string;
  /** Processes the request for the owner of the key. @returns the JSON body of the response */
  answer(wallet: Wallet, key: CallerKey | undefined): Promise<string>;
}

export interface Route {
  readonly operation: Operation;
  readonly read: (request: RouteRequest) => Promise<ReadRequest>;
}

/** What a request to an operation or a control contains: the id in its path, its body, its query. */
export type InputOf<Row> = Row extends { readonly path: `${string}{id}${string}` }
  ? Row extends { readonly body: infer Body extends z.ZodType }
    ? { readonly id: string; readonly body: z.output<Body> }
    : string
  : Row extends { readonly body: infer Body extends z.ZodType }
    ? z.output<Body>
    : Row extends { readonly query: infer Query extends z.ZodType }
      ? z.output<Query>
      : null;

/** @throws {Refusal} `validation_failed`, or why the body cannot be read */
export async function readInput<Row extends Pick<Operation, 'path' | 'query' | 'body'>>(
  { path, query, body }: Row,
  { request, query: asked, id }: RouteRequest,
): Promise<InputOf<Row>> {
  const sent = body === undefined ? null : validate(body, await readJsonBody(request));
  if (path.includes('{id}')) return (body === undefined ? id : { id, body: sent }) as InputOf<Row>;
  return (query === undefined ? sent : validate(query, asked)) as InputOf<Row>;
}

/** An operation of the contract and its implementation. The type of `run` must match the contract's answer. */
export function route<Row extends Operation>(
  operation: Row,
  run: (wallet: Wallet, accountId: string, input: InputOf<Row>, key: CallerKey) => Promise<z.input<Row['answer']>>,
): Route {
  return publicRoute(operation, (wallet, input, key) => {
    if (key === undefined) throw new Refusal('unauthorized', 'An API key is needed');
    return run(wallet, key.accountId, input, key);
  });
}

/** An operation that requires no key. */
export function publicRoute<Row extends Operation>(
  operation: Row,
  run: (wallet: Wallet, input: InputOf<Row>, key: CallerKey | undefined) => Promise<z.input<Row['answer']>>,
): Route {
  return {
    operation,
    async read(request) {
      const input = await readInput(operation, request);
      return {
        cacheKey: () => JSON.stringify([operation.path, input]),
        answer: async (wallet, key) => JSON.stringify(await run(wallet, input, key)),
      };
    },
  };
}

/** Parses a query or a body. @throws {Refusal} `validation_failed`, naming every wrong field */
function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const outcome = schema.safeParse(value);
  if (outcome.success) return outcome.data;
  const details = outcome.error.issues.flatMap((issue) => detailsOf(issue, value));
  const [first] = details;
  const message = first === undefined ? 'The request is invalid' : `${first.path || 'the body'}: ${first.message}`;
  throw new Refusal('validation_failed', message, { details });
}

function detailsOf(issue: z.core.$ZodIssue, value: unknown) {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: 'is not a known field' }));
  }
  const path = issue.path.join('.');
  const isMissing = path !== '' && valueAt(value, issue.path) === undefined && issue.code !== 'custom';
  return [{ path, message: isMissing ? 'is required' : issue.message }];
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (parent, key) => (typeof parent === 'object' && parent !== null ? Reflect.get(parent, key) : undefined),
    value,
  );
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON body of a request. @throws {Refusal} `unsupported_media_type`, `body_too_large` or `invalid_json` */
async function readJsonBody(request: Request): Promise<unknown> {
  const pieces = bodyPieces(request, 'application/json', BODY_BYTES_MAXIMUM);
  const isAnnounced = request.headers.has('Content-Length');
  const bytes = isAnnounced ? await received(request.arrayBuffer()) : await buffer(pieces);
  try {
    const text = utf8.decode(bytes);
    noteText(request, text);
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal('invalid_json', `The body is not JSON: ${error instanceof Error ? error.message : 'unreadable'}`);
  }
}

/**
 * The body of a request in chunks as they arrive, for bodies too large for memory.
 *
 * @throws {Refusal} `unsupported_media_type` or `body_too_large`, the latter possibly after some chunks
 */
export function bodyPieces(request: Request, mediaType: string, bytesMaximum: number): AsyncIterable<Uint8Array> {
  const { headers } = request;
  const sentType = headers.get('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (sentType !== mediaType) {
    throw new Refusal('unsupported_media_type', `The body must be sent with Content-Type: ${mediaType}`);
  }
  if (Number(headers.get('Content-Length') ?? 0) > bytesMaximum) throw tooLarge(bytesMaximum);
  return counted(request, bytesMaximum);
}

async function* counted(request: Request, bytesMaximum: number): AsyncGenerator<Uint8Array> {
  // Asked for only when pieces are read: it costs as much as a withdrawal.
  const reader = request.body?.getReader();
  let length = 0;
  for (;;) {
    const part = reader && (await received(reader.read()));
    if (!(part?.value instanceof Uint8Array)) return;
    length += part.value.byteLength;
    if (length > bytesMaximum) throw tooLarge(bytesMaximum);
    yield part.value;
  }
}

/** Only the client can end a body early: it went away, or took too long. @throws {UnreadRefusal} which it does not get */
async function received<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw new UnreadRefusal(error);
  }
}

function tooLarge(bytesMaximum: number): Refusal {
  return new Refusal('body_too_large', `The body is larger than ${bytesMaximum / 1024} KiB`);
}
