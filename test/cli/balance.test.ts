import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BASE_URL, CONNECTED, jsonError, runCli, type CliOptions } from '../support/cli.ts';
import { balance } from '../support/bodies.ts';
import { nock, onlyNock } from '../support/nock-network.ts';

onlyNock();
beforeEach(() => {
  vi.stubEnv('TZ', 'America/Sao_Paulo');
});

interface Change {
  readonly total?: number;
  readonly dailyUsed?: number;
  readonly blocked?: number;
}

const changed = ({ total = 123456, dailyUsed = 250000, blocked = 0 }: Change) => ({
  ...balance,
  balance: { ...balance.balance, total, isNegative: total < 0 },
  disputes: { ...balance.disputes, totalBlockedAmount: blocked },
  limits: { ...balance.limits, dailyUsed, dailyRemaining: balance.limits.daily - dailyUsed },
});

/** Answers in turn, a number being the status of a failure that is not retried soon; the last one forever. */
function serve(...answers: readonly (Change | number)[]) {
  const left = [...answers];
  nock(BASE_URL)
    .persist()
    .get('/api/v1/user/balance')
    .reply(() => {
      const answer = left.length > 1 ? left.shift() : left[0];
      return typeof answer === 'number'
        ? [answer, { success: false, error: 'Failed', message: 'no', retryAfter: 61 }]
        : [200, { success: true, data: changed(answer ?? {}) }];
    });
}

/** Runs until this many waits of that length are over, and is then interrupted. */
async function watched(argv: readonly string[], waits: number, options: CliOptions = {}) {
  const controller = new AbortController();
  const slept: number[] = [];
  const run = await runCli(argv, {
    ...options,
    environment: { ...CONNECTED, ...options.environment },
    interruption: controller.signal,
    onSleep(milliseconds) {
      slept.push(milliseconds);
      if (slept.length === waits) throw Object.assign(new Error('Ctrl-C'), { name: 'ExitPromptError' });
    },
  });
  return { ...run, slept };
}

const terminal = { isTerminal: true, columns: 80, rows: 60 };
const widest = (stdout: string) => Math.max(...stdout.split('\n').map((line) => line.length));

describe('pix balance', () => {
  it('shows first the amount that can be sent, and the amount that disputes block', async () => {
    serve({ total: 50_000, blocked: 10_000 });
    const { stdout } = await runCli(['balance', '--no-color'], {
      environment: CONNECTED,
      isTerminal: true,
      columns: 80,
    });
    const [available, blocked] = stdout.split('\n');
    expect(available).toMatch(/^Available +R\$ 400,00$/);
    expect(blocked).toMatch(/^Blocked +R\$ 100,00 {2}\d open disputes? \(MED\)$/);
    const all = await runCli(['balance', '--all', '--no-color'], { environment: CONNECTED, isTerminal: true });
    expect(all.stdout).toContain('R$ 100,00 is blocked by disputes (MED)');
  });

  it.each(['en', 'pt-BR'])('needs six lines with its header, however much is blocked: %s', async (language) => {
    serve({ total: 50_000, blocked: 10_000 });
    const { stdout, stderr } = await runCli(['balance', '--lang', language], {
      environment: CONNECTED,
      isTerminal: true,
      columns: 80,
    });
    expect((stdout + stderr).split('\n').length - 1).toBeLessThanOrEqual(6);
  });

  it("adds the available amount to the service's response, in centavos", async () => {
    serve({ total: 50_000, blocked: 10_000 });
    const { stdout } = await runCli(['balance', '--json'], { environment: CONNECTED });
    expect(JSON.parse(stdout)).toEqual({ ...changed({ total: 50_000, blocked: 10_000 }), available: 40_000 });
    const row = await runCli(['balance', '--fields', 'available', '-o', 'tsv'], { environment: CONNECTED });
    expect(row.stdout).toBe('40000\n');
  });

  it('fits 40 columns without breaking an amount', async () => {
    serve({ total: 9_007_199_254_740_991 });
    const options = { environment: CONNECTED, isTerminal: true, columns: 40 };
    for (const language of ['en', 'pt-BR']) {
      const { stdout } = await runCli(['balance', '--all', '--no-color', '--lang', language], options);
      expect(widest(stdout)).toBeLessThanOrEqual(40);
      expect(stdout).toContain('R$ 90.071.992.547.409,91\n');
    }
  });

  it.each([
    [0, '░░░░░░░░░░░░ 0% used'],
    [1, '░░░░░░░░░░░░ under 1% used'],
    [9_999, '░░░░░░░░░░░░ under 1% used'],
    [10_000, '░░░░░░░░░░░░ 1% used'],
    [90_000, '█░░░░░░░░░░░ 9% used'],
    [999_999, '███████████░ 99% used'],
    [1_000_000, '████████████ 100% used'],
    [1_200_000, '████████████ 120% used'],
  ])(
    'draws %i of 1000000 so that nearly none does not look like some, nor nearly all like all',
    async (dailyUsed, bar) => {
      serve({ dailyUsed });
      const { stdout } = await runCli(['balance', '--no-color'], { environment: CONNECTED, isTerminal: true });
      expect(stdout).toContain(bar);
    },
  );

  it('names received money and fees as figures of the service, which pix stats computes otherwise', async () => {
    serve({});
    const options = { environment: CONNECTED, isTerminal: true, columns: 80 };
    const { stdout } = await runCli(['balance', '--all', '--no-color', '--lang', 'pt-BR'], options);
    expect(stdout).toMatch(/Recebido, segundo o serviço +R\$ .*\n *Tarifas, segundo o serviço +R\$ /);
  });

  it('highlights a negative balance, in words and in colour', async () => {
    serve({ total: -12345 });
    const plain = await runCli(['balance', '--no-color'], { environment: CONNECTED, isTerminal: true });
    expect(plain.stdout).toMatch(/^ THE BALANCE IS NEGATIVE: -R\$ 123,45 \n/);
    expect(plain.stdout).toContain('Nothing can be sent until incoming Pix bring the balance above zero.');
    const coloured = await runCli(['balance'], { environment: CONNECTED, isTerminal: true });
    expect(coloured.stdout.startsWith('\u001b[31m\u001b[1m\u001b[7m THE BALANCE')).toBe(true);
  });
});

