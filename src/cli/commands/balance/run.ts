import type { Run } from '../../command/command.ts';
import { availableCentavos } from '../../../contract/available.ts';
import type { PixClient } from '../../../client/client.ts';
import type { Context } from '../../context/context.ts';
import type { PastBalanceRow } from './past-balance.ts';
import { usageError } from '../../errors/command-error.ts';
import {
  BALANCE_FIELDS,
  balanceSheet,
  differs,
  SEVERAL_COLUMNS,
  shortBalanceSheet,
  type AvailableBalance,
} from './balance-sheet.ts';
import { accountHeader } from '../../output/money-source.ts';
import { formatTime } from '../../output/dates.ts';
import { allFields } from '../../output/fields.ts';
import { Output, type ListSource } from '../../output/output.ts';
import { renderSheet } from '../../output/sheet.ts';
import { wrapToWidth, shownLines } from '../../output/text-width.ts';
import { watch } from '../../output/lists/watch.ts';
import type { OptionsOf } from '../../command/options.ts';
import { isLoopback, originOf } from '../../context/settings.ts';
import type { Catalogue } from '../../text/translate.ts';
import { searchedProfiles, type SearchedProfile } from '../searched-profiles.ts';
import type { balance } from './command.ts';
import type { Screen } from '../../context/screen.ts';

const ESCAPE = '\u001b[';

export const run: Run<typeof balance, AvailableBalance | PastBalanceRow> = async (context, flags, output) => {
  const { text } = context.screen;
  const { profile = '' } = context.session.flags;
  const isOfSeveral = profile.includes(',');
  const ofOne = flags.at !== undefined ? '--at' : flags.watch === undefined ? undefined : '--watch';
  if (isOfSeveral && ofOne !== undefined) {
    throw usageError('conflicting_options', text.usage.conflictingOptions(`-p ${profile}`, ofOne));
  }
  if (flags.at !== undefined) {
    const { showPastBalance } = await import('./past-balance.ts');
    await showPastBalance(context, flags.at, flags.offline === true, output);
    return;
  }
  const sheet = flags.all === true ? balanceSheet : shortBalanceSheet;
  if (isOfSeveral) {
    await showSeveral(context, flags, output);
    return;
  }
  const client = await context.session.openClient(await context.session.settings());
  const read = () => readBalance(client);
  if (flags.watch === undefined) {
    const balance = await read();
    await output.one(balance, (style) => sheet(balance, style));
    return;
  }
  if (context.screen.canRedraw) {
    await drawAgain({ context, seconds: flags.watch, read, output, sheet });
    return;
  }
  const { format, isSpoken, print } = context.screen;
  let shown: AvailableBalance | undefined;
  for await (const balance of watch(context, flags.watch, read, context.screen.warn)) {
    if (isSpoken && format === 'table' && shown !== undefined) {
      // Read aloud every few seconds, equal figures would drown their change.
      if (!differs(balance, shown)) continue;
      print(`\n${text.balance.changedAt(formatTime(new Date(context.host.now())))}`);
    }
    await output.reading(balance, shown === undefined, (style) => sheet(balance, style));
    shown = balance;
  }
};

async function readBalance(client: Pick<PixClient, 'balance'>): Promise<AvailableBalance> {
  const balance = await client.balance();
  return { ...balance, available: availableCentavos(balance) ?? null };
}

/** `-p a,b`: a row for each account; with `--all`, each as a sheet below its name. */
async function showSeveral(
  context: Context,
  { all: isWhole = false }: OptionsOf<typeof balance>,
  output: Output<AvailableBalance | PastBalanceRow>,
): Promise<void> {
  const accounts: ReadAccount[] = [];
  const likenesses: string[] = [];
  context.session.announcesAccount = false;
  for (const { name, settings } of await searchedProfiles(context)) {
    const balance = await readBalance(await context.session.openClient(settings));
    const account = { name, settings, balance };
    likenesses.push(...likenessOf(account, accounts, context.screen.text));
    accounts.push(account);
  }
  for (const line of likenesses) context.screen.warn(line);
  if (!isWhole || !output.isForPerson) {
    await listBalances(context, accounts, output);
    return;
  }
  const style = await context.screen.style();
  const sheets = accounts.map(async ({ settings, balance }) => {
    const { line } = await accountHeader(settings, context.host, style.text);
    return `${style.palette.heading(line)}\n${balanceSheet(balance, style)}`;
  });
  await context.screen.printLong((await Promise.all(sheets)).join('\n'));
}

