import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Context } from './context.ts';
import type { Settings } from './settings.ts';
import { stateFolderPath, storeForLater } from './state-folder.ts';

/** How long the service repeats a list. Source: the API's description. */
export const LIST_CACHE_MS = 60_000;
/** Each one is looked up: two seconds with one key. */
export const JUST_CREATED_MAXIMUM = 20;

const FILE = 'just-created.json';

/** `at`: epoch milliseconds. */
const storedCharges = z.array(z.object({ id: z.string(), at: z.number() }));

/** Stores the id of a charge that lists may lack for a minute. If it cannot be stored, `find` relies on the lists. */
export async function rememberCharge(context: Context, settings: Settings, id: string): Promise<void> {
  const earlier = await readCharges(context, settings);
  const charges = [{ id, at: context.host.now() }, ...earlier].slice(0, JUST_CREATED_MAXIMUM);
  await storeForLater(context, settings, FILE, charges);
}

export async function justCreatedCharges(context: Context, settings: Settings): Promise<readonly string[]> {
  return (await readCharges(context, settings)).map(({ id }) => id);
}

/** None where the file is missing or invalid. */
async function readCharges(context: Context, settings: Settings) {
  const path = join(await stateFolderPath(context, settings), FILE);
  try {
    const charges = storedCharges.parse(JSON.parse(readFileSync(path, 'utf8')));
    return charges.filter(({ at }) => Math.abs(context.host.now() - at) < LIST_CACHE_MS);
  } catch {
    return [];
  }
}
