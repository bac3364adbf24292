import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NOON } from '../support/cli.ts';
import { openPayoutOffice, runOf, type PayoutOffice } from './payout-office.ts';

const ROWS = ['reference,pix_key,amount', 'A,ana@example.com,10.00'];
const [NODE, PIX] = [process.execPath, resolve(process.argv[1] ?? '')];

/** A run for 17 July 2026, and a folder with a name that each scheduler reads in its own way. */
async function scheduledOffice(name = `ana's 5% & "b" $x`) {
  const office = await openPayoutOffice();
  const folder = join(office.folder, name);
  symlinkSync(office.folder, folder);
  const environment = { PIX_CONFIG_DIR: folder, PIX_JOURNAL: undefined };
  const made = await office.pay(office.file('july.csv', ROWS), '10.00', ['--on', '2026-07-17']);
  const { run: runId } = runOf(made);
  const timer = (...argv: readonly string[]) => office.run(['payouts', 'timer', runId, ...argv], { environment });
  return { office, folder, runId, timer };
}

describe('pix payouts timer', () => {
  it('writes units of systemd, at a moment that no time zone changes', async () => {
    const { folder, runId, timer } = await scheduledOffice();
    const name = `pix-${runId}`;
    const printed = await timer('--for', 'systemd');
    const path = folder.replaceAll('%', '%%');
    const quoted = path.replaceAll('"', String.raw`\"`);
    expect(printed.stdout).toBe(`# ${name}.service
[Unit]
Description=pix payouts resume ${runId} (july.csv)

[Service]
Type=oneshot
Environment="PIX_CONFIG_DIR=${quoted}"
ExecStart="${NODE}" "${PIX}" "-p" "demo" "--lang" "en" "--output" "table" "payouts" "resume" "${runId}" "--yes"
StandardOutput=append:${path}/state/${name}.log
StandardError=append:${path}/state/${name}.log

# ${name}.timer
[Unit]
Description=pix payouts resume ${runId} (july.csv)

[Timer]
OnCalendar=2026-07-17 12:00:00 UTC
Persistent=true

[Install]
WantedBy=timers.target
`);
    expect(printed.stderr).toContain('--out FOLDER');
  });

  it('writes files with --out, beside which the output goes', async () => {
    const { folder, runId, timer } = await scheduledOffice();
    const out = join(folder, 'new timers');
    const written = await timer('--for', 'systemd', '--at', '23:59', '--out', out);
    expect([written.exitCode, written.stdout]).toEqual([0, '']);
    expect(written.stderr).toContain(`systemctl --user enable --now pix-${runId}.timer`);
    expect(readFileSync(join(out, `pix-${runId}.timer`), 'utf8')).toContain('OnCalendar=2026-07-18 02:59:00 UTC');
    const service = readFileSync(join(out, `pix-${runId}.service`), 'utf8');
    expect(service).toContain(`StandardOutput=append:${out.replaceAll('%', '%%')}/pix-${runId}.log`);
  });

  it('prints commands to install it that a shell reads as they were meant, and folders that are found from anywhere', async () => {
    const { office, runId, timer } = await scheduledOffice();
    const out = join(office.folder, `$(touch x)"; 'b`);
    const { stderr } = await timer('--for', 'cron', '--out', out);
    const [, command = ''] = /Install: \((?:crontab -l; )(cat .*)\) \| crontab -/.exec(stderr) ?? [];
    const read = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
    expect(read.stdout).toBe(readFileSync(join(out, `pix-${runId}.cron`), 'utf8'));
    expect(stderr).toContain(Intl.DateTimeFormat().resolvedOptions().timeZone);
    const folder = relative(process.cwd(), office.folder);
    const network = { HTTPS_PROXY: 'http://ana:se%20nha@proxy:3128', NODE_EXTRA_CA_CERTS: 'bank.pem' };
    const environment = { PIX_CONFIG_DIR: folder, PIX_JOURNAL: undefined, ...network };
    const printed = await office.run(['payouts', 'timer', runId, '--for', 'cron', '--lang', 'pt'], { environment });
    expect(printed.stdout).toContain(
      String.raw`PIX_CONFIG_DIR='${office.folder}' NODE_EXTRA_CA_CERTS='${resolve('bank.pem')}' HTTPS_PROXY='http://ana:se\%20nha@proxy:3128'`,
    );
    expect(printed.stdout).toContain(`'--lang' 'pt-BR' '--output' 'table'`);
    expect(printed.stdout).toContain(`>> '${office.folder}/`);
  });

  it('writes a line for cron that a shell reads as it was meant, in its year alone', async () => {
    const { office, folder, runId, timer } = await scheduledOffice();
    const { stdout } = await timer('--for', 'cron', '--at', '7:30');
    const [, minute, hour, day, month, command = ''] = /\n(\d+) (\d+) (\d+) (\d+) \* (.*)\n$/.exec(stdout) ?? [];
    const local = new Date('2026-07-17T07:30:00-03:00');
    expect([minute, hour, day, month].map(Number)).toEqual([
      ...[local.getMinutes(), local.getHours(), local.getDate()],
      local.getMonth() + 1,
    ]);
    // Cron makes a percent sign of an escaped one, and a line break of a plain one.
    expect(command.replaceAll(String.raw`\%`, '')).not.toContain('%');
    const script = command
      .replaceAll(String.raw`\%`, '%')
      .replace(`'${NODE}'`, String.raw`sh -c 'printf "%s\n" "$PIX_CONFIG_DIR" "$@"' node`);
    const log = join(office.folder, 'state', `pix-${runId}.log`);
    const run = (year: number) => spawnSync('sh', ['-c', script.replace('= 2026', `= ${year}`)]).status;
    expect([run(1999), existsSync(log), run(new Date().getFullYear())]).toEqual([1, false, 0]);
    const words = [folder, PIX, '-p', 'demo', '--lang', 'en', '--output', 'table', 'payouts', 'resume', runId, '--yes'];
    expect(readFileSync(log, 'utf8')).toBe(words.map((word) => `${word}\n`).join(''));
  });

  it('writes a task for Windows, as XML and without a date that depends on the language', async () => {
    const { folder, runId, timer } = await scheduledOffice(`ana's 5% & b $x`);
    const { stdout } = await timer('--for', 'task-scheduler');
    const { stderr } = await timer('--for', 'task-scheduler', '--out', folder);
    const escaped = folder.replaceAll('&', '&amp;');
    expect(stdout).toContain('<StartBoundary>2026-07-17T12:00:00Z</StartBoundary>');
    expect(stdout).toContain(
      `<Arguments>/d /s /c "set "PIX_CONFIG_DIR=${escaped}"&amp;&amp; "${NODE}" "${PIX}" "-p" "demo" "--lang" "en" "--output" "table" "payouts" "resume" "${runId}" "--yes" &gt;&gt; "${escaped}/state/pix-${runId}.log" 2&gt;&amp;1"</Arguments>`,
    );
    expect(stderr).toContain(`schtasks /Create /TN "pix-${runId}" /XML "${join(folder, `pix-${runId}.xml`)}"`);
  });
});

