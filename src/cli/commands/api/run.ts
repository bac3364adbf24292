import type { PixClient } from '../../../client/client.ts';
import { PixError } from '../../../client/errors.ts';
import type { RawAnswer, RawRequest } from '../../../client/http/addresses.ts';
import { readRequest, type RequestFlags } from './read-request.ts';
import { CommandError, usageError, EXIT } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { describeFailure } from '../../errors/failure.ts';
import { withoutControls } from '../../output/text-width.ts';
import { announcePlan, moneySource } from '../../output/money-source.ts';
import { confirm } from '../../context/prompts.ts';
import { sendWatched } from '../../context/send-once.ts';
import { originOf, type Settings } from '../../context/settings.ts';
import { PAGE_LIMIT_MAXIMUM } from '../../../contract/limits.ts';
import { valueAt } from '../../output/fields.ts';

interface ApiFlags extends RequestFlags {
  readonly include?: boolean;
  /** Fetches all pages of a list. */
  readonly paginate?: boolean;
  readonly yes?: boolean;
}

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
      : sendWatched(context, send, {
          unknown: (reason) => text.api.unknown(method, path, reason),
          unreported: (reason) => ({ ...text.api.unreported(method, path, reason), details: { method, path } }),
        }));
  } catch (error) {
    // A filter is written for successful answers, not for errors of the service.
    if (answer !== undefined && !isFiltered(context)) printAnswer(context.screen, answer, flags);
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
  await withPayouts(
    context,
    ({ journal }) => {
      if (journal.policies.current() === undefined) return Promise.resolve();
      throw usageError('approval_required', context.screen.text.api.hasPolicy);
    },
    settings,
  );
}

function isFiltered({ session: { flags } }: Context): boolean {
  return flags.jq !== undefined;
}

function refuseConflicts(context: Context, { include, paginate }: ApiFlags, isRead: boolean): void {
  const { text } = context.screen;
  const other = isFiltered(context) ? '--jq' : paginate === true ? '--paginate' : undefined;
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
  await announcePlan(context.screen, [{ line: `${text.settings.moneyFrom}: ${name}`, isAlarming: !isLocal }], false);
  const isSure = await confirm(await context.screen.prompts(), text.api.question(method, path), text);
  if (!isSure) throw usageError('cancelled', text.api.cancelled);
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
  const [offset, total] = [valueAt(data, 'pagination.offset'), valueAt(data, 'pagination.total')];
  if (typeof data !== 'object' || data === null || typeof offset !== 'number' || typeof total !== 'number') {
    return undefined;
  }
  const rows: unknown = Object.values(data).find((value) => Array.isArray(value));
  const end = offset + (Array.isArray(rows) ? rows.length : 0);
  return end > offset && end < total ? withWord(request, 'offset', String(end)) : undefined;
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
