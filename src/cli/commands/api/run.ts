import type { PixClient } from '../../../client/client.ts';
import { PixError } from '../../../client/errors.ts';
import { type RawAnswer, type RawRequest, RAW_METHODS } from '../../../client/http/addresses.ts';
import { CommandError, usageError, EXIT } from '../../errors/command-error.ts';
import { oneOf } from '../../errors/known-words.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { describeFailure } from '../../errors/failure.ts';
import { withoutControls } from '../../output/text-width.ts';
import { announcePlan, moneySource } from '../../output/money-source.ts';
import { confirm } from '../../context/prompts.ts';
import { sendOnce } from '../../context/send-once.ts';
import { originOf, type Settings } from '../../context/settings.ts';
import { PAGE_LIMIT_MAXIMUM } from '../../../contract/limits.ts';
import { valueAt } from '../../output/fields.ts';
import { readFile } from 'node:fs/promises';
import { unreadableFile } from '../../errors/plain-cause.ts';
import type { Catalogue } from '../../text/translate.ts';
import { argumentName, type OptionsOf } from '../../command/options.ts';
import type { api } from './command.ts';

type ApiFlags = OptionsOf<typeof api>;

/** The operation that sends money, however its path is written. */
const MOVES_MONEY = /withdraw\W+create/i;

