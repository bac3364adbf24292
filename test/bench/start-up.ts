import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, type Measurement } from './measurement.ts';
import { spawnService } from './spawn-service.ts';

const PROGRAM = fileURLToPath(new URL('../../../bin/pix.js', import.meta.url));
const LIBRARY = new URL('../../../dist/client/index.js', import.meta.url).href;
const BALANCE = '/api/v1/user/balance';
const ROUNDS_DEFAULT = 25;
const USAGE_ROUNDS = 9;

/** The shortest script that reads one number from the service. */
const BARE_SCRIPT = `
const answer = await fetch(process.env.PIX_BASE_URL + '${BALANCE}', {
  headers: { 'X-API-Key': process.env.PIX_API_KEY },
});
console.log(JSON.parse(await answer.text()).data.balance.total);
`;

/**
 * How long a person waits before the program does anything, as ratios to bare Node on the same machine, of the Node that
 * runs the benchmark. Runs are interleaved: a neighbour that makes the machine slow does it to all of them.
 * `--rounds=N` sets how often each runs.
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

    const empty = join(folder, 'empty.mjs');
    const library = join(folder, 'library.mjs');
    await writeFile(empty, '');
    await writeFile(library, `import ${JSON.stringify(LIBRARY)};`);
    const runs: Readonly<Record<string, () => Promise<number>>> = {
      node: () => durationMs(process.execPath, ['-e', '0'], own),
      version: () => durationMs(process.execPath, [PROGRAM, '--version'], own),
      help: () => durationMs(process.execPath, [PROGRAM, '--help'], own),
      fetch: () => durationMs(process.execPath, [script], given),
      balance: () => durationMs(process.execPath, [PROGRAM, 'balance'], own),
      empty: () => durationMs(process.execPath, [empty], own),
      library: () => durationMs(process.execPath, [library], own),
      ...(hasCurl() && {
        curl: () => durationMs('curl', ['-s', '-H', `X-API-Key: ${service.key}`, service.url + BALANCE], own),
      }),
    };
    const times = new Map(Object.keys(runs).map((name) => [name, [] as number[]]));
    // The first round fills the caches of disk and compiler, as every later run finds them.
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, run] of Object.entries(runs)) {
        const tookMs = await run();
        if (round > 0) times.get(name)?.push(tookMs);
      }
    }
    const typical = (name: string) => median(times.get(name) ?? []);
    const used = {
      node: await usage(['-e', '0'], own, folder),
      help: await usage([PROGRAM, '--help'], own, folder),
      fetch: await usage([script], given, folder),
      balance: await usage([PROGRAM, 'balance'], own, folder),
      empty: await usage([empty], own, folder),
      library: await usage([library], own, folder),
    };
    const processor = (name: string, value: number) => ({ name, value, unit: 'times the processor time' });
    const ratio = (name: string, value: number, atMost: number) => ({ name, value, unit: 'times', target: { atMost } });
    const isNode20 = process.version.startsWith('v20.');
    return [
      { name: `node -e 0 (${process.version})`, value: typical('node'), unit: 'ms' },
      { name: 'one fetch by a bare script', value: typical('fetch'), unit: 'ms' },
      ratio('pix --version, of node -e 0', typical('version') / typical('node'), 1.05),
      ratio('pix --help, of node -e 0', typical('help') / typical('node'), 1.35),
      ratio('pix balance, of a bare fetch', typical('balance') / typical('fetch'), isNode20 ? 0.75 : 1.15),
      ratio('memory of pix balance, of a bare fetch', used.balance.bytes / used.fetch.bytes, 1.2),
      processor('pix --help, of node -e 0', used.help.processorMs / used.node.processorMs),
      processor('pix balance, of a bare fetch', used.balance.processorMs / used.fetch.processorMs),
      processor("import 'pix-wallet', of an empty module", used.library.processorMs / used.empty.processorMs),
      ratio("import 'pix-wallet', of an empty module", typical('library') / typical('empty'), 1.8),
      {
        name: "import 'pix-wallet', beyond an empty module",
        value: typical('library') - typical('empty'),
        unit: 'ms',
        target: { atMost: 40 },
      },
      ...(hasCurl()
        ? [{ name: 'curl, of a bare fetch', value: typical('curl') / typical('fetch'), unit: 'times' }]
        : []),
    ];
  } finally {
    await service.stop();
    await rm(folder, { recursive: true });
  }
}

interface Usage {
  readonly bytes: number;
  readonly processorMs: number;
}

/** The most memory that a process takes, and its time on a processor, which neighbours hardly change: the middle of several. */
async function usage(argv: readonly string[], env: Record<string, string>, folder: string): Promise<Usage> {
  const [hook, result] = [join(folder, 'usage.cjs'), join(folder, 'usage.json')];
  const report = `require('node:fs').writeFileSync(${JSON.stringify(result)}, JSON.stringify(process.resourceUsage()))`;
  await writeFile(hook, `process.on('exit', () => { ${report}; });`);
  const rows: Usage[] = [];
  for (let round = 0; round <= USAGE_ROUNDS; round += 1) {
    await durationMs(process.execPath, ['--require', hook, ...argv], env);
    const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(await readFile(result, 'utf8')) as NodeJS.ResourceUsage;
    if (round > 0) rows.push({ bytes: maxRSS * 1_024, processorMs: (userCPUTime + systemCPUTime) / 1_000 });
  }
  return { bytes: median(rows.map(({ bytes }) => bytes)), processorMs: median(rows.map((row) => row.processorMs)) };
}

function hasCurl(): boolean {
  return spawnSync('curl', ['--version']).status === 0;
}

/** From the start of a process to its end. */
function durationMs(program: string, argv: readonly string[], env: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(program, argv, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.resume();
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(performance.now() - startedAt);
      else reject(new Error(`${argv.join(' ')} ended with ${code ?? 'a signal'}`));
    });
  });
}
