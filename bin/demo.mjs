// The main job before the reader's eyes: a local service on a free port, and real `pix` processes against it.
// Everything lives in a temporary folder: no configuration of the reader's is read or written.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const pix = fileURLToPath(new URL('pix.js', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'pix-demo-'));
process.once('exit', () => {
  rmSync(folder, { recursive: true, force: true });
});
process.once('SIGINT', () => {
  process.exit(130);
});
// The reader has seen enough: npm run demo | head
process.stdout.once('error', () => {
  process.exit();
});

const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PIX_')));
environment.PIX_CONFIG_DIR = join(folder, 'config');
// The commands' output passes through this process, so they can't see for themselves that a person is watching.
if (process.stdout.isTTY) environment.CLICOLOR_FORCE = '1';

const quoted = (argument) => (/^[\w./:=,+-]+$/.test(argument) ? argument : `'${argument}'`);

/** Runs `pix` with `args`, shows command and output, and insists on the exit code. Gives what it wrote to stdout. */
async function run(args, { exitCode = 0, input } = {}) {
  const shown = `pix ${args.map(quoted).join(' ')}`;
  console.log(`\n$ ${input === undefined ? shown : `echo "$API_KEY" | ${shown}`}`);
  const child = spawn(process.execPath, [pix, ...args], { env: environment, stdio: ['pipe', 'pipe', 'pipe'] });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
    process.stdout.write(text);
  });
  child.stderr.pipe(process.stdout, { end: false });
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  assert.equal(code, exitCode, `"${shown}" was to exit with ${exitCode}, and exited with ${code}`);
  return stdout;
}

async function startService() {
  const args = [
    'serve',
    '--mock',
    '--port',
    '0',
    '--data',
    join(folder, 'ledger.db'),
    '--no-profile',
    '--json',
    '--quiet',
    '--with-parent',
  ];
  console.log(`$ pix ${args.map(quoted).join(' ')} &`);
  const child = spawn(process.execPath, [pix, ...args], { env: environment, stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(([code]) => assert.fail(`the local service did not start: exit code ${code}`)),
  ]);
  const ready = JSON.parse(line);
  const key = ready.keys.find(({ account, name }) => account === 'demo' && name === 'payouts').key;
  console.log(`The local service answers at ${ready.url}; no real money is near it.`);
  return { child, url: ready.url, key };
}

const CREATION = 'POST /api/v1/withdraw/create';
const BATCH = `referencia;nome;tipo_chave;chave_pix;valor
D-1;Maria Silva;EMAIL;maria.silva@example.com;125,00
D-2;João Souza;CPF;529.982.247-25;10,50
D-3;Ana Lima;TELEFONE;(11) 91234-5678;20,00
`;

const readBalance = (text) => JSON.parse(text).balance.total;

const service = await startService();
try {
  await run(['auth', 'login', '--base-url', service.url], { input: `${service.key}\n` });
  await run(['balance', '-o', 'table']);
  const before = readBalance(await run(['balance', '--json', '--fields', 'balance']));

  await run(['payments', 'list', '--limit', '5', '-o', 'table']);
  const newest = JSON.parse(await run(['payments', 'list', '--limit', '1', '-o', 'ndjson', '--fields', 'id,value']));
  await run(['payments', 'get', newest.id, '-o', 'table']);

  const to = ['--pix-key', 'maria.silva@example.com', '--pix-key-type', 'EMAIL'];
  const create = ['withdraw', 'create', '--amount', '25,00', ...to, '--description', 'Demo', '--yes'];
  const created = JSON.parse(await run([...create, '--json']));
  assert.equal(created.status, 'COMPLETED');
  assert.equal(created.value, 2_500);
  await run(['withdraw', 'get', created.id, '-o', 'table']);

  const after = readBalance(await run(['balance', '--json', '--fields', 'balance']));
  assert.equal(after, before - created.value, 'the balance was to be lower by exactly the value of the withdrawal');

  console.log('\nA batch of three payouts. The service pays the second, and its answer is lost on the way.');
  const batch = join(folder, 'payouts.csv');
  await writeFile(batch, BATCH);
  await run(['mock', 'faults', 'add', '--on', CREATION, '--fault', 'reset-after', '--after', '1', '--times', '1']);
  const pay = ['payouts', 'run', batch, '--confirm-total', '155,50', '--yes', '-o', 'table'];
  await run(pay);
  console.log('\nThe same file once more: everybody was paid, so nobody is paid again.');
  await run(pay);
  const last = readBalance(await run(['balance', '--json', '--fields', 'balance']));
  assert.equal(last, after - 15_550, 'the balance was to be lower by exactly the sum of the payouts');

  const tooMuch = `${Math.ceil(last / 100) + 1},00`;
  console.log(`\nAnd a refusal: R$ ${tooMuch} is more than the account holds.`);
  await run(['withdraw', 'create', '--amount', tooMuch, ...to, '--yes'], { exitCode: 1 });
  assert.equal(readBalance(await run(['balance', '--json', '--fields', 'balance'])), last, 'no money was to move');

  console.log('\nDone: everything went as it should. Start your own with: pix serve --mock');
} finally {
  if (service.child.exitCode === null) {
    service.child.kill('SIGTERM');
    await once(service.child, 'exit');
  }
}
