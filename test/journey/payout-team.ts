import { expect } from 'vitest';
import { createSshKey } from '../support/ssh-keys.ts';
import type { CliOptions } from '../support/cli.ts';
import { it as withOffice, type PayoutOffice } from './payout-office.ts';

const PEOPLE = ['ana', 'bruno', 'carla', 'dora'] as const;
type Person = (typeof PEOPLE)[number];

/** Ana submits, Bruno and Carla approve, Dora administrates. */
export type PayoutTeam = ReturnType<typeof teamOf>;

function teamOf(office: PayoutOffice) {
  const made = PEOPLE.map((name) => [name, createSshKey(office.folder, name)] as const);
  const keys = Object.fromEntries(made.map(([name, { path }]) => [name, path])) as Record<Person, string>;
  const people = Object.fromEntries(made.map(([name, { publicKey }]) => [name, [publicKey]]));
  const as = (person: Person, argv: readonly string[], options: CliOptions = {}) =>
    office.run(argv, { ...options, environment: { PIX_SIGNING_KEY: keys[person], ...options.environment } });
  const document = {
    people,
    administrators: ['dora'],
    submitters: ['ana', 'bruno'],
    approvers: ['bruno', 'carla'],
    approvals: [
      { above: '0,00', needed: 1 },
      { above: '500,00', needed: 2 },
    ],
  };
  return {
    keys,
    /** Runs a command with the key of a person. */
    as,
    /** Sets a policy, signed by a person. */
    setPolicy(changes: object = {}, by: Person = 'dora') {
      const path = office.file('policy.json', [JSON.stringify({ ...document, ...changes })]);
      return as(by, ['payouts', 'policy', 'set', path, '--yes', '--json']);
    },
    /** Submits a file as Ana. @returns the run */
    async submit(path: string) {
      const submitted = await as('ana', ['payouts', 'submit', path, '--json']);
      expect(submitted.exitCode, submitted.stderr).toBe(0);
      const { run }: { run: string } = JSON.parse(submitted.stdout);
      return run;
    },
    approve: (person: Person, runId: string, sum: string) =>
      as(person, ['payouts', 'approve', runId, '--yes', '--confirm-total', sum, '--json']),
  };
}

/** A test with a team of its own, at an office. */
export const it = withOffice.extend<{ readonly team: PayoutTeam }>({ team: ({ office }, use) => use(teamOf(office)) });