/** `pix api METHOD PATH`: any method but GET may move money, so it requires confirmation and is sent once. */
export async function run(context: Context, flags: ApiFlags): Promise<void> {
  const { text } = context.screen;
  if (context.session.flags.fields !== undefined) throw usageError('conflicting_options', text.api.noFields);
  const request = await readRequest(context, flags);
  const { method, path } = request;
  const isRead = method === 'GET';
  refuseConflicts(context, flags, isRead);
  const needsConsent = !isRead && flags.yes !== true;
  if (needsConsent && !context.screen.isInteractive)
    throw usageError('confirmation_required', text.api.needsYes(method));
  const settings = await (isRead ? context.session.settings() : context.session.settingsForWriting());
  if (!isRead && MOVES_MONEY.test(decoded(path))) await assertNoPolicy(context, settings);
  const client = await context.session.openClient(settings);
  if (needsConsent) await obtainConsent(context, settings, request);

  if (flags.paginate === true) {
    await printPages(context, client, request);
    return;
  }
  let answer: RawAnswer | undefined;
  const send = async () => {
    answer = await client.request(request);
    if (answer.error !== undefined) throw answer.error;
  };
  try {
    await (isRead
      ? send()
      : sendOnce(context, send, {
          unknown: (reason) => text.api.unknown(method, path, reason),
          unreported: (reason) => ({ ...text.api.unreported(method, path, reason), details: { method, path } }),
        }));
  } catch (error) {
    // A filter is written for successful answers, not for errors of the service.
    if (answer !== undefined && context.session.flags.jq === undefined) printAnswer(context.screen, answer, flags);
    throw withRouteHint(error, path, settings, context.screen);
  }
  if (answer !== undefined) printAnswer(context.screen, answer, flags);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A policy is not evaded by calling the service directly. @throws CommandError approval_required */
async function assertNoPolicy(context: Context, settings: Settings): Promise<void> {
  const { withPayouts } = await import('../../context/payouts/open-payouts.ts');
  const policy = await withPayouts(context, ({ journal }) => journal.policies.current(), settings);
  if (policy !== undefined) throw usageError('approval_required', context.screen.text.api.hasPolicy);
}

function refuseConflicts(context: Context, { include, paginate }: ApiFlags, isRead: boolean): void {
  const { text } = context.screen;
  const other = context.session.flags.jq !== undefined ? '--jq' : paginate === true ? '--paginate' : undefined;
  if (include === true && other !== undefined) {
    throw usageError('conflicting_options', text.usage.conflictingOptions('--include', other));
  }
  if (paginate === true && !isRead) throw usageError('conflicting_options', text.api.onlyListsHavePages);
}

/** Prints the body of each page, one after another, like `gh`. */
async function printPages({ screen }: Context, client: PixClient, request: RawRequest): Promise<void> {
  for (let page: RawRequest | undefined = firstPage(request); page !== undefined;) {
    const answer: RawAnswer = await client.request(page);
    if (answer.error !== undefined) throw answer.error;
    printAnswer(screen, answer, {});
    page = nextPage(page, answer.bytes);
  }
}

async function obtainConsent(context: Context, settings: Settings, { method, path }: RawRequest): Promise<void> {
  const { text } = context.screen;
  const { name, isLocal } = moneySource(settings, text);
  await announcePlan(context.screen, [{ line: `${text.fields.from}: ${name}`, isAlarming: !isLocal }], false);
  if (await confirm(context.screen, text.api.question(method, path))) return;
  throw usageError('cancelled', text.errors.cancelled);
}

/** Prints unchanged bytes; on a terminal without control characters, which could change its state. */
function printAnswer(
  { print, columns }: Screen,
  { status, headers, bytes }: RawAnswer,
  flags: Pick<ApiFlags, 'include'>,
): void {
  const head = [`HTTP ${status}`, ...Array.from(headers, ([name, value]) => `${name}: ${value}`), '', ''].join('\n');
  if (flags.include === true) print(withoutControls(head));
  if (columns === undefined) {
    print(bytes);
    return;
  }
  const body = withoutControls(new TextDecoder().decode(bytes));
  print(body === '' || body.endsWith('\n') ? body : `${body}\n`);
}

function withRouteHint(error: unknown, path: string, { baseUrl }: Settings, { text }: Screen): unknown {
  if (error instanceof PixError && error.code === 'other_origin') {
    return usageError('other_origin', text.api.otherOrigin(path, originOf(baseUrl)));
  }
  const failure = describeFailure(error, text);
  if (failure.status !== 404 || failure.exitCode !== EXIT.failed) return error;
  return new CommandError({ ...failure, hint: text.api.noRoute, exitCode: EXIT.notFound, cause: error });
}

/** The first page of a list. Without a limit in the request, it asks for the largest page. */
function firstPage(request: RawRequest): RawRequest {
  return wordsOf(request).has('limit') ? request : withWord(request, 'limit', String(PAGE_LIMIT_MAXIMUM));
}

/** The request for the next page; undefined after the last page, and after an answer that is no page. */
function nextPage(request: RawRequest, bytes: Uint8Array): RawRequest | undefined {
  const data = valueAt(documentOf(bytes), 'data');
  const of = (name: string) => valueAt(data, `pagination.${name}`);
  const [offset, total] = [of('offset'), of('total')];
  if (typeof data !== 'object' || data === null || typeof offset !== 'number') return undefined;
  const rows: unknown = Object.values(data).find((value) => Array.isArray(value));
  const end = offset + (Array.isArray(rows) ? rows.length : 0);
  // A total may be old, or missing.
  const isMore = of('hasMore') === true || (typeof total === 'number' && end < total);
  return end > offset && isMore ? withWord(request, 'offset', String(end)) : undefined;
}

function documentOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function wordsOf({ path, query = [] }: RawRequest): URLSearchParams {
  const [, ...search] = path.split('?');
  const words = new URLSearchParams(search.join('?'));
  for (const [name, value] of query) words.append(name, value);
  return words;
}

function withWord(request: RawRequest, name: string, value: string): RawRequest {
  const words = wordsOf(request);
  words.set(name, value);
  const [route = ''] = request.path.split('?');
  return { ...request, path: route, query: [...words] };
}

/**
 * The request that was typed. Fields go into the body as JSON, or into the query of a GET and of a request with a body
 * from a file.
 *
 * @throws CommandError invalid_method, invalid_field, file_unreadable
 */
async function readRequest(context: Context, flags: ApiFlags): Promise<RawRequest> {
  const { text } = context.screen;
  const { path, rawField = [], field = [], input } = flags;
  const argument = argumentName(text.api.help.method);
  const method = oneOf(RAW_METHODS, flags.method, argument, 'invalid_method', text);
  const texts = rawField.map((typed) => readField(typed, text));
  const others = field.map((typed) => readField(typed, text));
  const fields: [TypedField, string | number | boolean | null][] = texts.map((one) => [one, one.value]);
  for (const one of others) {
    const [, file] = /^@(.*)$/s.exec(one.value) ?? [];
    const read = file === undefined ? undefined : await readInput(context, file);
    fields.push([one, read === undefined ? typedValue(one.value) : new TextDecoder().decode(read)]);
  }
  if (method === 'GET' || input !== undefined) {
    const query = fields.map(([one, value]) => [nameInQuery(one), String(value)] as const);
    const body = input === undefined ? undefined : await readInput(context, input);
    return { method, path, query, body };
  }
  if (fields.length === 0) return { method, path };
  const body = new Uint8Array(Buffer.from(JSON.stringify(putTogether(fields, text))));
  return { method, path, body };
}

function nameInQuery({ path: [name = '', ...inner] }: TypedField): string {
  return name + inner.map((one) => `[${one}]`).join('');
}

async function readInput({ host: { stdin }, screen: { text } }: Context, path: string) {
  if (path === '-') {
    const chunks: Uint8Array[] = [];
    for await (const chunk of stdin.bytes()) chunks.push(chunk);
    return new Uint8Array(Buffer.concat(chunks));
  }
  try {
    return new Uint8Array(await readFile(path));
  } catch (error) {
    throw unreadableFile(path, error, text);
  }
}

/** The JSON value of fields such as `name=value`. */
type FieldValue = string | number | boolean | null | FieldValue[] | FieldObject;
interface FieldObject {
  [name: string]: FieldValue;
}

interface TypedField {
  /** `['permissions', '']`: an empty name adds an entry to a list. */
  readonly path: readonly string[];
  readonly value: string;
}

const FIELD = /^([^=[\]]+)((?:\[[^=[\]]*\])*)=(.*)$/s;

/** Reads `name=value`, `name[inner]=value` and `name[]=value`. @throws CommandError invalid_field */
function readField(typed: string, text: Catalogue): TypedField {
  const [, name = '', brackets = '', value = ''] = FIELD.exec(typed) ?? [];
  if (name === '') throw usageError('invalid_field', text.api.badField(typed));
  const inner = Array.from(brackets.matchAll(/\[([^\]]*)\]/g), ([, one = '']) => one);
  return { path: [name, ...inner], value };
}

