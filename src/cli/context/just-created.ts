import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from './context.ts';
import type { Settings } from './settings.ts';
import { stateFolderPath, storeForLater } from './state-folder.ts';

/** How long the service repeats a list. Source: the API's description. */
export const LIST_CACHE_MS = 60_000;
/** Each one is looked up: two seconds with one key. */
export const JUST_CREATED_MAXIMUM = 20;

const FILE = 'just-created.json';

interface CreatedCharge {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Stores the id of a charge that lists may lack for a minute. If it cannot be stored, `find` relies on the lists. */
export async function rememberCharge(context: Context, settings: Settings, id: string): Promise<void> {
  const earlier = await readCharges(context, settings);
  const charges = [{ id, at: context.host.now() }, ...earlier].slice(0, JUST_CREATED_MAXIMUM);
  await storeForLater(context, settings, FILE, charges);
}

export async function justCreatedCharges(context: Context, settings: Settings): Promise<readonly string[]> {
  return (await readCharges(context, settings)).map(({ id }) => id);
}

async function readCharges(context: Context, settings: Settings): Promise<readonly CreatedCharge[]> {
  const path = join(await stateFolderPath(context, settings), FILE);
  const now = context.host.now();
  return chargesOf(path).filter(({ at }) => Math.abs(now - at) < LIST_CACHE_MS);
}

/** Empty for a missing or invalid file. */
function chargesOf(path: string): CreatedCharge[] {
  try {
    const stored: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return Array.isArray(stored) ? stored.filter(isCharge) : [];
  } catch {
    return [];
  }
}

function isCharge(stored: unknown): stored is CreatedCharge {
  if (typeof stored !== 'object' || stored === null) return false;
  return 'id' in stored && typeof stored.id === 'string' && 'at' in stored && typeof stored.at === 'number';
}
