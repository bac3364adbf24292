import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { jsonError, runCli, temporaryFolder } from '../support/cli.ts';
import { createSshKey, skipWithoutSshKeygen } from '../support/ssh-keys.ts';
import { ENTER, openTerminal } from '../terminal/terminal.ts';
import { it } from './payout-office.ts';

describe('pix payouts policy init', () => {
  it('asks who does what, and writes a policy that can be set', async ({ office }) => {
    const out = join(office.folder, 'our company.json');
    const [dora, ana, bruno, carla] = ['dora', 'ana', 'bruno', 'carla'].map((name) =>
      createSshKey(office.folder, name),
    );
    const names = ['/home/dora', 'dora', ' , ', 'ana', `bruno, ${carla!.publicKey}`, '2', 'ana', 'bruno, carla'];
    const amounts = ['', '50.000,00', 'plenty', '20.000,00', ''];
    const keys = ['', ana!.publicKey, 'no key', `${ana!.path}.pub`, `${bruno!.path}.pub`, `${carla!.path}.pub`];
    const environment = { PIX_SIGNING_KEY: dora!.path };
    const asked = await office.run(['payouts', 'policy', 'init', '--out', out], {
      isTerminal: true,
      answers: [...names, ...amounts, ...keys],
      environment,
    });
    expect(asked.exitCode, asked.stderr).toBe(0);
    expect(asked.stderr).toContain(`${out} is written. Sign it:\npix payouts policy set '${out}'\n`);
    expect(asked.questions).toEqual(
      expect.arrayContaining([
        'Type at least one name.',
        expect.stringMatching(/^The approval of the person who submits does not count/),
        expect.stringMatching(/^invalid name "\/home\/dora": use letters/),
        expect.stringMatching(/^invalid name "ssh-ed25519 .{28}…"/),
        expect.stringMatching(/^invalid name "2"/),
        'two people have the same key',
        expect.stringContaining('plenty'),
      ]),
    );
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual({
      people: { dora: [dora!.publicKey], ana: [ana!.publicKey], bruno: [bruno!.publicKey], carla: [carla!.publicKey] },
      administrators: ['dora'],
      submitters: ['ana'],
      approvers: ['bruno', 'carla'],
      approvals: [
        { above: '0,00', needed: 1 },
        { above: '50.000,00', needed: 2 },
      ],
      caps: { payment: '20.000,00' },
    });
    const shown: string[] = [];
    const answer = () => {
      expect(shown.join('')).toMatch(
        /Approvers +bruno, carla\n(?:.*\n)*.*above R\$ 50\.000,00: 2\n(?:.*\n)*Cap per payment/,
      );
      return Promise.resolve('n');
    };
    const kept = await office.run(['payouts', 'policy', 'set', out], {
      isTerminal: true,
      columns: 120,
      answers: [answer],
      onStderr: (text) => void shown.push(text),
      environment,
    });
    expect([kept.exitCode, kept.questions.length]).toEqual([2, 1]);
    const set = await office.run(['payouts', 'policy', 'set', out, '--yes', '--json'], { environment });
    expect(set.exitCode, set.stderr).toBe(0);
    expect(JSON.parse(set.stdout)).toMatchObject({ version: 1, setBy: 'dora' });
    const again = await office.run(['payouts', 'policy', 'init', '--out', out], { isTerminal: true, environment });
    expect(again.stderr).toContain('already exists and was not changed');
  });

  it('is not set where the submitter would have to approve, nor asks for it', async ({ office }) => {
    const [dora, ana, bruno] = ['dora', 'ana', 'bruno'].map((name) => createSshKey(office.folder, name));
    const environment = { PIX_SIGNING_KEY: dora!.path };
    const out = join(office.folder, 'policy.json');
    const answers = ['dora', 'ana', 'ana, bruno', '', '', '', '', `${ana!.path}.pub`, `${bruno!.path}.pub`];
    const asked = await office.run(['payouts', 'policy', 'init', '--out', out], {
      isTerminal: true,
      answers,
      environment,
    });
    expect([asked.exitCode, asked.questions.length], asked.stderr).toEqual([0, answers.length]);
    const policy = JSON.parse(readFileSync(out, 'utf8'));
    const withTwo = office.file('two.json', [JSON.stringify({ ...policy, approvals: [{ above: '0', needed: 2 }] })]);
    const refused = await office.run(['payouts', 'policy', 'set', withTwo, '--yes', '--json'], { environment });
    expect([refused.exitCode, jsonError(refused)]).toEqual([
      2,
      expect.objectContaining({
        code: 'policy_unusable',
        details: { problem: 'too_few_approvers', path: 'approvals.0.needed' },
      }),
    ]);
    const set = await office.run(['payouts', 'policy', 'set', out, '--yes', '--json'], { environment });
    expect(set.exitCode, set.stderr).toBe(0);
  });

  it('asks nothing without a terminal', async () => {
    const { exitCode, stdout, stderr } = await runCli(['payouts', 'policy', 'init', '--json']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(jsonError({ stderr }).code).toBe('confirmation_required');
  });

  it('makes the key of a person who has none, with a password that ssh-keygen asks for', async () => {
    skipWithoutSshKeygen();
    const folder = temporaryFolder();
    const session = openTerminal(['payouts', 'policy', 'init'], {
      columns: 100,
      rows: 60,
      folder,
      environment: { PIX_CONFIG_DIR: join(folder, 'config'), PIX_LANG: 'en' },
    });
    await session.shows(/Your name/);
    session.type(`dora${ENTER}`);
    await session.shows(/Who submits/);
    session.type(`ana${ENTER}`);
    await session.shows(/Who approves/);
    session.type(`dora${ENTER}`);
    for (const question of [/one approval needed/, /Largest payment/, /Largest sum/, /Public SSH key/]) {
      await session.shows(question);
      session.type(ENTER);
    }
    await session.shows(/passphrase/);
    session.type(ENTER);
    await session.shows(/same passphrase/);
    session.type(ENTER);
    await session.shows(/Public SSH key of ana/);
    session.type(createSshKey(folder, 'ana').publicKey + ENTER);
    expect(await session.ended()).toBe(0);
    expect(session.screen()).toContain('pix config set signing-key dora-pix-key');
    expect(existsSync(join(folder, 'dora-pix-key'))).toBe(true);
    const { people } = JSON.parse(readFileSync(join(folder, 'policy.json'), 'utf8'));
    expect(people.dora).toEqual([readFileSync(join(folder, 'dora-pix-key.pub'), 'utf8').trim()]);
  });
});
