import type { Run } from '../../command/command.ts';
import { join, resolve } from 'node:path';
import { writeFileWhole } from '../../../files/write-whole.ts';
import { makePrivateFolder } from '../../../files/private-files.ts';
import { missingAt } from '../../../payouts/approval/approvals.ts';
import { assertNotRejected } from '../../../payouts/approval/rejections.ts';
import type { Journal } from '../../../payouts/journal/journal.ts';
import { PayoutError } from '../../../payouts/payout-error.ts';
import { startOf } from '../../../payouts/policy-day.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { zoneName } from '../../output/dates.ts';
import { guardingFile, refuseOtherForms } from '../../output/write-output.ts';
import { withPayouts, runOfThisService } from '../../context/payouts/open-payouts.ts';
import type { Settings } from '../../context/settings.ts';
import { openStatesFolder } from '../../context/state-folder.ts';
import { singleLine, shellWord, wrappedLines } from '../../output/text-width.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { timer } from './command.ts';

const MINUTE_MS = 60_000;
const AT_DEFAULT = '09:00';
/** Where profiles and journals are. */
const FOLDERS = ['PIX_CONFIG_DIR', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME'];
/** How the service and a shared journal are reached. */
const NETWORK = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'https_proxy', 'http_proxy', 'no_proxy'];
const PATHS = ['NODE_EXTRA_CA_CERTS', 'PGPASSFILE'];
/** What is only for the person who wrote the timer: a proxy may have a password. */
const OWN_FILE_MODE = 0o600;

/** `pix payouts timer RUN`: writes what a scheduler of the system reads to resume a run on its day. Installs nothing. */
export const run: Run<typeof timer> = async (context, { runId, for: scheduler, at, out }) => {
  const { host, screen } = context;
  const { text, print, notify } = screen;
  const { schedule } = text.payouts;
  if (scheduler === undefined) throw usageError('missing_option', schedule.needsScheduler(runId));
  const minutes = readMinutes(at ?? AT_DEFAULT, context);
  const profile = profileOf(context, await context.session.settingsForWriting());
  await withPayouts(context, async (opened) => {
    const { journal, knownAccount } = opened;
    const { dueOn, source, account } = runOfThisService(opened, runId);
    assertNotRejected(journal.log, runId);
    if (knownAccount !== undefined && !journal.accounts.isOne(knownAccount, account))
      throw new PayoutError(`the run ${runId} belongs to another account`, { code: 'other_account', runId });
    refuseOtherForms(context, []);
    if (dueOn === null) throw usageError('not_scheduled', schedule.notScheduled(runId), { run: runId });
    const moment = startOf(dueOn) + minutes * MINUTE_MS;
    if (moment <= host.now()) throw usageError('past_day', schedule.pastTimer(dueOn, runId), { run: runId });
    warnOfExpiry(context, journal, runId, moment);
    const name = `pix-${runId}`;
    const command: TimedCommand = {
      name,
      description: `pix payouts resume ${runId} (${singleLine(source)})`,
      at: moment,
      argv: [
        ...program(),
        ...['-p', profile, '--lang', screen.language, '--output', 'table'],
        ...['payouts', 'resume', runId, '--yes'],
      ],
      environment: carriedOver(host),
      log: join(resolve(out ?? (await openStatesFolder(context))), `${name}.log`),
    };
    const variables = Object.entries(command.environment);
    // A variable by its name alone: a proxy may have a password.
    const words = [...variables, ...[...command.argv, command.log].map((word) => [word, word] as const)];
    const unusable = words.find(([, word]) => UNUSABLE[scheduler].test(word));
    if (unusable !== undefined) throw usageError('unusable_path', schedule.unusableWord(singleLine(unusable[0])));
    const files = TIMER_FILES[scheduler](command);
    if (out === undefined) {
      print(files.map((file) => (files.length === 1 ? file.text : `# ${file.name}\n${file.text}`)).join('\n'));
      notify(schedule.installFrom);
      return;
    }
    for (const file of files) {
      const path = join(out, file.name);
      await guardingFile(path, text, () => {
        makePrivateFolder(out);
        return writeFileWhole(path, [file.text], host.interruption, OWN_FILE_MODE);
      });
      notify(schedule.timerWritten(path));
    }
    const path = join(out, name);
    notify(schedule.install[scheduler](name, scheduler === 'task-scheduler' ? path : shellWord(path), zoneName()));
  });
};

/** A timer has no person beside it who would see what is missing. */
function warnOfExpiry({ screen: { text, warn } }: Context, { approvals }: Journal, runId: string, moment: number) {
  if (approvals.submissionOf(runId) === undefined) return;
  const standing = approvals.standing(runId);
  const { approveWith, expiring } = text.payouts.approval;
  if (standing.missing > 0) warn(approveWith(runId, standing.missing));
  else if (missingAt(standing, moment) > 0) warn(expiring(runId, standing.run.dueOn ?? ''));
}

/** `09:00` as minutes after midnight. @throws CommandError invalid_time */
function readMinutes(typed: string, { screen: { text } }: Context): number {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(typed.trim()) ?? [];
  if (hours === undefined) throw usageError('invalid_time', text.payouts.schedule.invalidTime('--at', typed));
  return Number(hours) * 60 + Number(minutes);
}

/** The files that run now: one, in the single executable, where the next word is what was typed. */
function program(): readonly string[] {
  const isOneFile = process.getBuiltinModule('node:sea').isSea();
  return isOneFile ? [process.execPath] : [process.execPath, resolve(process.argv[1] ?? '')];
}

