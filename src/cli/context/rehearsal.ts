import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyJournal } from '../../payouts/journal/journal-tables.ts';
import { openServiceJournal, serviceFolder } from '../../payouts/journal/service-journal.ts';
import { integerOf, nullableTextOf, textOf } from '../../sql/row.ts';
import type { SqlRow } from '../../sql/sqlite/driver.ts';
import { PIX_KEY_TYPES } from '../../pix/pix-key.ts';
import { copyIndex } from '../../twin/world-of-index.ts';
import type { Fakes } from '../../twin/fakes.ts';
import { indexLocation, openAccountIndex, withCompleteIndex } from './account-index.ts';
import type { Catalogue } from '../text/translate.ts';
import type { Context } from './context.ts';
import { MaskedKeys } from './screen.ts';
import { guardingOpening } from './payouts/open-payouts.ts';
import { CommandSession } from './session.ts';
import { journalOf, originOf } from './settings.ts';
import { openStatesFolder, statesFolder } from './state-folder.ts';
import type { TwinOfProfile } from './twin.ts';

interface Rehearsing {
  readonly twin: TwinOfProfile;
  readonly service: { readonly url: string; readonly key: string };
  /** Sentences of the rehearsal, whose run is gone with it. */
  readonly text: Catalogue;
  /** How far the time of the rehearsal is ahead, in milliseconds. */
  readonly aheadMs: number;
}

/**
 * Runs work in a world of its own: the service of a twin, its key, and a folder that is removed afterwards, with copies of the
 * index and of what the journal knows. It asks no other service, through no proxy, and has no key of any profile.
 */
export async function inRehearsal<Result>(
  context: Context,
  { twin, service, text, aheadMs }: Rehearsing,
  work: (rehearsal: Context) => Promise<Result>,
): Promise<Result> {
  // What a killed process leaves under this name is removed when a local service starts.
  const folder = mkdtempSync(join(tmpdir(), 'pix-state-'));
  try {
    const { session } = context;
    const screen = context.screen.saying(text);
    const kept = Object.entries(context.host.environment).filter(([name]) => !/^pix_|_proxy$/i.test(name));
    const own = { PIX_CONFIG_DIR: folder, PIX_BASE_URL: service.url, PIX_API_KEY: service.key };
    const { now, clock } = context.host;
    const host: Context['host'] = {
      ...context.host,
      environment: { ...Object.fromEntries(kept), ...own },
      configured: [],
      now: () => now() + aheadMs,
      clock: { ...clock, epochMs: () => clock.epochMs() + aheadMs },
      keychain: () => Promise.reject(new Error('a rehearsal reads no key')),
    };
    // Neither a profile nor an address is named.
    const flags = { ...session.flags, profile: undefined, baseUrl: undefined };
    const parts = { host, flags, screen, maskedKeys: new MaskedKeys(), onlyOrigin: originOf(service.url) };
    const rehearsal: Context = { host, screen, session: new CommandSession(parts) };
    await copyIndexOf(context, rehearsal, twin);
    await copyJournalOf(context, rehearsal, twin, service.url);
    return await work(rehearsal);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What payments are compared with: first payments, unusual amounts. */
async function copyIndexOf(context: Context, rehearsal: Context, { settings, fakes }: TwinOfProfile): Promise<void> {
  const own = await rehearsal.session.settings();
  const { path } = await indexLocation(rehearsal, own);
  await withCompleteIndex(context, settings, async ({ index }) => {
    const copy = await openAccountIndex(path, own, context.screen);
    try {
      copyIndex(index, copy, fakes);
    } finally {
      copy.close();
    }
  });
}

/** What was paid before: the same duplicates are found, with the same runs. */
async function copyJournalOf(
  context: Context,
  rehearsal: Context,
  { profile, settings, fakes }: TwinOfProfile,
  serviceUrl: string,
): Promise<void> {
  const { host, screen } = context;
  const url = journalOf(host.environment, profile, screen.text);
  const states = await openStatesFolder(context);
  const [origin, clock] = [originOf(settings.baseUrl), host.clock];
  const location = serviceFolder(states, origin);
  const from = await guardingOpening(screen, { folder: location, location: url ?? location }, () =>
    openServiceJournal({ states, origin, clock, journal: url }),
  );
  try {
    if (from.policies.current() !== undefined) screen.warn(screen.text.twin.withoutPolicy);
    await copyJournal(from.opened, {
      folder: serviceFolder(await statesFolder(rehearsal.host.environment), originOf(serviceUrl)),
      clock: rehearsal.host.clock,
      origin: originOf(serviceUrl),
      replaced: (row) => replacedRow(row, fakes),
    });
  } finally {
    from.close();
  }
}

function replacedRow(row: SqlRow, { pixKey, taxId, name, description }: Fakes): SqlRow {
  const text = (column: string, replace: (given: string) => string) => {
    const given = nullableTextOf(row, column);
    return given === null ? null : replace(given);
  };
  const type = PIX_KEY_TYPES.find((known) => known === textOf(row, 'pix_key_type'));
  return {
    ...row,
    run: integerOf(row, 'run'),
    pix_key: pixKey(textOf(row, 'pix_key'), type).key,
    name: text('name', name),
    tax_id: text('tax_id', taxId),
    description: text('description', description),
    // The row of the file, as it was: nothing is compared with it.
    cells: '{}',
  };
}
