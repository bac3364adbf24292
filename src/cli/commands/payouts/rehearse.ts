import type { Run } from '../../command/command.ts';
import { availableCentavos } from '../../../contract/available.ts';
import { controls } from '../../../contract/control.ts';
import type { PixClient } from '../../../client/client.ts';
import { chooseProfile } from '../../../client/profiles/stored-keys.ts';
import type { Centavos } from '../../../pix/centavos.ts';
import type { Payout } from '../../../payouts/payout.ts';
import type { RunningService } from '../../../service/start.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { Context } from '../../context/context.ts';
import { withPayouts } from '../../context/payouts/open-payouts.ts';
import { inRehearsal } from '../../context/rehearsal.ts';
import { askedProfileName } from '../../context/settings.ts';
import { twinOfProfile, type TwinOfProfile } from '../../context/twin.ts';
import { CommandError } from '../../errors/command-error.ts';
import { readFaultText } from '../../input/fault.ts';
import { readMoment } from '../../input/moment.ts';
import { formatMinute, isoTime } from '../../output/dates.ts';
import { allFields, ofKind, type Fields } from '../../output/fields.ts';
import type { HumanStyle } from '../../output/human-value.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import { Output } from '../../output/output.ts';
import { shellWord } from '../../output/text-width.ts';
import type { Catalogue } from '../../text/translate.ts';
import type { rehearse } from './command.ts';
import { PAYOUT_TABLE_COLUMNS, payoutRow, type PayoutRow, RUN_FIELDS, type RunRow } from './run-rows.ts';
import { assertReadable } from './read-file.ts';
import { payFile } from './run.ts';

/** What would have happened. Amounts are centavos, times RFC 3339. */
type RehearsedRow = RunRow & {
  readonly rehearsal: {
    readonly profile: string;
    /** What happened to the account later is not known here. */
    readonly asOf: string;
    /** What can be sent, as the plan has it: without what disputes block, where the service reports that. */
    readonly balanceBefore: Centavos;
    readonly balanceAfter: Centavos;
  };
  readonly payments: readonly PayoutRow[];
};

export const REHEARSED_FIELDS: Fields<RehearsedRow> = [
  ...RUN_FIELDS,
  { path: 'rehearsal.profile', kind: 'text' },
  { path: 'rehearsal.asOf', kind: 'time' },
  ...ofKind('money', 'rehearsal.balanceBefore', 'rehearsal.balanceAfter'),
];

/** Keeps the row of a run, and what a person sees of it, until the balance afterwards is known. */
class LateOutput extends Output<RunRow> {
  kept: { readonly row: RunRow; readonly sheet: string } | undefined;

  override async one(row: RunRow, sheet: (style: HumanStyle) => string): Promise<void> {
    this.kept = { row, sheet: sheet(await this.screen.style()) };
  }
}

/**
 * Not that of a local service: by the same one, the twin would give its payments the ids of those that the account has made
 * since the index was brought up to date, and which the journal knows.
 */
const SEED = 1_912_260_731;

/** `pix payouts rehearse FILE`: pays the file on a twin of the account. Nothing is sent to its service. */
export const run: Run<typeof rehearse, RehearsedRow> = async (context, flags, output) => {
  const { screen, session, host } = context;
  const { text } = screen;
  await assertReadable(screen, flags);
  const now = flags.now === undefined ? undefined : readMoment('--now', flags.now, host.now(), text).from;
  const plans = (flags.fault ?? []).map((typed) => readFaultText(typed, text));
  const { profileName: name } = chooseProfile(await session.profiles(), askedProfileName(session.sources));
  const twin = await twinOfProfile(context, name, flags.keepNames === true);
  const asOf = isoTime(twin.asOf);
  screen.warn(text.twin.isRehearsal(name, formatMinute(asOf, screen.language)));
  const aheadMs = now === undefined ? 0 : now - host.now();
  const { startService } = await import('../../../service/start.ts');
  // In this process, and on this machine alone.
  const clock = { now: () => host.now() + aheadMs };
  const world = { ...twin.world, seed: SEED };
  const service = await startService({ port: 0, world, clock, rateLimit: false, cache: false });
  try {
    const key = service.keys.find((known) => known.name === 'payouts')?.key ?? '';
    const said = textOf(text, paidLike(context, flags));
    const settings = { twin, service: { url: service.url, key }, text: said, aheadMs };
    await inRehearsal(context, settings, async (rehearsal) => {
      await addFaults(rehearsal, service, plans);
      await rehearseFile(context, rehearsal, twin, { profile: name, asOf }, flags, output);
    });
  } finally {
    await service.stop();
  }
};

async function addFaults(
  { session, host }: Context,
  { url }: RunningService,
  plans: readonly ReturnType<typeof readFaultText>[],
): Promise<void> {
  if (plans.length === 0) return;
  const { ControlClient } = await import('../../../client/controls.ts');
  const client = new ControlClient({ baseUrl: url, timeoutMs: session.flags.timeout, signal: host.interruption });
  for (const plan of plans) await client.use(controls.addFault, plan);
}

