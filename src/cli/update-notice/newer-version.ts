import packageFacts from '../../../package.json' with { type: 'json' };
import type { Context } from '../context.ts';
import type { Surroundings } from '../surroundings.ts';
import { addToDiary, readDiary, readNewestVersion } from './diary.ts';
import { silencesUpdateNotice } from './silence.ts';

const DAY_MS = 86_400_000;
/** What looks, in a process of its own: the end of a command waits neither for the registry nor for a name server. */
const LOOK_ARGV = ['__newest-version'];

/**
 * For somebody who wants to hear of newer versions, and who sits at a terminal: has one looked for, once a day.
 *
 * @returns what tells them, after the command's own output; undefined when nobody is to be told
 */
export async function lookForNewerVersion(
  context: Context,
  surroundings: Pick<Surroundings, 'stdout' | 'startAside'>,
): Promise<(() => Promise<void>) | undefined> {
  const { environment, format, isInteractive, flags } = context;
  const isWatched = surroundings.stdout.isTerminal && isInteractive && format === 'table' && flags.quiet !== true;
  if (!isWatched || silencesUpdateNotice(environment)) return undefined;
  await withoutComplaint(async () => {
    if (!isDue((await readDiary(environment)).lookedAt, context)) return;
    await addToDiary(environment, { lookedAt: context.now() });
    await surroundings.startAside(LOOK_ARGV);
  });
  return () => withoutComplaint(() => tellOfNewerVersion(context));
}

async function tellOfNewerVersion(context: Context): Promise<void> {
  const { environment, text, notify, now } = context;
  const newest = await readNewestVersion(environment);
  if (newest === undefined || !isNewer(newest, packageFacts.version)) return;
  if (!isDue((await readDiary(environment)).shownAt, context)) return;
  await addToDiary(environment, { shownAt: now() });
  notify(text.config.newerVersion(newest, packageFacts.version, `npm install --global ${packageFacts.name}`));
}

/** A moment in the future was written by a clock that was wrong. */
function isDue(last: number | undefined, { now }: Pick<Context, 'now'>): boolean {
  return last === undefined || Math.abs(now() - last) >= DAY_MS;
}

/** By the rules of semver, for releases: what is none is not newer. */
function isNewer(version: string, own: string): boolean {
  const [theirs, ours] = [numbersOf(version), numbersOf(own)];
  if (theirs === undefined || ours === undefined) return false;
  const differing = theirs.findIndex((number, index) => number !== ours[index]);
  return (theirs[differing] ?? 0) > (ours[differing] ?? 0);
}

function numbersOf(version: string): readonly number[] | undefined {
  return /^\d{1,9}(\.\d{1,9}){2}$/.test(version) ? version.split('.').map(Number) : undefined;
}

/** A disk that is full, or a folder of somebody else, is no reason to spoil what was asked for. */
async function withoutComplaint(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch {
    // It is looked for again another time.
  }
}
