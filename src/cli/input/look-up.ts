import type { PaymentDetails, WithdrawalDetails } from '../../client/answers.ts';
import type { PixClient } from '../../client/client.ts';
import { ApiError } from '../../client/errors.ts';
import type { Context } from '../context/context.ts';
import type { Match } from '../../find/finding.ts';
import type { ListName } from '../../find/wallet-entry.ts';
import { pastedId } from '../../pix/pasted-id.ts';
import { commandError, usageError, EXIT, CommandError } from '../errors/command-error.ts';
import { shellWord } from '../output/text-width.ts';
import type { Catalogue } from '../text/translate.ts';

/** Looks up one id. @throws CommandError not_found (exit 6) when the service does not have it */
export async function lookUp<Thing>(
  kind: keyof Catalogue['errors']['notFound'],
  id: string,
  request: Promise<Thing>,
  text: Catalogue,
): Promise<Thing> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw commandError(EXIT.notFound, 'not_found', text.errors.notFound[kind](id), {
      details: { id, serviceMessage: error.serviceMessage },
      cause: error,
    });
  }
}

interface LookedUpResource<Thing> {
  get(id: string): Promise<Thing>;
  /** Newest first. */
  rows(maximum: number): AsyncIterable<{ readonly id: string }>;
  /** The ids of what has an identifier that lists lack. */
  readonly search?: ((typed: string) => Promise<readonly string[]>) | undefined;
}

export function paymentRows(client: PixClient): LookedUpResource<PaymentDetails> {
  return {
    get: async (id) => (await client.payments.get(id)).payment,
    rows: (maximum) => client.payments.list({ maximum, fresh: true }),
    search: (typed) => idsOfTransfer(client, typed, 'payments'),
  };
}

export function withdrawalRows(client: PixClient): LookedUpResource<WithdrawalDetails> {
  return {
    get: (id) => client.withdraws.get(id),
    rows: (maximum) => client.withdraws.list({ maximum, fresh: true }),
    search: (typed) => idsOfTransfer(client, typed, 'withdraws'),
  };
}

/** Ten pages: a second with one key. */
const ROWS_MAXIMUM = 1_000;
/** The length of a UUID. Longer texts are not treated as a part of an id. */
const ID_LENGTH_USUAL = 36;
const IDS_SHOWN = 5;

/**
 * Looks up one id, or a part of one: the beginning or the end (as lists show it) of the id of exactly one of the newest
 * rows, or both of its ends (`00000000…49805c`).
 *
 * @throws CommandError not_found (exit 6); ambiguous_id (exit 2) when several ids match
 */
export async function lookUpByPart<Thing>(
  context: Context,
  kind: 'payment' | 'withdrawal' | 'dispute' | 'entry',
  typed: string,
  resource: LookedUpResource<Thing>,
): Promise<Thing> {
  const { text } = context.screen;
  const isShortened = /…|\.{3}/.test(typed);
  let failure: CommandError | undefined;
  // A text without hyphens may be an id of another kind: it is requested as it was typed first.
  for (const wanted of isShortened ? [] : [typed, pastedId(typed)].filter((known) => known !== undefined)) {
    try {
      return await lookUp(kind, wanted, resource.get(wanted), text);
    } catch (error) {
      if (!(error instanceof CommandError) || error.code !== 'not_found') throw error;
      failure = error;
    }
  }
  const id = await completeId(context, typed, [resource]);
  if (id === undefined && failure !== undefined && typed.length >= ID_LENGTH_USUAL) throw failure;
  if (id === undefined) {
    const errorText = { ...text.errors.notFound[kind](typed), hint: text.errors.findPart(shellWord(typed)) };
    throw commandError(EXIT.notFound, 'not_found', errorText, { details: { id: typed } });
  }
  return lookUp(kind, id, resource.get(id), text);
}

/**
 * The whole id that a part belongs to. Undefined when none of the newest rows has it.
 *
 * @throws CommandError ambiguous_id (exit 2)
 */
export async function completeId(
  { screen: { text } }: Context,
  typed: string,
  lists: readonly Pick<LookedUpResource<unknown>, 'rows' | 'search'>[],
): Promise<string | undefined> {
  const ids = (await Promise.all(lists.map((list) => idsWithPart(typed, list)))).flat();
  if (ids.length > 1)
    throw usageError('ambiguous_id', text.errors.ambiguousId(typed, ids.slice(0, IDS_SHOWN)), { ids });
  return ids[0];
}

/** An end-to-end id contains its minute: the rows of that time are looked up. A row that only mentions it is not meant. */
export async function idsOfTransfer(client: PixClient, typed: string, list?: ListName): Promise<readonly string[]> {
  const { isIdentified, readQuestion } = await import('../../find/question.ts');
  const question = readQuestion(typed);
  if (question.transfer === undefined) return [];
  const { AccountSearch } = await import('../../find/search.ts');
  const { signal } = new AbortController();
  const options = { limit: Infinity, isExhaustive: false, since: undefined, before: undefined, list, signal };
  const steps = new AccountSearch([{ name: '', service: '', client }], question, options).run();
  const found: Match[] = [];
  for await (const { matches, backToMs = Infinity } of steps) {
    found.push(...matches.filter((match) => match.matched.some((path) => /id$/i.test(path))));
    const isWhole = list !== undefined && found.some(({ entry }) => isIdentified(entry, question));
    // A beginning may be that of several.
    if (isWhole || (found.length > 0 && backToMs < question.transfer.fromMs)) break;
  }
  // Between own accounts, a payment has the same id: the withdrawal says more.
  const own = found.filter(({ entry }) => isIdentified(entry, question));
  const meant = own.find((match) => match.list === 'withdraws') ?? own[0];
  return meant === undefined ? found.map(({ entry }) => entry.id) : [meant.entry.id];
}

async function idsWithPart(
  typed: string,
  list: Pick<LookedUpResource<unknown>, 'rows' | 'search'>,
): Promise<readonly string[]> {
  const ids = [...((await list.search?.(typed)) ?? [])];
  const { hasIdPart, idPartOf } = await import('../../find/term.ts');
  const part = typed.length < ID_LENGTH_USUAL ? idPartOf(typed.toLowerCase()) : undefined;
  if (part === undefined || ids.length > 0) return ids;
  for await (const { id } of list.rows(ROWS_MAXIMUM)) {
    const lower = id.toLowerCase();
    if (hasIdPart(lower, part) && (lower.startsWith(part.head) || lower.endsWith(part.head))) ids.push(id);
  }
  return ids;
}
