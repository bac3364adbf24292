import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import type { Context } from '../../context/context.ts';
import type { Host } from '../../context/host.ts';
import { takeSignals } from '../../context/external-programs.ts';
import { commandError, EXIT, ProgramEnded } from '../../errors/command-error.ts';
import { plainCause } from '../../errors/plain-cause.ts';
import { trustIn, type ServedCertificate } from './certificate.ts';
import { mainKeyOf, type ServedAddress } from './local-state.ts';

type Beside = ServedAddress & {
  readonly controlToken: string | undefined;
  readonly webhooks: readonly { readonly secret: string }[];
  readonly certificate: ServedCertificate | undefined;
};

/**
 * Runs a command beside the service, with its address and key, on our own streams.
 *
 * @throws ProgramEnded unless it ended with 0
 */
export async function runBeside(
  ending: AbortSignal,
  { host, screen }: Context,
  service: Beside,
  command: readonly string[],
): Promise<void> {
  ending.throwIfAborted();
  screen.showProgress('');
  const [program = '', ...words] = command;
  const env = environmentOf(host, service);
  const begin = () => spawn(program, words, { stdio: 'inherit', env });
  const exitCode = await exitCodeOf(begin, host, ending).catch((error: unknown) => {
    if (!(error instanceof Error)) throw error;
    const { notStarted, commandCauses } = screen.text.serve;
    const reason = plainCause(error, screen.text, commandCauses);
    throw commandError(EXIT.notStarted, 'command_not_started', notStarted(program, reason), { cause: error });
  });
  if (exitCode !== EXIT.done) throw new ProgramEnded(exitCode);
}

/**
 * Without what `pix config` has set, and without a profile, which may refuse what the service allows, or a journal, which
 * belongs to another service.
 */
function environmentOf({ environment, configured = [] }: Host, service: Beside): NodeJS.ProcessEnv {
  const removed = [...configured, 'PIX_PROFILE', 'PIX_JOURNAL'].map((name) => [name, undefined] as const);
  const { url, controlToken, webhooks, certificate } = service;
  const [webhook] = webhooks;
  return {
    ...environment,
    ...Object.fromEntries<string | undefined>(removed),
    PIX_BASE_URL: url,
    PIX_API_KEY: mainKeyOf(service),
    ...(controlToken !== undefined && { PIX_MOCK_TOKEN: controlToken }),
    ...(webhook !== undefined && { PIX_WEBHOOK_SECRET: webhook.secret }),
    ...(certificate !== undefined && trustIn(environment, certificate.authorityFile)),
  };
}

async function exitCodeOf(begin: () => ChildProcess, host: Host, ending: AbortSignal): Promise<number> {
  const child = begin();
  const isAtTerminal = [host.stdin, host.stdout, host.stderr].some(({ isTerminal }) => isTerminal);
  const giveBack = takeSignals(['SIGINT', 'SIGBREAK', 'SIGTERM', 'SIGHUP'], (signal) => {
    // A terminal has sent Ctrl-C to the command as well, and a console of Windows everything.
    if (process.platform !== 'win32' && (signal !== 'SIGINT' || !isAtTerminal || isInBackground())) child.kill(signal);
  });
  ending.addEventListener('abort', () => child.kill(), { once: true });
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => {
        resolve(signal === null ? (code ?? EXIT.failed) : 128 + constants.signals[signal]);
      });
    });
  } finally {
    giveBack();
  }
}

/** Whether the keys of the terminal are for another process: `pix serve --mock -- npm test &`. */
function isInBackground(): boolean {
  const asked = spawnSync('ps', ['-o', 'pgid=,tpgid=', '-p', String(process.pid)], { encoding: 'utf8' });
  if (asked.error !== undefined) return false;
  const [own, foreground] = asked.stdout.trim().split(/\s+/);
  return foreground !== undefined && own !== foreground;
}