describe('pix payouts timer refuses', () => {
  const refused = async (office: PayoutOffice, argv: readonly string[], options = {}) => {
    const run = await office.run(['payouts', 'timer', ...argv], {
      environment: { PIX_JOURNAL: undefined },
      ...options,
    });
    return [run.exitCode, run.stdout, /^(?:error: )?(.*)$/m.exec(run.stderr)?.[1]];
  };

  it('a run without a day, one whose time has passed, and an incomplete command', async () => {
    const { office, runId } = await scheduledOffice();
    const plain = await office.pay(office.file('now.csv', [ROWS[0] ?? '', 'B,bia@example.com,5.00']), '5.00');
    expect(plain.exitCode, plain.stderr).toBe(0);
    const message = expect.stringContaining('has no day');
    expect(await refused(office, [runOf(plain).run, '--for', 'cron'])).toEqual([2, '', message]);
    const late = { now: NOON + 3 * 86_400_000 };
    const passed = expect.stringContaining('has passed');
    expect(await refused(office, [runId, '--for', 'cron'], late)).toEqual([2, '', passed]);
    expect(await refused(office, [runId])).toEqual([2, '', expect.stringContaining('--for')]);
    expect(await refused(office, [runId, '--for', 'at'])).toEqual([2, '', expect.stringContaining('"at"')]);
    const at = expect.stringContaining('"24:00"');
    expect(await refused(office, [runId, '--for', 'cron', '--at', '24:00'])).toEqual([2, '', at]);
  });

  it.each([
    ['systemd', 'a\nExecStartPost=/usr/bin/touch x'],
    ['cron', 'a\n* * * * * touch x #'],
    ['task-scheduler', '%PATH%'],
    ['task-scheduler', 'a" & calc & "b'],
  ])('for %s a folder that would be read as something else: %j', async (scheduler, name) => {
    const { office, timer } = await scheduledOffice();
    const run = await timer('--for', scheduler, '--out', join(office.folder, name));
    expect([run.exitCode, run.stdout, run.stderr]).toEqual([2, '', expect.stringContaining('cannot name ')]);
  });

  it('a proxy that would be read as something else, without its password', async () => {
    const { office, runId } = await scheduledOffice();
    const environment = { PIX_JOURNAL: undefined, HTTPS_PROXY: 'http://ana:se%20nha%20forte@proxy:3128' };
    const run = await office.run(['payouts', 'timer', runId, '--for', 'task-scheduler'], { environment });
    expect([run.exitCode, run.stdout, run.stderr]).toEqual([2, '', expect.stringContaining('cannot name HTTPS_PROXY')]);
    expect(run.stderr).not.toContain('nha');
  });

  it.each<[string, Record<string, string>]>([
    ['a key that no profile has', { PIX_API_KEY: 'pk_of_a_variable_alone', PIX_BASE_URL: 'http://127.0.0.1:9' }],
    ['an address of a journal that no profile has', { PIX_JOURNAL: 'postgres://ana@db.example/pix' }],
    ['a password of a shared journal', { PGPASSWORD: 'secret' }],
  ])('%s: a scheduler does not know it', async (_, environment) => {
    const { office, runId } = await scheduledOffice();
    await office.run(['config', 'set', 'journal', 'postgres://ana@db.example/pix'], {
      environment: { PIX_JOURNAL: undefined },
    });
    const run = await office.run(['payouts', 'timer', runId, '--for', 'cron'], {
      environment: { PIX_JOURNAL: undefined, ...environment },
    });
    expect([run.exitCode, run.stdout, run.stderr]).toEqual([2, '', expect.stringContaining('must be in a profile')]);
  });
});
