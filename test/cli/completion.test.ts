import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCRIPTS, SHELLS } from '../../src/cli/commands/completion/command.ts';
import { openProfiles } from '../../src/client/profiles/profiles.ts';
import { jsonError, runCli, temporaryFolder } from '../support/cli.ts';
import { startTestService } from '../support/service.ts';
import { PROGRAM } from '../support/pix-process.ts';
import { rowsIn } from '../support/grouped.ts';

function folderWithProfiles(): string {
  const folder = temporaryFolder();
  const profiles = openProfiles({ configDirectory: folder });
  for (const name of ['factory', 'shop'])
    profiles.set(name, { baseUrl: 'https://wallet.example', apiKey: `key-${name}` });
  profiles.use('shop');
  return folder;
}

/** Candidates for the last word, without descriptions. */
async function offered(words: readonly string[], folder = temporaryFolder()): Promise<string[]> {
  const run = await runCli(['__complete', '--', ...words], { environment: { PIX_CONFIG_DIR: folder } });
  expect({ ...run, stdout: '' }).toMatchObject({ exitCode: 0, stderr: '' });
  return run.stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t')[0] ?? '');
}

describe('candidates', () => {
  it.each(
    rowsIn(`
      ;pay;payouts, payments | payments;;list, get, receipt, create, help | payment;g;get | balance;--w;--watch
      balance --output;;table, tsv, csv, json, ndjson | balance -o;n;ndjson | balance;--output=j;--output=json
      --lang;;en, pt-BR | payments list --status;c;COMPLETED
      withdraw list --status;;processing, PENDING, COMPLETED, FAILED
      find x --status;;being-created, awaiting-payment, paid, expired, PENDING, ACTIVE, COMPLETED, FAILED, processing
      withdraw create --amount 5 --pix-key-type;E;EMAIL | withdraw create --amount;;
      mock faults add --fault;rate;rate-limit, rate-limit-bare
      mock faults add --on;post /api/v1/withd;POST /api/v1/withdraw/create | mock account set --instant;;true, false
      mock fail ID --reason;AC0;AC03, AC06, AC07 | payments list --fields;id,cor;id,correlationID
      balance --fields;balance.t;balance.total, balance.totalWithPending
      export payments --format;;csv, ndjson, xlsx, excel-br, ofx, cnab240 | export payments --out;;:files
      payouts run;;:files | payouts run july.csv;; | api;p;POST, PUT, PATCH | api POST;/api/v1/w;/api/v1/withdraw/create
      help;ex;export, explain, exit-codes | completion;;bash, zsh, fish, powershell | nonsense;;
      payments list --;--st;
    `),
  )('%s %s: %s', async (words, last, expected) => {
    expect((await offered([...words.split(' ').filter(Boolean), last])).join(', ')).toBe(expected);
  });

  it('come from the configuration for profiles and keys, and are empty if it is broken', async () => {
    const folder = folderWithProfiles();
    expect(await offered(['-p', ''], folder)).toEqual(['factory', 'shop']);
    expect(await offered(['find', 'x', '--profile', 'shop,'], folder)).toEqual(['shop,factory']);
    expect(await offered(['auth', 'switch', 'f'], folder)).toEqual(['factory']);
    expect(await offered(['keys', 'remove', ''], folder)).toEqual(['main']);
    expect(await offered(['-p', 'nobody', 'keys', 'remove', ''], folder)).toEqual([]);
    writeFileSync(join(folder, 'config.json'), '{');
    expect(await offered(['-p', ''], folder)).toEqual([]);
  });

  it('contain the runs of the account, whichever profile is named', async () => {
    const folder = temporaryFolder();
    const service = await startTestService({ payments: 3, withdraws: 1, cache: false });
    const environment = { PIX_CONFIG_DIR: folder };
    const profiles = openProfiles({ configDirectory: folder });
    for (const name of ['shop', 'twin']) profiles.set(name, { baseUrl: service.url, apiKey: service.keyOf() });
    const file = join(folder, 'july.csv');
    writeFileSync(file, 'chave_pix;valor;tipo_chave;referencia\nana@example.com;5,00;EMAIL;A-1\n');
    const argv = ['payouts', 'run', file, '--yes', '--confirm-total', '5,00', '-p', 'shop', '--json'];
    const paid = await runCli(argv, { environment });
    expect(paid.exitCode).toBe(0);
    const { run }: { run: string } = JSON.parse(paid.stdout);
    for (const command of ['resume', 'status', 'report', 'resolve']) {
      expect(await offered(['-p', 'shop', 'payouts', command, ''], folder)).toEqual([run]);
      expect(await offered(['-p', 'twin', 'payouts', command, ''], folder)).toEqual([run]);
    }
  });

  it("have explanations in the person's language", async () => {
    const { stdout } = await runCli(['__complete', '--', 'bal'], { environment: { PIX_LANG: 'pt-BR' } });
    expect(stdout).toBe('balance\tMostra quanto pode ser enviado e quanto resta dos limites\n');
  });

  it('come from a command that help and suggestions do not show', async () => {
    expect((await runCli(['--help'])).stdout).not.toContain('__complete');
    expect((await runCli(['__complet'])).stderr).not.toContain('__complete');
  });
});

