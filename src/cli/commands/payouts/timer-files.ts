export const SCHEDULERS = ['systemd', 'cron', 'task-scheduler'] as const;
export type Scheduler = (typeof SCHEDULERS)[number];

/** A command that a scheduler starts once. */
export interface TimedCommand {
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

export interface TimerFile {
  readonly name: string;
  readonly text: string;
}

/** Characters that a scheduler reads as something else, wherever they stand: no quoting helps. */
export const UNUSABLE: Readonly<Record<Scheduler, RegExp>> = {
  systemd: /\p{Cc}/u,
  cron: /\p{Cc}/u,
  'task-scheduler': /[\p{Cc}"]|%.*%/u,
};

/** What a scheduler reads. Its syntax for words with spaces and special characters differs from that of the others. */
export const TIMER_FILES: Readonly<Record<Scheduler, (command: TimedCommand) => readonly TimerFile[]>> = {
  systemd: systemdFiles,
  cron: cronFiles,
  'task-scheduler': taskFiles,
};

function systemdFiles({ name, description, at, argv, environment, log }: TimedCommand): readonly TimerFile[] {
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
    { name: `${name}.service`, text: linesOf([...unit, ...service]) },
    { name: `${name}.timer`, text: linesOf([...unit, ...timer]) },
  ];
}

function cronFiles({ name, description, at, argv, environment, log }: TimedCommand): readonly TimerFile[] {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const variables = Object.entries(environment).map(([variable, value]) => `${variable}=${quoted(value)}`);
  // Times of a crontab are those of this machine, and come again every year.
  const moment = new Date(at);
  const minute = [moment.getMinutes(), moment.getHours(), moment.getDate(), moment.getMonth() + 1, '*'].join(' ');
  const isItsYear = `[ "$(date +%Y)" = ${moment.getFullYear()} ]`;
  const started = [...variables, ...argv.map(quoted), '>>', quoted(log), '2>&1'].join(' ');
  const command = `${isItsYear} && ${started}`.replaceAll('%', String.raw`\%`);
  return [{ name: `${name}.cron`, text: linesOf([`# ${description}`, `${minute} ${command}`]) }];
}

function taskFiles({ name, description, at, argv, environment, log }: TimedCommand): readonly TimerFile[] {
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
  return [{ name: `${name}.xml`, text: linesOf(task) }];
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