async function listBalances(
  context: Context,
  accounts: readonly ReadAccount[],
  { chosenFields }: Output<AvailableBalance | PastBalanceRow>,
): Promise<void> {
  const rows = accounts.map(({ name, balance }) => ({ profile: name, ...balance }));
  const profile = { path: 'profile', kind: 'text' } as const;
  const fields = allFields([profile, ...(chosenFields ?? BALANCE_FIELDS)]);
  const selection = { ...fields, explicit: chosenFields !== undefined };
  const local = accounts.filter(({ settings }) => isLoopback(settings.baseUrl)).map(({ name }) => name);
  const source: ListSource<object> = {
    batches: [rows],
    envelope: (balances) => ({ balances }),
    footer: (_rows, { text, palette }) =>
      local.length === 0 ? '' : `${palette.local(`${local.join(', ')} · ${text.settings.localService}`)}\n`,
  };
  const hasBlocked = rows.some(({ disputes }) => (disputes.totalBlockedAmount ?? 0) !== 0);
  const columns = SEVERAL_COLUMNS.filter(({ path }) => hasBlocked || path !== 'disputes.totalBlockedAmount');
  await new Output<object>(context.screen, selection).list(source, [profile, ...columns]);
}

interface ReadAccount extends SearchedProfile {
  readonly balance: AvailableBalance;
}

/** Says that two profiles are one account, or may be: their balances are one, not two. */
function likenessOf(account: ReadAccount, earlier: readonly ReadAccount[], { balance: words }: Catalogue): string[] {
  const [origin, keys] = [originOf(account.settings.baseUrl), account.settings.apiKeys.map(({ key }) => key)];
  const others = earlier.filter(({ settings }) => originOf(settings.baseUrl) === origin);
  const same = others.find(({ settings }) => settings.apiKeys.some(({ key }) => keys.includes(key)));
  if (same !== undefined) return [words.sameAccount(same.name, account.name)];
  const hasMoney = account.balance.balance.total !== 0;
  const alike = others.find(({ balance }) => hasMoney && !differs(balance, account.balance));
  return alike === undefined ? [] : [words.likeAccount(alike.name, account.name)];
}

interface Watching {
  readonly context: Context;
  readonly seconds: number;
  readonly read: () => Promise<AvailableBalance>;
  readonly output: Output<AvailableBalance>;
  readonly sheet: typeof balanceSheet;
}

/** Redraws in place. The last change stays highlighted until the next one. */
async function drawAgain({ context, seconds, read, output, sheet }: Watching): Promise<void> {
  const { balance: words } = context.screen.text;
  const unchanging = await context.screen.style();
  const picture = pictureOn(context.screen);
  let current: AvailableBalance | undefined;
  let before: AvailableBalance | undefined;
  let readAt: Date;
  let changedAt: Date | undefined;

  const draw = (balance: AvailableBalance, failure?: string): void => {
    const style = { ...unchanging, now: context.host.now(), columns: context.screen.columns };
    const { chosenFields } = output;
    const body = chosenFields === undefined ? sheet(balance, style, before) : renderSheet(balance, chosenFields, style);
    const captions = [
      words.watching(seconds, formatTime(readAt)),
      ...(changedAt === undefined ? [] : [words.changedAt(formatTime(changedAt))]),
      ...(failure === undefined ? [] : [style.palette.bad(failure)]),
    ];
    picture(body, captions.flatMap((caption) => wrapToWidth(caption, style.columns ?? Infinity)).join('\n'));
  };

  const drawFailure = (line: string): void => {
    if (current !== undefined) draw(current, line);
  };
  for await (const balance of watch(context, seconds, read, drawFailure)) {
    readAt = new Date(context.host.now());
    if (current !== undefined && differs(balance, current)) {
      before = current;
      changedAt = readAt;
    }
    current = balance;
    draw(balance);
  }
}

/**
 * A region of the terminal that is redrawn in place: all lines at once, each over the previous one, so that nothing
 * flickers. Its body is cut at its end if the terminal has too few lines, the caption below never.
 */
function pictureOn(screen: Pick<Screen, 'print' | 'rows' | 'columns'>): (body: string, caption: string) => void {
  let linesDrawn = 0;
  let columnsThen = screen.columns;
  return (body, caption) => {
    const { rows = Infinity, columns } = screen;
    const [bodyLines, captionLines] = [linesOf(body), linesOf(caption)];
    const room = rows - captionLines.length - 2;
    const shown = bodyLines.length <= room ? bodyLines : [...bodyLines.slice(0, Math.max(0, room - 1)), '…'];
    const lines = [...shown, '', ...captionLines];
    // After a resize, the terminal has wrapped the lines differently.
    const start = columns !== columnsThen ? `${ESCAPE}2J${ESCAPE}H` : linesDrawn > 0 ? `${ESCAPE}${linesDrawn}A\r` : '';
    screen.print(`${start}${lines.map((line) => `${ESCAPE}2K${line}\n`).join('')}${ESCAPE}J`);
    linesDrawn = shownLines(lines, columns);
    columnsThen = columns;
  };
}

function linesOf(text: string): string[] {
  return text.trimEnd().split('\n');
}
