import type { Run } from '../../command/command.ts';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isSystemError } from '../../../files/system-error.ts';
import { homeFolder } from '../../../files/folders.ts';
import { currentActor } from '../../../payouts/approval/audit-log.ts';
import { parseSshKey } from '../../../payouts/approval/ssh-key.ts';
import { centavos } from '../../../pix/centavos.ts';
import type { Context } from '../../context/context.ts';
import { expanded, makeKey } from '../../context/signing.ts';
import { CommandError, usageError } from '../../errors/command-error.ts';
import { readTyped } from '../../input/amount.ts';
import { shellWord } from '../../output/text-width.ts';
import { assertReplaceable, guardingFile } from '../../output/write-output.ts';
import type { policyInit } from './command.ts';
import { approvalsPossible, assertUsable } from './policy.ts';

const USUAL_KEYS = ['id_ed25519', 'id_ecdsa', 'id_rsa'];

/** As people are called, or log in. */
const NAME = /^(?=.*\p{L})[\p{L}\p{M}\p{N} ._@'’-]{1,64}$/u;

/** `pix payouts policy init`: asks who does what, finds or makes the keys, and writes the file for `policy set`. */
export const run: Run<typeof policyInit> = async (context, { out = 'policy.json' }) => {
  const { text, isInteractive, notify } = context.screen;
  const { init } = text.payouts.approval;
  if (!isInteractive) throw usageError('confirmation_required', init.needsTerminal);
  assertReplaceable(out, false, text);
  const interview = new Interview(context, dirname(out));
  const document = await interview.policy();
  assertUsable(document, text);
  await guardingFile(out, text, () => writeFile(out, document, { flag: 'wx', mode: 0o600 }));
  const isKeySet = context.host.environment['PIX_SIGNING_KEY'] !== undefined;
  const ownKey = isKeySet ? undefined : interview.ownKeyFile;
  for (const line of init.written(out, shellWord(out), ownKey && shellWord(ownKey))) notify(line);
};

class Interview {
  /** The private half of the administrator's key, where its file is known. */
  ownKeyFile: string | undefined;
  readonly #keys = new Set<string>();
  readonly #context: Context;
  readonly #folder: string;

  constructor(context: Context, folder: string) {
    this.#context = context;
    this.#folder = folder;
  }

  async policy(): Promise<string> {
    const { init } = this.#context.screen.text.payouts.approval;
    const user = currentActor().user;
    const isName = (typed: string) => (typed === '' ? undefined : this.#wrongName([typed]));
    const administrator = (await this.#ask(init.administrator(user), isName)) || user;
    const submitters = await this.#names(init.submitters);
    const possible = (approvers: readonly string[]) => approvalsPossible({ submitters, approvers });
    const approvers = await this.#names(init.approvers, (names) => (possible(names) > 0 ? undefined : init.noOther));
    const above = (await this.#amount(init.above)) || '0,00';
    const aboveForTwo = possible(approvers) > 1 ? await this.#amount(init.aboveForTwo) : '';
    const payment = await this.#amount(init.payment);
    const day = await this.#amount(init.day);
    const people: Record<string, readonly string[]> = {};
    for (const name of new Set([administrator, ...submitters, ...approvers])) {
      people[name] = [await this.#keyOf(name, name === administrator)];
    }
    const approvals = [{ above, needed: 1 }, ...(aboveForTwo === '' ? [] : [{ above: aboveForTwo, needed: 2 }])];
    const caps = { ...(payment !== '' && { payment }), ...(day !== '' && { day }) };
    const policy = { people, administrators: [administrator], submitters, approvers, approvals, caps };
    return `${JSON.stringify(policy, null, 2)}\n`;
  }

  async #ask(question: string, problemWith?: (answer: string) => string | undefined): Promise<string> {
    const prompts = await this.#context.screen.prompts();
    return (await prompts.text(question, (answer) => problemWith?.(answer.trim()))).trim();
  }

  async #names(
    question: string,
    problemWith?: (names: readonly string[]) => string | undefined,
  ): Promise<readonly string[]> {
    const { init } = this.#context.screen.text.payouts.approval;
    const answer = await this.#ask(question, (typed) => {
      const names = namesIn(typed);
      return names.length === 0 ? init.noNames : (this.#wrongName(names) ?? problemWith?.(names));
    });
    return namesIn(answer);
  }

  /** A key, a path or a number typed for a name would be signed by all, and be what the log shows for ever. */
  #wrongName(names: readonly string[]): string | undefined {
    const wrong = names.find((name) => !NAME.test(name));
    return wrong === undefined ? undefined : this.#context.screen.text.payouts.approval.init.noName(shortened(wrong));
  }

  /** @returns the amount as it was typed; nothing where there is none */
  #amount(question: string): Promise<string> {
    const { text } = this.#context.screen;
    return this.#ask(question, (typed) => {
      const read = typed === '' ? undefined : readTyped(typed, undefined, centavos(0), text);
      return read instanceof CommandError ? read.message : undefined;
    });
  }

  /** @returns the line of a public key */
  async #keyOf(name: string, isAdministrator: boolean): Promise<string> {
    const { payouts, policyProblems } = this.#context.screen.text;
    const { init } = payouts.approval;
    const found = isAdministrator ? this.#usualKey() : undefined;
    const answer = await this.#ask(init.key(name, found), (typed) => {
      if (typed === '') return undefined;
      const line = publicLineIn(typed);
      if (line === undefined) return init.noKey;
      return this.#keys.has(keyIn(line)) ? policyProblems.shared_key : undefined;
    });
    const file = answer === '' ? (found ?? (await this.#makeKey(name))) : answer;
    const line = publicLineIn(file);
    if (line === undefined) throw usageError('file_unreadable', { message: init.noKey });
    this.#keys.add(keyIn(line));
    if (isAdministrator && !line.startsWith(file)) this.ownKeyFile = expanded(file).replace(/\.pub$/, '');
    return line;
  }

  #usualKey(): string | undefined {
    const own = this.#context.host.environment['PIX_SIGNING_KEY'];
    const files = USUAL_KEYS.map((name) => join(homeFolder(), '.ssh', name));
    return [...(own === undefined ? [] : [own]), ...files]
      .map((file) => (file.endsWith('.pub') ? file : `${file}.pub`))
      .find((file) => publicLineIn(file) !== undefined);
  }

  /** `ssh-keygen` asks for a password itself. @returns the public file */
  async #makeKey(name: string): Promise<string> {
    const { text, notify } = this.#context.screen;
    const file = join(this.#folder, `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-pix-key`);
    if (existsSync(file)) throw usageError('file_exists', text.errors.fileExists(file));
    if (!(await makeKey(this.#context, file, name))) throw usageError('cancelled', text.payouts.approval.policyKept);
    notify(text.payouts.approval.init.made(name, file));
    return `${file}.pub`;
  }
}

/** Without its comment. */
const keyIn = (line: string) => line.split(/\s+/, 2).join(' ');

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

function namesIn(typed: string): readonly string[] {
  return typed
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** The line of a public key: typed, or in a file. */
function publicLineIn(typed: string): string | undefined {
  if (parseSshKey(typed) !== undefined) return typed;
  try {
    const line = readFileSync(expanded(typed), 'utf8').trim();
    return parseSshKey(line) === undefined ? undefined : line;
  } catch (error) {
    if (isSystemError(error)) return undefined;
    throw error;
  }
}
