import type { PixClient } from '../../../client/client.ts';
import { ApiError, ConfigurationError, SettingsError } from '../../../client/errors.ts';
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
import { formatDay } from '../../output/dates.ts';
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
  readonly remedy?: string | undefined;
}

export function failedBy(error: unknown, check: CheckName, text: Catalogue): Check {
  const { message: detail, hint: remedy } = describeFailure(error, text);
  return { check, state: 'problem', detail, remedy };
}

/** The text of an expected failure, with its remedy. @throws any other error */
export function saidBy(error: unknown): { readonly detail: string; readonly remedy?: string | undefined } {
  if (error instanceof CommandError) return { detail: error.message, remedy: error.hint };
  if (error instanceof ConfigurationError || error instanceof SettingsError) return { detail: error.message };
  if (error instanceof Error && 'code' in error) return { detail: error.message };
  throw error;
}

const DAY_MS = 86_400_000;
const EXPIRY_WARNING_DAYS = 14;
const CLOCK_WARNING_MS = 30_000;
const REQUESTS = 3;
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
    return { check: 'proxy', state: 'ok', detail: host === undefined ? words.none : words.used(host) };
  } catch (error) {
    return failedBy(error, 'proxy', text);
  }
}

/** Name and certificate, unless a proxy checks them. */
async function* checkWay(context: Context, url: URL): AsyncGenerator<Check> {
  const { text } = context.screen;
  const { dns, certificate } = text.doctor;
  if (shownProxy(context, url) !== undefined) {
    yield { check: 'dns', state: 'skipped', detail: dns.byProxy };
    yield { check: 'certificate', state: 'skipped', detail: certificate.byProxy };
    return;
  }
  try {
    yield { check: 'dns', state: 'ok', detail: dns.found(url.hostname, await addressesOf(url.hostname)) };
  } catch (error) {
    yield {
      check: 'dns',
      state: 'problem',
      detail: dns.failed(url.hostname, saidBy(error).detail),
      remedy: dns.remedy,
    };
    yield { check: 'certificate', state: 'skipped', detail: text.labels.checkNeeds.dns };
    return;
  }
  yield url.protocol === 'https:'
    ? await checkCertificate(context, url)
    : { check: 'certificate', state: 'skipped', detail: certificate.plainHttp };
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
    if (distrust !== undefined) {
      return {
        check: 'certificate',
        state: 'problem',
        detail: words.distrusted(distrust, detail),
        remedy: words.trust,
      };
    }
    return daysLeft < EXPIRY_WARNING_DAYS
      ? { check: 'certificate', state: 'warning', detail, remedy: words.renew }
      : { check: 'certificate', state: 'ok', detail };
  } catch (error) {
    return { check: 'certificate', state: 'problem', detail: saidBy(error).detail, remedy: words.remedy };
  }
}

async function* checkService(context: Context, settings: Settings): AsyncGenerator<Check> {
  const { clock } = context.host;
  const { text } = context.screen;
  const { doctor, labels } = text;
  const skipped = (['clock', 'permissions', 'rate'] as const).map((check): Check => ({
    check,
    state: 'skipped',
    detail: labels.checkNeeds.service,
  }));
  const durationsMs: number[] = [];
  let answer: RawAnswer | undefined;
  let askedAt = 0;
  let client: PixClient;
  try {
    client = await context.session.openClient(settings);
    for (let count = 0; count < REQUESTS; count += 1) {
      const [startedMs, startedAt] = [clock.now(), context.host.now()];
      answer = await client.request({ method: 'GET', path: PROBE_PATH });
      durationsMs.push(clock.now() - startedMs);
      askedAt = (startedAt + context.host.now()) / 2;
      if (!isOfService(answer)) break;
    }
  } catch (error) {
    context.host.interruption.throwIfAborted();
    yield failedBy(error, 'service', text);
    yield* skipped;
    return;
  }
  if (answer === undefined || !isOfService(answer)) {
    yield failedBy(answer?.error, 'service', text);
    yield* skipped;
    return;
  }
  const sorted = durationsMs.toSorted((one, other) => one - other).map(Math.round);
  yield { check: 'service', state: 'ok', detail: doctor.service.latency(sorted[1] ?? 0) };
  yield checkClock(context.screen, answer, askedAt);
  yield await checkPermissions(context.screen, client);
  yield checkRate(context.screen, answer);
}

/** Whether the service has answered as such: it works, and has this path. */
function isOfService({ error }: RawAnswer): boolean {
  return error === undefined || (error.status < 500 && error.status !== 404);
}

function checkClock({ text }: Screen, { headers }: RawAnswer, askedAt: number): Check {
  const { clock: words } = text.doctor;
  const theirs = answeredAtIn(headers);
  if (theirs === undefined) return { check: 'clock', state: 'skipped', detail: words.unreported };
  // Half of the second that the header leaves open.
  const behindMs = theirs + 500 - askedAt;
  const seconds = Math.round(Math.abs(behindMs) / 1_000);
  if (Math.abs(behindMs) < CLOCK_WARNING_MS) return { check: 'clock', state: 'ok', detail: words.right(seconds) };
  const detail = behindMs > 0 ? words.behind(seconds) : words.ahead(seconds);
  return { check: 'clock', state: 'warning', detail, remedy: words.remedy };
}

async function checkPermissions({ text }: Screen, client: PixClient): Promise<Check> {
  const { permissions: words } = text.doctor;
  try {
    if (!(await tryReads(client))) {
      return { check: 'permissions', state: 'problem', detail: words.refused, remedy: text.doctor.settings.login };
    }
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
  return granted.length === 0
    ? { check: 'permissions', state: 'warning', detail, remedy: words.remedy }
    : { check: 'permissions', state: 'ok', detail };
}

function checkRate({ text }: Screen, { headers }: RawAnswer): Check {
  const { rate: words } = text.doctor;
  const [limit, remaining] = [headers.get(RATE_LIMIT_HEADERS.limit), headers.get(RATE_LIMIT_HEADERS.remaining)];
  if (limit === null || remaining === null) {
    return { check: 'rate', state: 'skipped', detail: text.doctor.clock.unreported };
  }
  return { check: 'rate', state: 'ok', detail: words.left(remaining, limit) };
}
