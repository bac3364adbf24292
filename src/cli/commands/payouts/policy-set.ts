import { readFile } from 'node:fs/promises';
import { parsePolicy, type Policy } from '../../../payouts/approval/policy.ts';
import { NAMESPACES } from '../../../payouts/approval/statement.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { withJournal } from '../../context/payouts/open-payouts.ts';
import { confirm } from '../../context/prompts.ts';
import { sign } from '../../context/signing.ts';
import type { Output } from '../../output/output.ts';
import { createPalette } from '../../output/palette.ts';
import { labelledLines } from '../../output/sheet.ts';
import { policyLines, policyRow, policySheet, type PolicyRow } from './policy-row.ts';
import { unreadable } from './read-file.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { Catalogue } from '../../text/translate.ts';
import type { policySet } from './approval-commands.ts';

export type PolicySetFlags = OptionsOf<typeof policySet>;

/** `pix payouts policy set FILE`: signed by an administrator of the version before; the first one by its own. */
export async function run(context: Context, flags: PolicySetFlags, output: Output<PolicyRow>): Promise<void> {
  const { text, isInteractive, messageColumns, notify, warn } = context.screen;
  const { approval } = text.payouts;
  if (flags.yes !== true && !isInteractive) throw usageError('confirmation_required', approval.policyNeedsYes);
  const document = await readDocument(context, flags.file);
  const planned = assertUsable(document, text);
  await withJournal(context, async ({ journal }) => {
    const question = approval.setPolicy((journal.policies.current()?.version ?? 0) + 1);
    if (flags.yes !== true) {
      const lines = labelledLines(policyLines(planned, text), await createPalette(false), messageColumns);
      for (const line of lines.trimEnd().split('\n')) warn(line);
      if (!(await confirm(await context.screen.prompts(), question, text))) {
        throw usageError('cancelled', approval.policyKept);
      }
    }
    const signature = await sign(context, NAMESPACES.policy, journal.policies.statementFor(document));
    journal.transaction(() => {
      journal.policies.set(document, signature);
    });
    const policy = journal.policies.current();
    if (policy === undefined) return;
    await output.one(policyRow(policy), (style) => policySheet(policy, style));
    notify(approval.policySet(policy.version, policy.setBy, policy.digest));
  });
}

/** @throws CommandError policy_unusable */
export function assertUsable(document: string, text: Catalogue): Policy {
  const { approval } = text.payouts;
  const parsed = parsePolicy(document);
  if (parsed.ok) return parsed.policy;
  const { problem, path } = parsed.problem;
  throw usageError('policy_unusable', approval.policyUnusable(approval.policyProblems[problem], path), {
    problem,
    path,
  });
}

async function readDocument({ screen }: Context, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw unreadable(path, error, screen);
  }
}
