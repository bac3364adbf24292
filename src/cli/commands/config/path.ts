import type { Context } from '../../context/context.ts';
import { preferencesPath } from '../../context/preferences.ts';
import type { Output } from '../../output/output.ts';

interface PathRow {
  readonly path: string;
}

/** `pix config path`: the path, whether or not the file exists; bare, unless a format with names is requested. */
export async function run({ host, screen }: Context, _flags: object, output: Output<PathRow>): Promise<void> {
  const { format, print } = screen;
  const path = preferencesPath(host.environment);
  const isBare = output.chosenFields === undefined && (format === 'table' || format === 'tsv');
  if (isBare) print(`${path}\n`);
  else await output.one({ path });
}
