import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONNECTED, jsonError, runCli, temporaryFolder } from '../support/cli.ts';
import { COMMANDS, LEAVES, wordsOf } from './command-tree.ts';
import { nock, onlyNock } from '../support/nock-network.ts';

/** Requests that should not have been sent. */
let requests: string[];
const remember = (request: { path?: string }) => requests.push(request.path ?? '');

onlyNock();
beforeEach(() => {
  requests = [];
  nock.emitter.on('no match', remember);
});
afterEach(() => nock.emitter.off('no match', remember));

const SEND = 'withdraw create --yes';
const TO = '--pix-key maria@example.com';

it('options exclude others of their own command', () => {
  const excluded = COMMANDS.flatMap(({ path, flags }) =>
    Object.entries(flags).flatMap(([name, { excludes = [] }]) =>
      excludes.map((other) => [path, name, other, flags] as const),
    ),
  );
  expect(excluded.length).toBeGreaterThan(20);
  expect(excluded.filter(([, , other, flags]) => flags[other] === undefined)).toEqual([]);
});

describe('bad input is reported in a message and a hint, with exit code 2, and nothing is sent', () => {
  it.each<[line: string, code: string, message: RegExp, hint: RegExp]>([
    [`${SEND} ${TO} --amount abc`, 'invalid_amount', /invalid value "abc" for --amount: not an amount/, /10,50/],
    [`${SEND} ${TO} --amount ""`, 'invalid_amount', /empty/, /10,50/],
    [`${SEND} ${TO} --amount -5`, 'invalid_amount', /must have no sign/, /10,50/],
    [`${SEND} ${TO} --amount +5`, 'invalid_amount', /must have no sign/, /10,50/],
    [`${SEND} ${TO} --amount 1e3`, 'invalid_amount', /scientific notation/, /10,50/],
    [`${SEND} ${TO} --amount 10,555`, 'ambiguous_amount', /R\$ 10\.555,00 or R\$ 10,55/, /10\.555,00 or 10,55/],
    [`${SEND} ${TO} --amount 1.234`, 'ambiguous_amount', /R\$ 1\.234,00 or R\$ 1,23/, /1\.234,00/],
    [`${SEND} ${TO} --amount 4,99`, 'below_minimum', /R\$ 4,99 .* R\$ 5,00/, /R\$ 5,00 or more/],
    [`${SEND} ${TO}`, 'missing_option', /--amount/, /--amount/],
    [`${SEND} --amount 10`, 'missing_option', /--pix-key/, /--pix-key/],
    ...[
      'payments list --status paid --status expired',
      'withdraw list --status failed --status=failed',
      'find maria --status paid --status FAILED',
      'export statement --out books.csv --month june --month july',
      'stats --since 7d --since 3d',
      'reconcile books.csv --until today --until yesterday',
    ].map((line): [string, string, RegExp, RegExp] => [line, 'conflicting_options', /was given twice/, /once/]),
    [`${SEND} --amount 10 --pix-key 529.982.247-24`, 'invalid_pix_key', /type CPF .*check digits/, /--force-key/],
    [`${SEND} --amount 10 --pix-key +5511328112345`, 'invalid_pix_key', /of type phone/, /./],
    [`${SEND} --amount 10 --pix-key what?`, 'invalid_pix_key', /none of/, /again/],
    [
      `${SEND} --amount 10 --pix-key 11912345684`,
      'ambiguous_pix_key',
      /CPF or phone/,
      /--pix-key-type CPF or --pix-key-type PHONE/,
    ],
    [`${SEND} ${TO} --amount 10 --pix-key-type EMIAL`, 'invalid_pix_key_type', /EMIAL/, /did you mean EMAIL/],
    [`${SEND} ${TO} --amount 10 --pix-key-type CPF`, 'invalid_pix_key', /type CPF/, /./],
    [`${SEND} ${TO} --amount 10 --description ${'x'.repeat(141)}`, 'invalid_description', /141/, /shorten/],
    [`${SEND} ${TO} --amount 10 --description "a\nb"`, 'invalid_description', /line breaks/, /one line/],
    [`${SEND} ${TO} --amount 10 --code 12`, 'invalid_code', /verification code/, /four to twelve/],
    [`withdraw create ${TO} --amount 10`, 'confirmation_required', /confirmation required/, /--yes/],
    ['payments create --value 0,99', 'below_minimum', /R\$ 0,99/, /R\$ 1,00/],
    ['payments create', 'missing_option', /--value/, /--value/],
    ['payments list --limit 0', 'invalid_number', /"0" for --limit/, /1 or more/],
    ['payments list -L ten', 'invalid_number', /"ten"/, /1 or more/],
    ['payments list --offset -1', 'invalid_number', /--offset/, /0 or more/],
    ['payments list --all -L 5', 'conflicting_options', /--all and --limit/, /one of them/],
    [
      'payments list --status COMPLETE',
      'invalid_status',
      /COMPLETE/,
      /did you mean (?:COMPLETED|completed)\? .*being created \(PENDING\), awaiting payment \(ACTIVE\)/,
    ],
    ['withdraw list --status ACTIVE', 'invalid_status', /ACTIVE/, /processing \(PENDING\), completed, failed/],
    ['payments list --since 2026-02-30', 'invalid_date', /2026-02-30/, /2026-07-14/],
    ['payments list --since 31/02/2026', 'invalid_date', /31\/02\/2026/, /14\/07\/2026/],
    ['payments list --since 07/14/2026', 'invalid_date', /07\/14\/2026/, /14\/07\/2026/],
    ['payments list --since "14/07/2026 24:00"', 'invalid_date', /24:00/, /09:30/],
    ['payments list --until someday', 'invalid_date', /--until/, /7d/],
    ['export statement --out books.csv --month 2999-01', 'invalid_date', /has not begun/, /earlier/],
    ['payments list --since 01/07/2999 --until 31/07/2999', 'invalid_date', /has not begun/, /earlier/],
    ['export payments --out a.csv --since "01/07/2999 09:30"', 'invalid_date', /has not begun/, /earlier/],
    ['payments list --since 1d --until 2d', 'invalid_date', /empty period/, /first/],
    ['payments list --fields id,vale', 'unknown_field', /"vale"/, /did you mean value\? .*correlationID/],
    ['balance --fields ""', 'unknown_field', /field ""/, /balance\.total/],
    ['payments get " "', 'invalid_id', /invalid ID/, /./],
    ['payments get ..', 'invalid_id', /invalid ID/, /./],
    ['payments get .', 'invalid_id', /invalid ID/, /./],
    ['help nonsense', 'unknown_command', /"nonsense"/, /pix --help/],
    ['help withdraw creat', 'unknown_command', /^unknown command "creat"$/, /^hint: did you mean create\?$/],
    ['help withdraw xyzzy', 'unknown_command', /"xyzzy"/, /^hint: see: pix withdraw --help$/],
    ['payments get', 'missing_argument', /missing argument ID$/, /hint: pix payments get ID$/],
    // Options before the command do not hide which one it is.
    ['--timeout 5 payments get', 'missing_argument', /missing argument ID$/, /hint: pix payments get ID$/],
    ['mock advance soon', 'invalid_duration', /"soon" for DURATION/, /90s/],
    ['mock account set --fee abc', 'invalid_amount', /"abc" for --fee/, /10,50/],
    ['mock faults add', 'missing_option', /--on and --fault/, /pix mock faults add --on "GET \*"/],
    ['keys move cloud', 'invalid_place', /"cloud" for PLACE/, /keychain, file/],
    ['payments lits', 'unknown_command', /"lits"/, /list/],
    ['paiments', 'unknown_command', /"paiments"/, /payment/],
    ['balance --jsn', 'unknown_option', /--jsn/, /--json/],
    ['balance now', 'excess_arguments', /^unexpected argument "now"$/, /pix balance --help/],
    ['balance --profile', 'option_missing_argument', /--profile/, /--help/],
    ['balance -p --json', 'option_missing_argument', /--profile/, /--help/],
    [
      'withdraw create --amount 10,00 --pix-key a@x.br --yes --reference --dry-run',
      ...(['option_missing_argument', /the option --reference needs a value/, /--help/] as const),
    ],
    ['payments create 100 --description –json', 'option_missing_argument', /--description/, /--help/],
    ['export payments --out -q', 'option_missing_argument', /--out/, /--help/],
    ['balance -o xml', 'invalid_output_format', /xml/, /table, tsv, csv, json, ndjson/],
    ['balance --json -o csv', 'conflicting_options', /--json/, /one/],
    ['balance --lang fr', 'invalid_language', /fr/, /en, pt-BR/],
    ['balance --timeout 0', 'invalid_number', /--timeout/, /3600/],
    ['balance --base-url wallet.example', 'invalid_base_url', /--base-url/, /https:/],
    ['balance --base-url https://me:secret@wallet.example', 'invalid_base_url', /^(?!.*secret)/, /password/],
    ['balance -p nobody', 'unknown_profile', /"nobody"/, /pix auth login/],
    ['auth switch', 'missing_argument', /which profile/, /auth login/],
    ['auth switch nobody', 'unknown_profile', /"nobody"/, /auth login/],
    ['auth login --base-url http://wallet.example', 'http_refused', /plain http/, /--allow-http/],
    ['serve', 'mock_only', /mock/, /pix serve --mock/],
    ['serve --mock --host 0.0.0.0', 'host_not_loopback', /0\.0\.0\.0/, /--expose.* 127\.0\.0\.1/],
    ['serve --mock --port 65536', 'invalid_number', /--port/, /65535/],
    ['serve --mock --now "yesterday at noon"', 'invalid_date', /--now/, /2026-07-14/],
    ['serve --mock --now 1969-12-31T23:59:59Z', 'invalid_date', /--now/, /2026-07-14/],
    ['serve --mock --now ""', 'invalid_date', /"" for --now/, /2026-07-14/],
    // Its instances share the clock of the database.
    ['serve --mock --now 1d --database postgres://x@y/z', 'conflicting_options', /--now/, /one of/],
    // They keep the options of the command from pix.
    ['serve --mock sh -c "echo ran"', 'dashes_missing', /"sh"/, /pix serve --mock .*-- sh -c 'echo ran'$/],
    ...[
      'serve --mock --from-profile shop --keep-names --expose',
      'serve --mock --from-profile shop --payments 3',
      'reconcile x.csv --all-in --all-out',
      'reconcile x.csv --all-out --ledger-signs',
      'balance --at yesterday --watch',
      'export payments --out x.csv --month 2026-07 --until 1d',
    ].map((line): [string, string, RegExp, RegExp] => [line, 'conflicting_options', /together/, /one of them/]),
    ['keys add x --key-command y --no-keychain', 'conflicting_options', /--no-keychain/, /one of them/],
    ['auth login --refusal-form mesage', 'invalid_refusal_form', /"mesage"/, /did you mean message/],
    ['balance --watch 0', 'invalid_number', /--watch/, /86400/],
    ['stats --days 3 --month july', 'conflicting_options', /--days and --month/, /one of them/],
    ['stats --by paid', 'invalid_value', /--by/, /created, settled/],
    ['stats --month 2026-12', 'invalid_date', /not begun/, /earlier/],
    ['payments list --month 2026-13', 'invalid_date', /2026-13/, /last month/],
    ['payments list --month ontem', 'invalid_date', /ontem/, /last month/],
    ['payments list --month july --since 7d', 'conflicting_options', /--month and --since/, /one of them/],
    ['payments list --by settled', 'conflicting_options', /--by/, /--month/],
    ['payments receipt pay-1 --format pdf', 'missing_option', /--out/, /receipt\.pdf/],
    ['payments receipt pay-1 --format docx', 'invalid_format', /docx/, /pdf, html, text/],
    ['withdraw receipt wd-1 --out receipt.docx', 'invalid_file', /receipt\.docx/, /\.pdf, \.html or \.txt/],
    ['find " "', 'nothing_to_find', /nothing/, /pix find TEXT/],
    ['find x --all --limit 3', 'conflicting_options', /--all and --limit/, /one of them/],
    ['find x --since soon', 'invalid_date', /"soon"/, /7d/],
    ['find x --fields nothing', 'unknown_field', /"nothing"/, /matchedBy/],
    ['export payments', 'missing_option', /--out/, /--out payments\.csv/],
    ['export payments --out ""', 'missing_option', /--out/, /--out payments\.csv/],
    ['export payments --out -', 'invalid_file', /must be a file/, /pix payments list --all/],
    ['export payments --out /dev/stdout --force', 'invalid_file', /must be a file/, /pix payments list/],
    ['export payments --out /dev/null --force', 'invalid_file', /\/dev\/null/, /another file/],
    ['export payments --out x.csv --since someday', 'invalid_date', /"someday"/, /7d/],
    ['export payments --out x.csv --since ""', 'invalid_date', /"" for --since/, /7d/],
    ['export payments --out x.csv --until ""', 'invalid_date', /"" for --until/, /7d/],
    ['export payments --out x.csv --fields vale', 'unknown_field', /"vale"/, /did you mean value/],
    ['export payments --out x.xls', 'invalid_format', /file type: x\.xls/, /\.xlsx, .*--format/],
    ['export payments --out x.ofx', 'invalid_format', /only statements/, /export statement --format ofx/],
    ['export statement --out x.ofx --fields id', 'conflicting_options', /--fields/, /leave out/],
    ['export statement --out x --format xls', 'invalid_format', /"xls"/, /did you mean xlsx/],
    ['payouts run x.csv --yes --confirm-total 1 --look-for soon', 'invalid_duration', /--look-for/, /90s/],
    ['payouts resume r-1 --look-for 2d', 'invalid_duration', /--look-for/, /90s; at most 1d$/],
    ['payouts report r-1 --format xls', 'invalid_format', /"xls"/, /did you mean xlsx/],
    ['payouts resolve r-1 1 --not-paid', 'confirmation_required', /nothing was changed/, /--yes/],
    ['payouts resolve r-1 1 --yes', 'missing_option', /--paid or --not-paid/, /--paid ID/],
    ['payouts resolve r-1 1 --paid x --not-paid', 'conflicting_options', /--not-paid/, /one of them/],
    ['payouts resolve r-1 0 --not-paid --yes', 'invalid_line', /LINE/, /3,4,5/],
    ['payouts resolve r-1 3-5 --not-paid --yes', 'invalid_line', /"3-5" for LINE/, /3,4,5/],
  ])('pix %s', async (line, code, message, hint) => {
    const argv = wordsOf(line);
    const text = await runCli(argv, { environment: CONNECTED });
    expect({ exitCode: text.exitCode, stdout: text.stdout }).toEqual({ exitCode: 2, stdout: '' });
    if (argv.includes('--json')) {
      expect(text.stderr).toMatch(/^\{"error":\{[^\n]+\}\n$/);
    } else {
      const lines = text.stderr.split('\n');
      expect(lines).toHaveLength(3);
      expect(lines[0]).toMatch(/^error: /);
      expect(lines[0]?.slice('error: '.length)).toMatch(message);
      expect(lines[1]).toMatch(/^hint: /);
      expect(lines[1]).toMatch(hint);
    }
    expect(requests).toEqual([]);

    const asJson = argv.includes('xml') || argv.includes('csv') ? argv : ['--json', ...argv];
    const json = await runCli(asJson, { environment: CONNECTED });
    if (asJson !== argv) expect(jsonError(json).code).toBe(code);
    expect(json.exitCode).toBe(2);
  });

  it.each(LEAVES)('pix %s refuses unknown options and excess arguments', async (path) => {
    const wrong: [string[], string][] = [[['--no-such-option'], 'unknown_option']];
    // A search text, or the command to run, may have any number of words.
    if (!['find', 'explain', 'serve'].includes(path)) wrong.push([['x', 'x', 'x', 'x', 'x'], 'excess_arguments']);
    for (const [more, code] of wrong) {
      const run = await runCli([...wordsOf(path), ...more, '--json'], { environment: CONNECTED });
      expect([run.exitCode, run.stdout, jsonError(run).code]).toEqual([2, '', code]);
    }
    expect(requests).toEqual([]);
  });

  it('would have noticed a request', async () => {
    await runCli(['payments', 'create', '--value', '10'], { environment: CONNECTED });
    expect(requests).not.toEqual([]);
  });

  it('is reported in Portuguese, too', async () => {
    const { stderr } = await runCli(['payments', 'list', '--limt', '3', '--lang', 'pt-BR'], { environment: CONNECTED });
    expect(stderr).toBe('erro: opção desconhecida: --limt\ndica: você quis dizer --limit?\n');
  });

  it('leads from an option to the command that does it', async () => {
    const { stderr } = await runCli(['payouts', 'run', 'july.csv', '--dry-run'], { environment: CONNECTED });
    expect(stderr).toBe('error: unknown option --dry-run\nhint: did you mean pix payouts check?\n');
  });

  it('refuses an unreadable configuration file, and leaves it unchanged', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'config.json'), '{ "profiles": ');
    const { exitCode, stderr, stdout } = await runCli(['balance'], { environment: { PIX_CONFIG_DIR: folder } });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(`error: cannot read the configuration file: ${join(folder, 'config.json')}\nhint: `);
    expect(stderr.trim().split('\n')).toHaveLength(2);
  });
});

