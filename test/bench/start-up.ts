import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, type Measurement } from './measurement.ts';
import { spawnService } from './spawn-service.ts';

const PROGRAM = fileURLToPath(new URL('../../../bin/pix.js', import.meta.url));
const ROUNDS_DEFAULT = 25;

/** The shortest script that reads one number from the service. */
const BARE_SCRIPT = `
const answer = await fetch(process.env.PIX_BASE_URL + '/api/v1/user/balance', {
  headers: { 'X-API-Key': process.env.PIX_API_KEY },
});
console.log(JSON.parse(await answer.text()).data.balance.total);
`;

/**
 * Measures how long a person waits before the program does anything, as ratios to bare Node on the same machine and
 * version. Runs are interleaved, so that a slow phase of the machine affects all of them. `--rounds=N` sets the number
 * of runs.
 */
export async function measure(flags: readonly string[]): Promise<readonly Measurement[]> {
  const rounds = Number(flags.find((flag) => flag.startsWith('--rounds='))?.split('=')[1] ?? ROUNDS_DEFAULT);
  const folder = await mkdtemp(join(tmpdir(), 'pix-bench-'));
  const service = await spawnService({ seed: 42, payments: 120, withdraws: 30, rateLimit: false });
  try {
    const script = join(folder, 'bare.mjs');
    await writeFile(script, BARE_SCRIPT);
    const own = { PATH: process.env['PATH'] ?? '', HOME: folder, LANG: 'C' };
    const given = { ...own, PIX_BASE_URL: service.url, PIX_API_KEY: service.key };
    const login = spawnSync(process.execPath, [PROGRAM, 'auth', 'login', '--no-keychain', '--base-url', service.url], {
      env: own,
      input: service.key,
      encoding: 'utf8',
    });
    if (login.status !== 0) throw new Error(login.stderr);

    const runs = {
      node: () => durationMs(['-e', '0'], own),
      version: () => durationMs([PROGRAM, '--version'], own),
      help: () => durationMs([PROGRAM, '--help'], own),
      fetch: () => durationMs([script], given),
      balance: () => durationMs([PROGRAM, 'balance'], own),
    };
    const times: Record<keyof typeof runs, number[]> = { node: [], version: [], help: [], fetch: [], balance: [] };
    // The first round fills the caches of disk and compiler, as for every later run.
    for (let round = 0; round <= rounds; round += 1) {
      for (const name of ['node', 'version', 'help', 'fetch', 'balance'] as const) {
        const tookMs = await runs[name]();
        if (round > 0) times[name].push(tookMs);
      }
    }
    const typical = (name: keyof typeof runs) => median(times[name]);
    const ratio = (name: string, value: number, atMost: number) => ({ name, value, unit: 'times', target: { atMost } });
    return [
      { name: `node -e 0 (${process.version})`, value: typical('node'), unit: 'ms' },
      { name: 'one fetch by a bare script', value: typical('fetch'), unit: 'ms' },
      ratio('pix --version, of node -e 0', typical('version') / typical('node'), 1.15),
      ratio('pix --help, of node -e 0', typical('help') / typical('node'), 1.5),
      ratio('pix balance, of a bare fetch', typical('balance') / typical('fetch'), 1.35),
    ];
  } finally {
    await service.stop();
    await rm(folder, { recursive: true });
  }
}

/** From the start of a process to its end. */
function durationMs(argv: readonly string[], env: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(process.execPath, argv, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.resume();
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(performance.now() - startedAt);
      else reject(new Error(`${argv.join(' ')} ended with ${code ?? 'a signal'}`));
    });
  });
}
