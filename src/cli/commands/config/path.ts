import type { Context } from '../../context.ts';
import { preferencesPath } from '../../preferences.ts';

/** `pix config path`: where it is, whether it is there or not. */
export async function run({ environment, print }: Context): Promise<void> {
  print(`${await preferencesPath(environment)}\n`);
}
