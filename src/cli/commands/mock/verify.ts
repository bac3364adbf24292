import type * as z from 'zod';
import { controls } from '../../../contract/control.ts';
import { CommandError, EXIT } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { openControls } from '../../context/local-service.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import type { Output } from '../../output/output.ts';
import type { Catalogue } from '../../text/translate.ts';
import { wrapToWidth, singleLine } from '../../output/text-width.ts';

type Invariant = z.output<(typeof controls.verify)['data']>['invariants'][number];

export const FIELDS: Fields<Invariant> = ofKind('text', 'name', 'holds', 'violations');

/** Translated; a newer service may check more invariants. */
function invariantWords(name: string, { mock }: Catalogue): string {
  return Object.entries(mock.invariants).find(([known]) => known === name)?.[1] ?? name;
}

export async function run(context: Context, _flags: object, output: Output<Invariant>): Promise<void> {
  const { text } = context.screen;
  const localService = await openControls(context);
  const { holds, isDamaged, invariants } = await localService.use(controls.verify, {});
  const broken = invariants.filter((invariant) => !invariant.holds);

  if (output.isForPerson) {
    const palette = await context.screen.palette();
    const width = Math.max(text.mock.holds.length, text.mock.broken.length);
    for (const { name, holds: isSatisfied, violations } of invariants) {
      const verdict = isSatisfied
        ? palette.good(text.mock.holds.padEnd(width))
        : palette.bad(text.mock.broken.padEnd(width));
      const wrapped = (line: string, indent: number) =>
        wrapToWidth(singleLine(line), (context.screen.columns ?? Infinity) - width - indent).join(
          `\n${' '.repeat(width + indent)}`,
        );
      const details = violations.map((violation) => `${' '.repeat(width)}    ${wrapped(violation, 4)}\n`);
      context.screen.print(`${verdict}  ${wrapped(invariantWords(name, text), 2)}\n${details.join('')}`);
    }
  } else {
    const verdict = { holds, ...(isDamaged !== undefined && { isDamaged }) };
    await output.list({ batches: [invariants], envelope: (items) => ({ ...verdict, invariants: items }) }, FIELDS);
  }
  if (isDamaged === true) {
    throw new CommandError({ ...text.mock.dataDamaged, code: 'data_damaged', exitCode: EXIT.failed });
  }
  if (!holds || broken.length > 0) {
    throw new CommandError({
      ...text.mock.invariantBroken(broken.map(({ name }) => invariantWords(name, text))),
      code: 'invariant_broken',
      exitCode: EXIT.failed,
      details: { broken: broken.map(({ name }) => name) },
    });
  }
  context.screen.notify(text.mock.allHold(invariants.length));
}
