import type { PixClient } from '../../../client/client.ts';
import { ApiError } from '../../../client/errors.ts';
import type { RawAnswer } from '../../../client/http/addresses.ts';
import { answeredAtIn } from '../../../client/http/answer.ts';
import { addressesOf, certificateOf } from '../../../client/http/reachability.ts';
import { proxiesOf } from '../../../client/http/proxy.ts';
import { RATE_LIMIT_HEADERS } from '../../../contract/limits.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { describeFailure } from '../../errors/failure.ts';
import type { Catalogue } from '../../text/translate.ts';
import { tryReads } from '../../context/stored-keys.ts';
import { formatDay, formatSpan } from '../../output/dates.ts';
import type { Settings } from '../../context/settings.ts';
import { CommandError } from '../../errors/command-error.ts';

export const CHECKS = [
  'version',
  'terminal',
  'configFile',
  'settings',
  'key',
  'readOnly',
  'state',
  'proxy',
  'dns',
  'certificate',
  'service',
  'clock',
  'permissions',
  'rate',
] as const;
type CheckName = (typeof CHECKS)[number];

/** `skipped`: a precondition is missing. */
export type CheckState = 'ok' | 'warning' | 'problem' | 'skipped';

export interface Check {
  readonly check: CheckName;
  readonly state: CheckState;
  readonly detail: string;
  /** What to do about a problem. */
  readonly remedy: string | null;
}

export function checked(check: CheckName, state: CheckState, detail: string, remedy?: string): Check {
  return { check, state, detail, remedy: remedy ?? null };
}

export function failedBy(error: unknown, check: CheckName, text: Catalogue): Check {
  const { message, hint } = describeFailure(error, text);
  return checked(check, 'problem', message, hint);
}

/** The text of an expected failure, with its remedy. @throws any other error */
export function saidBy(error: unknown): { readonly detail: string; readonly remedy?: string | undefined } {
  if (error instanceof CommandError) return { detail: error.message, remedy: error.hint };
  if (error instanceof Error && 'code' in error) return { detail: error.message };
  throw error;
}

const DAY_MS = 86_400_000;
const EXPIRY_WARNING_DAYS = 14;
const CLOCK_WARNING_MS = 30_000;
const TIMEOUT_DEFAULT_MS = 10_000;
/** A path that every service has. */
const PROBE_PATH = '/api/v1/user/balance';

/** Checks the connection step by step. After a failure, steps that do not depend on it continue. */
export async function* checkNetwork(context: Context, settings: Settings): AsyncGenerator<Check> {
  const url = new URL(settings.baseUrl);
  const proxy = checkProxy(context, url);
  yield proxy;
  if (proxy.state === 'problem') return;
  yield* checkWay(context, url);
  yield* checkService(context, settings);
}

function shownProxy({ host: { environment } }: Context, url: URL): string | undefined {
  return proxiesOf(environment)?.(url)?.address.host;
}

function checkProxy(context: Context, url: URL): Check {
  const { text } = context.screen;
  const { proxy: words } = text.doctor;
  try {
    const host = shownProxy(context, url);
    return checked('proxy', 'ok', host === undefined ? words.none : words.used(host));
  } catch (error) {
    return failedBy(error, 'proxy', text);
  }
}

/** Name and certificate, unless a proxy checks them. */
async function* checkWay(context: Context, url: URL): AsyncGenerator<Check> {
  const { doctor, labels } = context.screen.text;
  const { dns, certificate } = doctor;
  if (shownProxy(context, url) !== undefined) {
    yield checked('dns', 'skipped', dns.byProxy);
    yield checked('certificate', 'skipped', certificate.byProxy);
    return;
  }
  try {
    yield checked('dns', 'ok', dns.found(url.hostname, await addressesOf(url.hostname)));
  } catch (error) {
    yield checked('dns', 'problem', dns.failed(url.hostname, saidBy(error).detail), dns.remedy);
    yield checked('certificate', 'skipped', labels.checkNeeds.dns);
    return;
  }
  if (url.protocol === 'https:') yield await checkCertificate(context, url);
  else yield checked('certificate', 'skipped', certificate.plainHttp);
}

