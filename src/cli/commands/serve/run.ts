import type { Run } from '../../command/command.ts';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { bareHost, isLoopbackHost, isStandardSecret } from '../../../contract/addresses.ts';
import type { WorldFile } from '../../../contract/world.ts';
import type { RunningService } from '../../../service/start.ts';
import { commandError, usageError, EXIT } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { openBrowser } from '../../context/external-programs.ts';
import type { Host } from '../../context/host.ts';
import type { Screen } from '../../context/screen.ts';
import { connectionCause, plainCause } from '../../errors/plain-cause.ts';
import { guardingFile } from '../../output/write-output.ts';
import { readMoment } from '../../input/moment.ts';
import { jsonLine } from '../../output/output.ts';
import { shellWord } from '../../output/text-width.ts';
import type { Catalogue } from '../../text/translate.ts';
import type { ServedCertificate } from './certificate.ts';
import { removeProfile, storeProfile, LocalJournal } from './local-state.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { serve } from './command.ts';

type ServeFlags = OptionsOf<typeof serve>;

type Served = RunningService & { readonly certificate: ServedCertificate | undefined };

const LOOK_FOR_PARENT_MS = 500;

/** `pix serve --mock`: runs until it is asked to stop. */
export const run: Run<typeof serve> = async (context, flags) => {
  const { interruption } = context.host;
  const { text } = context.screen;
  if (flags.mock !== true) throw usageError('mock_only', text.serve.mockOnly);
  if (flags.expose !== true && flags.host !== undefined && !isLoopbackHost(flags.host)) {
    throw usageError('host_not_loopback', text.serve.loopbackOnly(flags.host));
  }
  if (flags.data !== undefined && flags.database !== undefined) {
    throw usageError('data_or_database', text.serve.dataOrDatabase);
  }
  if (flags.schema !== undefined && flags.database === undefined) {
    throw usageError('schema_without_database', text.serve.schemaWithoutDatabase);
  }
  if (flags.keepNames === true && flags.fromProfile === undefined) {
    throw usageError('missing_option', text.serve.keepNamesOfProfile);
  }
  const ending = flags.withParent === true ? AbortSignal.any([interruption, parentEnded()]) : interruption;
  const { command = [] } = flags;
  const isBeside = command.length > 0;
  let journal: LocalJournal | undefined;
  const service = await start(context, isBeside ? { port: 0, ...flags } : flags, () => journal?.renew());
  try {
    const isInMemory = flags.data === undefined && flags.database === undefined;
    if (isBeside || flags.profile) journal = await LocalJournal.begin(context, service, isInMemory);
    if (flags.open === true) openBrowser(`${service.url}/`, context.host.environment);
    if (isBeside) {
      const { runBeside } = await import('./run-beside.ts');
      await runBeside(ending, context, service, command);
    } else await serveUntil(ending, context, service, flags.profile);
  } finally {
    journal?.end();
    await service.stop();
  }
};

/** @param isStored whether there is a profile for it, until it stops */
async function serveUntil(ending: AbortSignal, context: Context, service: Served, isStored: boolean): Promise<void> {
  const { screen } = context;
  const profile = isStored ? await storeProfile(context, service) : undefined;
  try {
    announce(screen, service, profile);
    if (!ending.aborted) await once(ending, 'abort');
    screen.notify(screen.text.serve.stopping);
  } finally {
    await removeProfile(context, profile, service);
  }
}

async function start(context: Context, flags: ServeFlags, onReplaced: () => void): Promise<Served> {
  const { host: machine, screen, session } = context;
  const { text } = screen;
  const controlToken = flags.expose === true ? givenToken(machine.environment, text) : undefined;
  const world = await worldFor(context, flags);
  const { startService, limitHeap, ServiceStartError } = await import('../../../service/start.ts');
  limitHeap();
  const { host, expose, port, data, database, schema, seed, now, payments, withdraws, rateLimit, cache } = flags;
  const { balanceCache, allowHost, allowOrigin, webhook = [], webhookSignature } = flags;
  const secret = webhook.length > 0 ? givenSecret(machine.environment, webhookSignature, text) : undefined;
  try {
    const certificate = await certificateFor(context, flags);
    const service = await startService({
      ...{ host, port, expose, tls: certificate?.pem, controlToken },
      ...{ dataFile: data, database, schema, seed, world, payments, withdraws },
      ...{ rateLimit, cache, balanceCacheSeconds: balanceCache },
      clock: now === undefined ? undefined : clockFrom(readNow(now, machine.now(), text)),
      allowedHosts: allowHost,
      allowedOrigins: allowOrigin,
      webhooks: webhook.map((address) => ({ url: address, secret })),
      webhookSignature,
      onReplaced,
      onWebhooksDropped(count) {
        screen.warn(text.serve.webhooksDropped(count));
      },
      onSeeding(share) {
        screen.showProgress(text.serve.seeding(Math.floor(share * 100)));
      },
      onError(error, { method, path }) {
        const isVerbose = session.flags.verbose === true;
        const cause = isVerbose && error instanceof Error ? (error.stack ?? String(error)) : String(error);
        screen.warn(text.serve.failed(method, path, cause));
      },
    });
    return { ...service, certificate };
  } catch (error) {
    if (!(error instanceof ServiceStartError)) throw error;
    const { code, dataFile = '', database = '', damage = '', path = '' } = error;
    const reason = error.reason ?? (error.cause instanceof Error ? connectionCause(error.cause, text) : '');
    const { storedSeed = 0, requestedSeed = 0 } = error;
    const address = `${error.host ?? ''}:${error.port ?? ''}`;
    const facts = { address, dataFile, database, damage, storedSeed, requestedSeed, path, reason };
    throw commandError(EXIT.failed, code, text.serve.startFailures[code](facts), { cause: error });
  }
}