describe('pix balance --watch', () => {
  it('redraws in place, and highlights what changed until the next change', async () => {
    serve({ total: 10_000 }, { total: 11_050 }, { total: 11_050 }, { total: 5_000 });
    const { stdout, exitCode, slept } = await watched(['balance', '--watch', '--no-color'], 4, terminal);
    expect([exitCode, slept]).toEqual([130, [5_000, 5_000, 5_000, 5_000]]);
    const pictures = stdout.split(/\u001b\[\d+A\r/);
    expect(pictures).toHaveLength(4);
    const totals = pictures.map((picture) => /Available +(.*)/.exec(picture)?.[1]);
    expect(totals.map((total) => total?.trim())).toEqual([
      'R$ 100,00',
      'R$ 110,50  ▲ R$ 10,50',
      'R$ 110,50  ▲ R$ 10,50',
      'R$ 50,00  ▼ R$ 60,50',
    ]);
    expect(pictures[0]).not.toContain('Last change');
    expect(pictures[2]).toContain('As of 12:00:10, every 5 s.');
    expect(pictures[2]).toContain('Last change: 12:00:05');
    // Moves up as many lines as were drawn, and clears each.
    const lines = pictures[0]?.match(/\n/g)?.length;
    expect(stdout).toContain(`\u001b[${lines}A\r`);
    expect(
      pictures[0]
        ?.split('\n')
        .slice(0, -1)
        .every((line) => line.startsWith('\u001b[2K')),
    ).toBe(true);
  });

  it('marks what has left the limit of today', async () => {
    serve({ dailyUsed: 250_000 }, { dailyUsed: 300_000 });
    const { stdout } = await watched(['balance', '--watch', '--no-color'], 2, { ...terminal, columns: 100 });
    expect(stdout.split(/\u001b\[\d+A\r/).at(-1)).toMatch(
      /Left today +R\$ 7\.000,00 {2}▼ R\$ 500,00 {2}of R\$ 10\.000,00/,
    );
  });

  it('stays within the lines of the terminal, including the caption', async () => {
    serve({});
    const { stdout } = await watched(['balance', '--watch', '2', '--all', '--no-color'], 2, { ...terminal, rows: 12 });
    const [picture = ''] = stdout.split(/\u001b\[\d+A\r/);
    expect(picture.match(/\n/g)?.length).toBeLessThan(12);
    expect(picture).toContain('Total');
    expect(picture).toContain(', every 2 s.');
  });

  it('reports a temporary failure below the last picture and the time of its figures, and continues', async () => {
    serve({ total: 10_000 }, 503, { total: 20_000 });
    const { stdout } = await watched(['balance', '--watch', '--no-color'], 3, terminal);
    const pictures = stdout.split(/\u001b\[\d+A\r/);
    const failed = pictures.find((picture) => picture.includes('retrying'));
    expect(failed).toContain('R$ 100,00');
    expect(failed).toContain('As of 12:00:00, every 5 s.');
    expect(pictures.at(-1)).toContain('R$ 200,00');
    expect(pictures.at(-1)).toMatch(/As of 12:00:1\d, every 5 s\./);
  });

  it.each([
    ['tsv', '10000\n20000\n'],
    ['csv', 'balance.total\r\n10000\r\n20000\r\n'],
    ['ndjson', '{"balance":{"total":10000}}\n{"balance":{"total":20000}}\n'],
    ['json', '{"balance":{"total":10000}}\n{"balance":{"total":20000}}\n'],
  ])('prints a record each time in a pipe: %s', async (format, expected) => {
    serve({ total: 10_000 }, { total: 20_000 });
    const argv = ['balance', '--watch', '1', '-o', format, '--fields', 'balance.total'];
    expect((await watched(argv, 2)).stdout).toBe(expected);
  });

  it('is read out again only when it has changed, with the time', async () => {
    serve({ total: 10_000 }, { total: 10_000 }, { total: 11_050 }, { total: 11_050 });
    const spoken = { ...terminal, environment: { ACCESSIBLE: '1' } };
    const { stdout } = await watched(['balance', '--watch', '--no-color'], 4, spoken);
    expect(stdout.match(/Available.*|Last.*/g)).toEqual([
      expect.stringMatching(/^Available +R\$ 100,00$/),
      'Last change: 12:00:10',
      expect.stringMatching(/^Available +R\$ 110,50$/),
    ]);
  });

  it('ends at a permanent failure', async () => {
    serve({}, 401);
    const result = await watched(['balance', '--watch', '--json'], 9);
    expect([result.exitCode, result.slept.length, jsonError(result).status]).toEqual([4, 1, 401]);
  });
});

describe('the account in front of money', () => {
  const show = async (argv: readonly string[], options: CliOptions = {}) => {
    serve({});
    return (await runCli(['balance', ...argv], { environment: CONNECTED, isTerminal: true, ...options })).stderr;
  };

  it('is shown before the rest on a terminal, and nowhere else', async () => {
    expect(await show(['--no-color'])).toBe('wallet.example · PIX_API_KEY\n');
    for (const argv of [['--json'], ['--quiet'], ['--fields', 'balance.total'], ['-o', 'tsv']]) {
      expect(await show(argv), argv.join(' ')).toBe('');
    }
    expect(await show([], { isTerminal: false })).toBe('');
  });

  it('names a time zone that is not that of Brasília, and refuses one that does not exist', async () => {
    const zoned = (TZ: string) => ({ environment: { ...CONNECTED, TZ } });
    vi.stubEnv('TZ', 'America/Manaus');
    expect(await show(['--no-color'], zoned('America/Manaus'))).toContain(' · times in America/Manaus\n');
    for (const typed of ['Sao_Paulo', 'America/Sao_Paul', 'America/Sao_paulo', '<-03>3']) {
      // Node takes it for UTC.
      vi.stubEnv('TZ', typed);
      const refused = await runCli(['balance', '--json'], zoned(typed));
      expect([refused.exitCode, jsonError(refused).code, jsonError(refused).hint]).toEqual([
        2,
        'invalid_time_zone',
        typed.startsWith('<') ? 'write it like America/Sao_Paulo or UTC' : 'did you mean TZ=America/Sao_Paulo?',
      ]);
    }
    for (const typed of ['UTC', 'GMT', 'Africa/Abidjan', 'BRT3']) {
      vi.stubEnv('TZ', typed);
      expect(await show(['--no-color'], zoned(typed)), typed).toContain('wallet.example');
    }
  });
});