describe('global options', () => {
  it('may come before, between and after the subcommands', async () => {
    for (const argv of [
      ['-p', 'nobody', 'payments', 'list'],
      ['payments', '-p', 'nobody', 'list'],
      ['payments', 'list', '--profile=nobody'],
    ]) {
      expect((await runCli(argv)).stderr).toContain('profile not found: "nobody"');
    }
  });

  it('are not mistaken for the values of other options', async () => {
    const argv = ['payments', 'list', '--status', '-q', '--fields', 'id'];
    expect((await runCli(argv, { environment: CONNECTED })).stderr).toContain('the option --status needs a value');
  });

  it('determine the format of errors by the last one', async () => {
    let run = await runCli([]);
    for (const asked of [['-ojson'], ['-o', 'JSON'], ['--output=Json'], ['-qo', 'json'], ['-qojson']]) {
      run = await runCli(['balance', ...asked, '-p', 'nobody']);
      expect(jsonError(run), asked.join(' ')).toMatchObject({ code: 'unknown_profile' });
    }
    expect(run.stderr.split('\n')).toHaveLength(2);
  });
});

describe('help and version', () => {
  it.each(COMMANDS.map(({ path }) => path))('pix %s --help', async (path) => {
    const command = wordsOf(path);
    const english = await runCli([...command, '--help']);
    const portuguese = await runCli([...command, '--help', '--lang', 'pt']);
    expect([english.exitCode, portuguese.exitCode, english.stderr, portuguese.stderr]).toEqual([0, 0, '', '']);
    expect(english.stdout).toMatch(/^Usage: pix/);
    expect(portuguese.stdout).toMatch(/^Uso: pix/);
    // The name of a flag does not depend on the language; its explanation does.
    const flags = (help: string) => help.match(/(?<= )--[a-z-]+/g);
    expect(flags(portuguese.stdout)).toEqual(flags(english.stdout));
    const shared = english.stdout
      .split('\n')
      .filter((line) => /^ {2}-\S.* {2}[^-\s]/.test(line) && portuguese.stdout.includes(line));
    expect(shared).toEqual([]);
  });

  it('shows the help of a group without a command, on stdout', async () => {
    for (const argv of [[], ['payments'], ['withdrawals']]) {
      const { stdout, stderr, exitCode } = await runCli(argv);
      expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
      expect(stdout).toMatch(/^Usage: pix/);
    }
  });

  it('also works as a command', async () => {
    expect((await runCli(['help', 'balance'])).stdout).toMatch(/^Usage: pix balance/);
    for (const names of [[], ['withdraw'], ['withdraw', 'create'], ['withdrawals', 'create'], ['auth', 'help']]) {
      const asked = await runCli(['help', ...names, '--lang', 'pt']);
      expect(asked).toEqual(await runCli([...names, '--help', '--lang', 'pt']));
      expect(asked).toMatchObject({ exitCode: 0, stderr: '', stdout: expect.stringMatching(/^Uso: pix/) });
    }
    expect(await runCli(['help', 'withdraw', 'create'])).toEqual(await runCli(['withdraw', 'help', 'create']));
  });

  it('shows examples before the options, and global options in short', async () => {
    const { stdout } = await runCli(['withdraw', 'create', '--help']);
    const headings = stdout.match(/^[A-Z][^\n]*:$/gm);
    expect(headings).toEqual(['Examples:', 'Options:', 'Advanced (pix help withdraw create --all):']);
    expect(stdout).toMatch(/^Global options: -p, .*\(pix help options\)\n$/m);
    expect(stdout).toContain('  $ pix withdraw create --amount 25,00');
  });

  it('has topics, in both languages, and suggests them', async () => {
    for (const lang of ['en', 'pt']) {
      const { stdout: list } = await runCli(['--help', '--lang', lang]);
      for (const topic of ['options', 'exit-codes', 'formatting', 'environment', 'safety']) {
        const shown = await runCli(['help', topic, '--lang', lang]);
        expect(shown).toMatchObject({ exitCode: 0, stderr: '' });
        expect(list).toMatch(new RegExp(`^\\S.*: .*\\b${topic}\\b`, 'm'));
      }
    }
    expect((await runCli(['help', 'exit-codes'])).stdout.match(/^ +\d+(?= )/gm)?.map(Number)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 127, 130,
    ]);
    expect((await runCli(['help', 'safty'])).stderr).toContain('did you mean safety?');
  });

  it.each([
    ['saldo', 'did you mean pix balance?'],
    ['extrato', 'did you mean pix export statement?'],
    ['enviar', 'did you mean pix withdraw create?'],
    ['login', 'did you mean pix auth login?'],
    ['Cobrança', 'did you mean pix payments create?'],
    ['balnce', 'did you mean balance?'],
    ['refund', 'this API has no refunds'],
    ['payouts conferir', 'did you mean pix payouts check?'],
    ['withdraw show', 'did you mean pix withdraw get?'],
    ['withdraw estornar', 'this API has no refunds'],
    ['mock chargeback', 'did you mean pix mock dispute?'],
    ['payments crate', 'did you mean create?'],
    ['xyzzy', 'see: pix --help'],
  ])('leads pix %s on: %s', async (typed, hint) => {
    const words = typed.split(' ');
    for (const argv of [words, ['help', ...words]]) {
      const run = await runCli(argv);
      expect(run).toMatchObject({ exitCode: 2, stdout: '' });
      expect(run.stderr).toContain(`hint: ${hint}`);
    }
  });

  it('takes the language from the environment, or from the flag', async () => {
    const language = async (environment: Record<string, string>, argv: string[] = []) =>
      (await runCli([...argv, '--help'], { environment })).stdout.startsWith('Uso:') ? 'pt' : 'en';
    expect(await language({ LANG: 'pt_BR.UTF-8' })).toBe('pt');
    expect(await language({ LANG: 'en_US.UTF-8' })).toBe('en');
    expect(await language({ LANG: 'de_DE.UTF-8' })).toBe('en');
    expect(await language({ LANG: 'pt_BR.UTF-8', LC_ALL: 'C' })).toBe('en');
    expect(await language({ LANG: 'en_US.UTF-8', LC_MESSAGES: 'pt_PT' })).toBe('pt');
    expect(await language({ LC_ALL: 'en_US.UTF-8', PIX_LANG: 'pt-BR' })).toBe('pt');
    expect([await language({ PIX_LANG: 'pt-BR' }, ['--lang', 'en']), await language({})]).toEqual(['en', 'en']);
  });
});