async function worldFor(
  context: Context,
  { seedFile, fromProfile, keepNames = false }: ServeFlags,
): Promise<WorldFile | undefined> {
  if (seedFile !== undefined) return readWorldFile(seedFile, context.screen.text);
  if (fromProfile === undefined) return undefined;
  const { twinOfProfile } = await import('../../context/twin.ts');
  return (await twinOfProfile(context, fromProfile, keepNames)).world;
}

/** The service checks whether it is a world. */
async function readWorldFile(file: string, text: Catalogue): Promise<WorldFile> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as WorldFile;
  } catch (error) {
    const reason = error instanceof Error ? plainCause(error, text) : String(error);
    throw usageError('file_unreadable', text.serve.worldUnreadable(file, reason), { file });
  }
}

/** @throws CommandError file_unwritable when its folder cannot be used */
async function certificateFor(
  { host: { environment, now }, screen }: Context,
  { tls, host, allowHost = [] }: ServeFlags,
): Promise<ServedCertificate | undefined> {
  if (tls !== true) return undefined;
  const { certificateFolder, servedCertificate } = await import('./certificate.ts');
  const folder = certificateFolder(environment);
  const names = [...(host === undefined ? [] : [bareHost(host)]), ...allowHost];
  return guardingFile(folder, screen.text, async () => Promise.resolve(servedCertificate(folder, names, now())));
}

/** No time before 1970 can be stored. */
function readNow(typed: string, now: number, text: Catalogue): number {
  const { from } = readMoment('--now', typed, now, text);
  if (from < 0) throw usageError('invalid_date', text.usage.invalidDate('--now', typed));
  return from;
}

/** Starts at a moment, and runs on like the clock of this machine. */
function clockFrom(startMs: number) {
  const begunMs = performance.now();
  return { now: () => startMs + performance.now() - begunMs };
}

/** The token from the environment. A predictable default would give the controls away. */
function givenToken(environment: Host['environment'], text: Catalogue): string | undefined {
  const token = environment['PIX_MOCK_TOKEN']?.trim() ?? '';
  if (token === '') return undefined;
  if (!/^[\x21-\x7e]{16,200}$/.test(token)) throw usageError('weak_token', text.serve.weakToken);
  return token;
}

/** The secret of webhooks comes from the environment: everyone sees the arguments of a process. */
function givenSecret(environment: Host['environment'], signature: ServeFlags['webhookSignature'], text: Catalogue) {
  const secret = environment['PIX_WEBHOOK_SECRET']?.trim() ?? '';
  if (secret === '') return undefined;
  if ((signature ?? 'standard') !== 'standard' || isStandardSecret(secret)) return secret;
  throw usageError('invalid_webhook_secret', text.serve.invalidSecret);
}

/** Prints keys, secrets and token unmasked, and nothing else does: they only give access to this service. */
function announce(screen: Screen, service: Served, profile: string | undefined): void {
  const { url, keys, controlToken, certificate } = service;
  const [webhook] = service.webhooks;
  const { text, format, print } = screen;
  if (format === 'json' || format === 'ndjson') {
    const webhooks = webhook && service.webhooks;
    const ca = certificate?.authorityFile;
    print(jsonLine({ event: 'ready', url, profile: profile ?? null, keys, controlToken, ca, webhooks }));
    return;
  }
  const width = Math.max(...keys.map((key) => nameOf(key).length));
  const addresses = service.webhooks.map((one) => one.url);
  print(
    [
      text.serve.ready(url),
      text.serve.console(`${url}/`),
      '',
      text.serve.keys,
      ...keys.map((key) => `  ${nameOf(key).padEnd(width)}  ${key.key}  ${key.permissions.join(' ')}`),
      '',
      ...(controlToken === undefined ? [] : [text.serve.exposed(controlToken), '']),
      ...(webhook === undefined ? [] : [text.serve.webhooks(addresses, webhook.secret), '']),
      ...(certificate === undefined ? [] : [text.serve.trust(shellWord(certificate.authorityFile)), '']),
      text.serve.tryIt,
      ...(certificate === undefined ? [] : [`  export NODE_EXTRA_CA_CERTS=${shellWord(certificate.authorityFile)}`]),
      ...tryLines(profile, url).map((line) => `  ${line}`),
      '',
      text.serve.stopHint,
      '',
    ].join('\n'),
  );
}

function nameOf({ account, name }: RunningService['keys'][number]): string {
  return account === name ? account : `${account}/${name}`;
}

function tryLines(profile: string | undefined, url: string): string[] {
  if (profile === undefined) return [`PIX_BASE_URL=${url} PIX_API_KEY=… pix balance`];
  return [
    `pix -p ${profile} balance`,
    `pix -p ${profile} payments list --status COMPLETED`,
    `pix -p ${profile} withdraw create --amount 25,00 --pix-key maria.silva@example.com --dry-run`,
    `pix -p ${profile} mock deposit 100,00`,
  ];
}

/**
 * Aborts when the parent process has ended: a killed test runner does not stop its service by itself. Never aborts on
 * Windows, where a process keeps the id of an ended parent.
 */
function parentEnded(): AbortSignal {
  const parent = process.ppid;
  const controller = new AbortController();
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    controller.abort();
  }, LOOK_FOR_PARENT_MS);
  timer.unref();
  return controller.signal;
}