describe('pix completion', () => {
  it('prints the script of each shell, and refuses others', async () => {
    for (const shell of SHELLS) expect((await runCli(['completion', shell])).stdout).toBe(SCRIPTS[shell]);
    const wrong = await runCli(['completion', 'bsh', '--json']);
    expect([wrong.exitCode, jsonError(wrong)]).toMatchObject([2, { code: 'unknown_shell' }]);
    expect(jsonError(wrong).hint).toContain('bash');
  });

  it('calls the hidden command in each script', () => {
    for (const shell of SHELLS) expect(SCRIPTS[shell]).toMatch(/pix __complete .*--['"]? /);
  });
});

const isThere = (program: string) => spawnSync('which', [program]).status === 0;

/** A folder with `pix` for `PATH`, and a configuration. */
function shellFolder() {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'bin'));
  const script = `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`;
  writeFileSync(join(folder, 'bin', 'pix'), script);
  chmodSync(join(folder, 'bin', 'pix'), 0o755);
  const environment = {
    PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
    PIX_CONFIG_DIR: folderWithProfiles(),
  };
  return { folder, environment };
}

describe.runIf(isThere('bash'))('in bash', () => {
  it('completes a line like the shell itself', () => {
    const { folder, environment } = shellFolder();
    writeFileSync(join(folder, 'july pay.csv'), '');
    const lines = ['pix bal', 'pix -p ', 'pix balance --output=js', 'pix payouts run jul', 'pix auth switch s'];
    // As bash itself has written the blank of a name.
    lines.push('pix payouts run july\\ p', 'pix payouts run "july p', 'pix mock faults add --on "GET /api/v1/user/b');
    const program = [
      'source <(pix completion bash)',
      'complete -p pix',
      ...lines.flatMap((line) => [
        `COMP_LINE='${line}' COMP_POINT=${line.length}`,
        'COMPREPLY=(); _pix; printf "[%s]" "${COMPREPLY[@]}"; echo',
      ]),
    ];
    const shown = execFileSync('bash', ['--norc', '-c', program.join('\n')], { cwd: folder, env: environment });
    expect(shown.toString().trimEnd().split('\n')).toEqual([
      'complete -F _pix pix',
      '[balance]',
      '[factory][shop]',
      '[json]',
      '[july pay.csv]',
      '[shop]',
      '[july pay.csv]',
      '[july pay.csv]',
      '[GET /api/v1/user/balance]',
    ]);
  });
});

describe.runIf(isThere('zsh'))('in zsh', () => {
  it('is a script that zsh reads', () => {
    const { folder, environment } = shellFolder();
    writeFileSync(join(folder, '_pix'), SCRIPTS.zsh);
    execFileSync('zsh', ['-f', '-c', `autoload -Uz compinit; compinit -D; source ${join(folder, '_pix')}`], {
      env: environment,
    });
  });

  it.each([
    ['-p "shop" keys remove', '', 'main'],
    ['-p', 'sh\\op', 'shop'],
    ['export payments', '--out=ju', '-P *=,files'],
  ])('completes what the shell quotes, and the file of --out=: %s %s', (before, prefix, expected) => {
    const { folder, environment } = shellFolder();
    writeFileSync(join(folder, '_pix'), SCRIPTS.zsh);
    const program = `
compdef() {}
compset() { print -r -- "$@" }
_files() { print files }
_describe() { print -rl -- \${candidates%%:*} }
source _pix
words=(pix \${=BEFORE} "$PREFIX") CURRENT=$#words
_pix || true`;
    const env = { ...environment, BEFORE: before, PREFIX: prefix };
    const shown = execFileSync('zsh', ['-f', '-c', program], { cwd: folder, env });
    expect(shown.toString().trim().replaceAll('\n', ',')).toBe(expected);
  });
});

describe.runIf(isThere('fish'))('in fish', () => {
  it('completes a line like the shell itself', () => {
    const { environment } = shellFolder();
    const program = 'pix completion fish | source; complete -C "pix -p "';
    const shown = execFileSync('fish', ['--no-config', '-c', program], { env: environment });
    expect(shown.toString()).toMatch(/^factory\s+shop\s*$/);
  });

  it.each([
    ['payouts run "july p', 'july pay.csv'],
    ["payouts run 'july p", 'july pay.csv'],
    ['payouts run july\\ p', 'july pay.csv'],
    ['payouts run "pay rolls/a', 'pay rolls/a b.csv'],
    ['payouts run pay\\ rolls/a', 'pay rolls/a b.csv'],
    ['payouts run ~/july\\ p', '~/july pay.csv'],
    ['export payments --out=july\\ p', '--out=july pay.csv'],
    ['-p "sh', 'shop'],
  ])('completes what the shell quotes: %s', (typed, expected) => {
    const { folder, environment } = shellFolder();
    mkdirSync(join(folder, 'pay rolls'));
    for (const name of ['july pay.csv', 'pay rolls/a b.csv']) writeFileSync(join(folder, name), '');
    writeFileSync(join(folder, 'pix.fish'), SCRIPTS.fish);
    const program = 'source pix.fish; complete -C "pix $TYPED"';
    const env = { ...environment, HOME: folder, TYPED: typed };
    const shown = execFileSync('fish', ['--no-config', '-c', program], { cwd: folder, env });
    expect(shown.toString().trim()).toBe(expected);
  });
});

describe.runIf(isThere('pwsh'))('in PowerShell', () => {
  it('completes a line like the shell itself', () => {
    const { environment } = shellFolder();
    const program =
      "pix completion powershell | Out-String | Invoke-Expression; (TabExpansion2 'pix -p ' 7).CompletionMatches.CompletionText";
    const shown = execFileSync('pwsh', ['-NoProfile', '-Command', program], { env: environment });
    expect(shown.toString()).toMatch(/^factory\s+shop\s*$/);
  });
});