async function checkCertificate(
  { host: { now }, session: { flags }, screen: { text, language } }: Context,
  url: URL,
): Promise<Check> {
  const { certificate: words } = text.doctor;
  try {
    const { distrust, authority, expiresAt } = await certificateOf(url, flags.timeout ?? TIMEOUT_DEFAULT_MS);
    const daysLeft = Math.floor((expiresAt - now()) / DAY_MS);
    const detail = words.found(authority, formatDay(new Date(expiresAt), language), daysLeft);
    if (distrust !== undefined)
      return checked('certificate', 'problem', words.distrusted(distrust, detail), words.trust);
    if (daysLeft < EXPIRY_WARNING_DAYS) return checked('certificate', 'warning', detail, words.renew);
    return checked('certificate', 'ok', detail);
  } catch (error) {
    return checked('certificate', 'problem', saidBy(error).detail, words.remedy);
  }
}

async function* checkService(context: Context, settings: Settings): AsyncGenerator<Check> {
  const { screen, host } = context;
  let probed: Awaited<ReturnType<typeof probe>>;
  try {
    probed = await probe(context, settings);
  } catch (error) {
    host.interruption.throwIfAborted();
    yield failedBy(error, 'service', screen.text);
    const { service } = screen.text.labels.checkNeeds;
    for (const check of ['clock', 'permissions', 'rate'] as const) yield checked(check, 'skipped', service);
    return;
  }
  const { client, answer, askedAt, medianMs } = probed;
  yield checked('service', 'ok', screen.text.doctor.service.latency(medianMs));
  yield checkClock(screen, answer, askedAt);
  yield await checkPermissions(screen, client);
  yield checkRate(screen, answer);
}

/** Asks three times. @throws the error of an answer that is none of the service: it does not work, or lacks this path */
async function probe({ host, session }: Context, settings: Settings) {
  const client = await session.openClient(settings);
  const ask = async () => {
    const [startedMs, startedAt] = [host.clock.now(), host.now()];
    const answer = await client.request({ method: 'GET', path: PROBE_PATH });
    const durationMs = host.clock.now() - startedMs;
    const { error } = answer;
    if (error !== undefined && (error.status >= 500 || error.status === 404)) throw error;
    return { answer, durationMs, askedAt: (startedAt + host.now()) / 2 };
  };
  const [first, second, last] = [await ask(), await ask(), await ask()] as const;
  const durationsMs = [first, second, last].map(({ durationMs }) => Math.round(durationMs));
  const [, medianMs = 0] = durationsMs.sort((one, other) => one - other);
  return { client, answer: last.answer, askedAt: last.askedAt, medianMs };
}

function checkClock({ text }: Screen, { headers }: RawAnswer, askedAt: number): Check {
  const { clock: words } = text.doctor;
  const theirs = answeredAtIn(headers);
  if (theirs === undefined) return checked('clock', 'skipped', text.doctor.clock.unreported);
  // Half of the second that the header leaves open.
  const behindMs = theirs + 500 - askedAt;
  const seconds = Math.round(Math.abs(behindMs) / 1_000);
  if (Math.abs(behindMs) < CLOCK_WARNING_MS) return checked('clock', 'ok', words.right(seconds));
  const off = seconds < 120 ? `${seconds} s` : formatSpan(Math.round(seconds / 60) * 60_000, text);
  const detail = behindMs > 0 ? words.behind(off) : words.ahead(off);
  return checked('clock', 'warning', detail, words.remedy);
}

async function checkPermissions({ text }: Screen, client: PixClient): Promise<Check> {
  const { permissions: words } = text.doctor;
  try {
    if (!(await tryReads(client))) return checked('permissions', 'problem', words.refused, text.doctor.settings.login);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return failedBy(error, 'permissions', text);
  }
  const keys = client.keys();
  const names = (isGranted: boolean) =>
    Object.entries(keys[0]?.permissions ?? {})
      .filter(([, granted]) => granted === isGranted)
      .map(([name]) => name);
  const [granted, missing] = [names(true), names(false)];
  const detail = words.seen(keys.length, granted, missing);
  if (granted.length === 0) return checked('permissions', 'warning', detail, words.remedy);
  return checked('permissions', 'ok', detail);
}

function checkRate({ text }: Screen, { headers }: RawAnswer): Check {
  const { rate: words } = text.doctor;
  const [limit, remaining] = [headers.get(RATE_LIMIT_HEADERS.limit), headers.get(RATE_LIMIT_HEADERS.remaining)];
  if (limit === null || remaining === null) return checked('rate', 'skipped', text.doctor.clock.unreported);
  return checked('rate', 'ok', words.left(remaining, limit));
}
