import { existsSync, openAsBlob } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import type * as z from 'zod';
import type { ControlClient } from '../../../client/controls.ts';
import { controls } from '../../../contract/control.ts';
import { FILE_MODE } from '../../../files/private-files.ts';
import { writeFileWhole } from '../../../files/write-whole.ts';
import type { CommandModule } from '../../command/command.ts';
import type { OptionsOf } from '../../command/options.ts';
import { guardingFile } from '../../output/write-output.ts';
import { openControls } from '../../context/local-service.ts';
import type { Screen } from '../../context/screen.ts';
import { usageError, commandError, EXIT } from '../../errors/command-error.ts';
import { unreadableFile } from '../../errors/plain-cause.ts';
import type { Fields } from '../../output/fields.ts';
import type { restore, snapshot } from './command.ts';
import type { Context } from '../../context/context.ts';
import type { Output } from '../../output/output.ts';
import type { Catalogue } from '../../text/translate.ts';
import { wrapToWidth, singleLine } from '../../output/text-width.ts';

interface SavedState {
  readonly file: string;
  readonly bytes: number;
}

export const FIELDS: Fields<SavedState> = [
  { path: 'file', kind: 'text' },
  { path: 'bytes', kind: 'count' },
];

type Receive = (pieces: AsyncIterable<Uint8Array> | Iterable<string>) => Promise<void>;

function saving(
  send: (service: ControlClient, receive: Receive) => Promise<void>,
): CommandModule<OptionsOf<typeof snapshot>, SavedState> {
  return {
    async run(context, { file, force }, output) {
      const { text } = context.screen;
      if (force !== true && existsSync(file)) throw usageError('file_exists', text.errors.fileExists(file));
      let bytes = 0;
      await send(await openControls(context), (pieces) =>
        guardingFile(file, text, async () => {
          // Private, because the state contains names, and the keys of the service.
          ({ bytes } = await writeFileWhole(file, pieces, context.host.interruption, FILE_MODE));
        }),
      );
      await output.one({ file, bytes }, () => '');
      context.screen.notify(text.mock.saved(file));
    },
  };
}

export const snapshotting = saving((service, receive) => service.snapshot(receive));

export const exportingWorld = saving(async (service, receive) => {
  await receive([`${JSON.stringify(await service.use(controls.exportWorld, {}), null, 2)}\n`]);
});

type RestoredState = z.output<(typeof controls.restore)['data']>;

export const restoring: CommandModule<OptionsOf<typeof restore>, RestoredState> = {
  async run(context, { file }, output) {
    const state = await open(context.screen, file);
    await output.one(await (await openControls(context)).restore(state), () => '');
    context.screen.notify(context.screen.text.mock.restored(file));
  },
};

/** Read while it is sent: a state may be larger than memory. */
async function open({ text }: Screen, file: string): Promise<Blob> {
  try {
    const handle = await openFile(file);
    // A folder can be opened, but not read.
    await handle.read(Buffer.alloc(1)).finally(() => handle.close());
    return await openAsBlob(file);
  } catch (error) {
    throw unreadableFile(file, error, text);
  }
}

type Invariant = z.output<(typeof controls.verify)['data']>['invariants'][number];

export const INVARIANT_FIELDS: Fields<Invariant> = [
  { path: 'name', kind: 'text' },
  { path: 'holds', kind: 'flag' },
  { path: 'violations', kind: 'data' },
];

/** Translated; a newer service may check more invariants. */
function invariantWords(name: string, { mock }: Catalogue): string {
  return Object.entries(mock.invariants).find(([known]) => known === name)?.[1] ?? name;
}

export async function runVerify(context: Context, _flags: object, output: Output<Invariant>): Promise<void> {
  const { text } = context.screen;
  const { holds, isDamaged, invariants } = await (await openControls(context)).use(controls.verify, {});
  const broken = invariants.filter((invariant) => !invariant.holds);

  if (output.isForPerson) {
    const palette = await context.screen.palette();
    const { columns = Infinity, print } = context.screen;
    const width = Math.max(text.mock.holds.length, text.mock.broken.length);
    const wrapped = (line: string, indent: number) =>
      wrapToWidth(singleLine(line), columns - width - indent).join(`\n${' '.repeat(width + indent)}`);
    for (const { name, holds: isSatisfied, violations } of invariants) {
      const [word, paint] = isSatisfied ? [text.mock.holds, palette.good] : [text.mock.broken, palette.bad];
      const details = violations.map((violation) => `${' '.repeat(width)}    ${wrapped(violation, 4)}\n`);
      print(`${paint(word.padEnd(width))}  ${wrapped(invariantWords(name, text), 2)}\n${details.join('')}`);
    }
  } else {
    const envelope = (items: readonly unknown[]) => ({ holds, isDamaged, invariants: items });
    await output.list({ batches: [invariants], envelope }, INVARIANT_FIELDS);
  }
  if (isDamaged === true) throw commandError(EXIT.failed, 'data_damaged', text.mock.dataDamaged);
  if (!holds || broken.length > 0) {
    const names = broken.map(({ name }) => name);
    const errorText = text.mock.invariantBroken(names.map((name) => invariantWords(name, text)));
    throw commandError(EXIT.failed, 'invariant_broken', errorText, { details: { broken: names } });
  }
  context.screen.notify(text.mock.allHold(invariants.length));
}