/** A scheduler does not know the variables of this terminal. @throws CommandError profile_required */
function profileOf({ host, screen: { text } }: Context, { profileName, keySource, journal }: Settings): string {
  const missing = ['PIX_JOURNAL', ...(journal === undefined ? [] : ['PGPASSWORD'])];
  const isKnown = missing.every((name) => (host.environment[name] ?? '') === '');
  if (profileName !== undefined && keySource === 'profile' && isKnown) return profileName;
  throw usageError('profile_required', text.payouts.schedule.needsProfile);
}

/** A scheduler knows no variables of this terminal, and starts the command in another folder. */
function carriedOver({ environment }: Context['host']): Readonly<Record<string, string>> {
  const carried: Record<string, string> = {};
  for (const name of [...FOLDERS, ...PATHS, ...NETWORK]) {
    const value = environment[name] ?? '';
    if (value !== '') carried[name] = NETWORK.includes(name) ? value : resolve(value);
  }
  return carried;
}

export type Scheduler = NonNullable<OptionsOf<typeof timer>['for']>;

/** A command that a scheduler starts once. */
interface TimedCommand {
  /** Of its files, such as `pix-r-20261121-k7m2`. */
  readonly name: string;
  readonly description: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The file to which its output is appended. */
  readonly log: string;
}

type TimerFiles = readonly { readonly name: string; readonly text: string }[];

/** Characters that a scheduler reads as something else, wherever they stand: no quoting helps. */
const UNUSABLE: Readonly<Record<Scheduler, RegExp>> = {
  systemd: /\p{Cc}/u,
  cron: /\p{Cc}/u,
  'task-scheduler': /[\p{Cc}"]|%.*%/u,
};

/** What a scheduler reads. Its syntax for words with spaces and special characters differs from that of the others. */
const TIMER_FILES: Readonly<Record<Scheduler, (command: TimedCommand) => TimerFiles>> = {
  systemd: systemdFiles,
  cron: cronFiles,
  'task-scheduler': taskFiles,
};

function systemdFiles({ name, description, at, argv, environment, log }: TimedCommand): TimerFiles {
  const specified = (text: string) => text.replaceAll('%', '%%');
  const quoted = (text: string) => `"${specified(text).replaceAll(/["\\]/g, '\\$&')}"`;
  const variables = Object.entries(environment).map(
    ([variable, value]) => `Environment=${quoted(`${variable}=${value}`)}`,
  );
  const unit = ['[Unit]', `Description=${specified(description)}`, ''];
  const service = [
    '[Service]',
    'Type=oneshot',
    ...variables,
    `ExecStart=${argv.map((word) => quoted(word).replaceAll('$', () => '$$')).join(' ')}`,
    `StandardOutput=append:${specified(log)}`,
    `StandardError=append:${specified(log)}`,
  ];
  const moment = new Date(at).toISOString().slice(0, -'.000Z'.length).replace('T', ' ');
  // Persistent: after a night without power, it starts with the machine.
  const timer = ['[Timer]', `OnCalendar=${moment} UTC`, 'Persistent=true', '', '[Install]', 'WantedBy=timers.target'];
  return [
    { name: `${name}.service`, text: wrappedLines([...unit, ...service]) },
    { name: `${name}.timer`, text: wrappedLines([...unit, ...timer]) },
  ];
}

function cronFiles({ name, description, at, argv, environment, log }: TimedCommand): TimerFiles {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const variables = Object.entries(environment).map(([variable, value]) => `${variable}=${quoted(value)}`);
  // Times of a crontab are those of this machine, and come again every year.
  const moment = new Date(at);
  const minute = [moment.getMinutes(), moment.getHours(), moment.getDate(), moment.getMonth() + 1, '*'].join(' ');
  const isItsYear = `[ "$(date +%Y)" = ${moment.getFullYear()} ]`;
  const started = [...variables, ...argv.map(quoted), '>>', quoted(log), '2>&1'].join(' ');
  const command = `${isItsYear} && ${started}`.replaceAll('%', String.raw`\%`);
  return [{ name: `${name}.cron`, text: wrappedLines([`# ${description}`, `${minute} ${command}`]) }];
}

function taskFiles({ name, description, at, argv, environment, log }: TimedCommand): TimerFiles {
  const quoted = (text: string) => `"${text}"`;
  const variables = Object.entries(environment).map(([variable, value]) => `set ${quoted(`${variable}=${value}`)}&& `);
  const command = `${variables.join('')}${argv.map(quoted).join(' ')} >> ${quoted(log)} 2>&1`;
  // Without an XML declaration, which would have to name the encoding in which an editor or a shell stores the file.
  const task = [
    '<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">',
    `  <RegistrationInfo><Description>${escaped(description)}</Description></RegistrationInfo>`,
    `  <Triggers><TimeTrigger><StartBoundary>${new Date(at).toISOString().replace('.000', '')}</StartBoundary></TimeTrigger></Triggers>`,
    '  <Settings>',
    '    <StartWhenAvailable>true</StartWhenAvailable>',
    '    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>',
    '    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>',
    '  </Settings>',
    '  <Actions><Exec>',
    '    <Command>cmd.exe</Command>',
    `    <Arguments>/d /s /c ${escaped(quoted(command))}</Arguments>`,
    '  </Exec></Actions>',
    '</Task>',
  ];
  return [{ name: `${name}.xml`, text: wrappedLines(task) }];
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