/**
 * `true`, `false`, `null` and numbers keep their type; anything else is text. A number with too many digits for a float
 * stays text, because it would be sent changed.
 */
function typedValue(value: string): string | number | boolean | null {
  if (value === 'true') return true;
  if (value === 'false') return false;
  if (value === 'null') return null;
  const isNumber = /^-?(0|[1-9]\d*)(\.\d+)?$/.test(value) && value.replace(/\D/g, '').length <= 15;
  return isNumber ? Number(value) : value;
}

/** @throws CommandError invalid_field when two fields contradict each other */
function putTogether(fields: readonly (readonly [TypedField, FieldValue])[], text: Catalogue): FieldObject {
  const whole = emptyObject();
  for (const [{ path }, value] of fields)
    put(whole, path, value, () => usageError('invalid_field', text.api.fieldsClash(path[0] ?? '')));
  return whole;
}

/** Without a prototype: `__proto__` is a name like any other. */
const emptyObject = (): FieldObject => ({ __proto__: null });

function put(target: FieldObject | FieldValue[], path: readonly string[], value: FieldValue, refuse: () => Error) {
  const [name = '', ...rest] = path;
  if (Array.isArray(target) !== (name === '')) throw refuse();
  const existing = Array.isArray(target) ? undefined : target[name];
  const isLast = rest.length === 0;
  if (isLast && existing !== undefined) throw refuse();
  const next: FieldValue = isLast ? value : (existing ?? (rest[0] === '' ? [] : emptyObject()));
  if (Array.isArray(target)) target.push(next);
  else target[name] = next;
  if (isLast) return;
  if (typeof next !== 'object' || next === null) throw refuse();
  put(next, rest, value, refuse);
}
