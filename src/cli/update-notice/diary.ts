import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { writePrivateFile } from '../private-file.ts';
import { statesFolder } from '../state-folder.ts';

type Environment = Context['environment'];

/** When something was done about newer versions, milliseconds since 1970. */
interface Diary {
  readonly lookedAt?: number;
  readonly shownAt?: number;
}

// Two files, so that whoever looks and whoever tells, at the same time, never undo what the other one has written.
const DIARY_FILE = 'update-notice.json';
const NEWEST_FILE = 'newest-version.json';

export async function readDiary(environment: Environment): Promise<Diary> {
  const document = await readDocument(environment, DIARY_FILE);
  const moment = (name: keyof Diary) => {
    const value: unknown = Reflect.get(document, name);
    return typeof value === 'number' ? { [name]: value } : {};
  };
  return { ...moment('lookedAt'), ...moment('shownAt') };
}

export async function addToDiary(environment: Environment, entry: Diary): Promise<void> {
  await writeDocument(environment, DIARY_FILE, { ...(await readDiary(environment)), ...entry });
}

/** What was last learnt of the newest version: `1.2.3`, or anything else that somebody has written there. */
export async function readNewestVersion(environment: Environment): Promise<string | undefined> {
  const version: unknown = Reflect.get(await readDocument(environment, NEWEST_FILE), 'version');
  return typeof version === 'string' ? version : undefined;
}

export function keepNewestVersion(environment: Environment, version: string): Promise<void> {
  return writeDocument(environment, NEWEST_FILE, { version });
}

/** Nothing of one that is not there, or that is broken: it is written anew. */
async function readDocument(environment: Environment, name: string): Promise<object> {
  try {
    const document: unknown = JSON.parse(await readFile(join(await statesFolder(environment), name), 'utf8'));
    return typeof document === 'object' && document !== null ? document : {};
  } catch {
    return {};
  }
}

async function writeDocument(environment: Environment, name: string, document: object): Promise<void> {
  await writePrivateFile(join(await statesFolder(environment), name), `${JSON.stringify(document)}\n`);
}