async function rehearseFile(
  context: Context,
  rehearsal: Context,
  { settings, profile, fakes }: TwinOfProfile,
  rehearsed: Pick<RehearsedRow['rehearsal'], 'profile' | 'asOf'>,
  flags: OptionsOf<typeof rehearse>,
  output: Output<RehearsedRow>,
): Promise<void> {
  const { text, notify } = context.screen;
  const client = await rehearsal.session.openClient(await rehearsal.session.settings());
  const balanceBefore = await availableOn(client);
  const late = new LateOutput(rehearsal.screen, { explicit: !output.isForPerson, paths: [], columns: [] });
  const replaced = (payout: Payout): Payout => ({
    ...payout,
    pixKey: fakes.pixKey(payout.pixKey, payout.pixKeyType).key,
    ...(payout.name !== undefined && { name: fakes.name(payout.name) }),
    ...(payout.taxId !== undefined && { taxId: fakes.taxId(payout.taxId) }),
    ...(payout.description !== undefined && { description: fakes.description(payout.description) }),
    cells: {},
  });
  const failed = await payFile(rehearsal, { ...flags, yes: true }, late, {
    reader: { context, account: settings, coverFee: profile.coverFee },
    replaced,
  }).then(
    () => undefined,
    (error: unknown) => error,
  );
  // What it has sent is gone with it: an end from now on leaves nothing to look for.
  context.screen.exitReport.errorFor = undefined;
  const { kept } = late;
  if (kept === undefined) throw afterRehearsal(failed, text, paidLike(context, flags));
  const balanceAfter = await availableOn(client);
  await withPayouts(rehearsal, async ({ journal }) => {
    const payments = [...journal.payouts(kept.row.run)].map(payoutRow);
    const row = { ...kept.row, rehearsal: { ...rehearsed, balanceBefore, balanceAfter }, payments };
    await output.one(row, () => kept.sheet);
    if (!output.isForPerson) return;
    const table = new Output<PayoutRow>(rehearsal.screen, allFields(PAYOUT_TABLE_COLUMNS));
    await table.list({ batches: [payments], envelope: () => ({}) }, PAYOUT_TABLE_COLUMNS);
  });
  notify(text.twin.balances(formatReais(balanceBefore), formatReais(balanceAfter)));
  if (failed !== undefined) throw afterRehearsal(failed, text, paidLike(context, flags));
}

async function availableOn(client: PixClient): Promise<Centavos> {
  const balance = await client.balance();
  return availableCentavos(balance) ?? balance.balance.total;
}

/**
 * The file with the options that decide which of its rows are paid, how, and from which account: without them, another
 * payment would follow.
 */
function paidLike({ session }: Context, flags: OptionsOf<typeof rehearse>): string {
  const { file, sheet, due, onlyValid, coverFee, forceKey, digest, mark } = flags;
  const profile = askedProfileName(session.sources);
  const options = [
    ...(sheet === undefined ? [] : [`--sheet ${shellWord(sheet)}`]),
    ...(due === undefined ? [] : [`--due ${shellWord(due)}`]),
    ...(onlyValid === true ? ['--only-valid'] : []),
    ...(coverFee === undefined ? [] : [coverFee ? '--cover-fee' : '--no-cover-fee']),
    ...(forceKey === true ? ['--force-key'] : []),
    ...(digest === undefined ? [] : [`--digest ${shellWord(digest)}`]),
    ...(mark ? [] : ['--no-mark']),
    ...(profile === undefined ? [] : [`-p ${shellWord(profile)}`]),
  ];
  return [shellWord(file), ...options].join(' ');
}

/** The commands that would come next are those of a real run: what names the rehearsed one leads nowhere. */
function textOf(text: Catalogue, fileAndOptions: string): Catalogue {
  const { payouts, twin } = text;
  const { sheet, decide } = payouts;
  return {
    ...text,
    payouts: {
      ...payouts,
      looking: (lost, _number, until, left) => twin.looking(lost, until, left),
      sheet: {
        ...sheet,
        receipts: () => twin.pay(fileAndOptions),
        check: () => sheet.check(twin.run),
        outcome: () => sheet.outcome(twin.run),
      },
      decide: {
        absent: (_runId, line, allow) => decide.absent(twin.run, line, allow),
        ambiguous: (_runId, line) => decide.ambiguous(twin.run, line),
      },
    },
  };
}

/** The run is gone when the rehearsal ends: no command resumes it. */
function afterRehearsal(error: unknown, { twin }: Catalogue, fileAndOptions: string): unknown {
  if (!(error instanceof CommandError) || error.exitCode === 2) return error;
  const { code, exitCode, details, message } = error;
  return new CommandError({ message, hint: twin.nothingPaid(fileAndOptions), code, exitCode, details, cause: error });
}
