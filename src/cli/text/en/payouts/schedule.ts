import { failure } from '../../../errors/command-error.ts';
import { payments } from '../numbers.ts';

/** Runs that are sent on a day. */
export const schedule = {
  invalidDay: (flag: string, typed: string) =>
    failure(
      `invalid value "${typed}" for ${flag}`,
      'use a day (2026-12-05 or 05/12/2026), today, tomorrow or last-business-day',
    ),
  past: (day: string) => failure(`${day} has passed; nothing was stored or sent`, 'to pay now, leave out --on'),
  holidaysUnknown: (end: string) =>
    failure(`bank holidays are known until ${end} only`, 'give the day itself: --on 2036-01-31; or update pix'),
  afterHolidays: (day: string, end: string) =>
    `Bank holidays are known until ${end} only: ${day} may be one. Pix works every day.`,
  noBusinessDay: (day: string, next: string) =>
    `${day} is not a business day. Pix works every day; the next business day: --on ${next}`,
  otherwise: (runId: string, day: string | null) =>
    failure(
      day === null
        ? `this file was run before as ${runId}, without --on; nothing was sent`
        : `this file was run before as ${runId}, for ${day}, and keeps its day; nothing was sent`,
      `see it: pix payouts status ${runId}; resume it: pix payouts resume ${runId}`,
    ),
  planned: (day: string) => `Nothing is sent before ${day}.`,
  scheduled: (number: number, sum: string, day: string, place: string) =>
    `Scheduled for ${day}: ${payments(number)}, ${sum} (${place}). Not sent yet.`,
  sendOn: (runId: string) =>
    `On that day: pix payouts resume ${runId}; by itself: pix payouts timer ${runId} --for systemd|cron|task-scheduler`,
  notScheduled: (runId: string) =>
    failure(`run ${runId} has no day`, 'give it one when you start it: pix payouts run FILE --on DAY'),
  pastTimer: (day: string, runId: string) =>
    failure(`that time on ${day} has passed; no timer was written`, `send the run now: pix payouts resume ${runId}`),
  invalidTime: (flag: string, typed: string) =>
    failure(`invalid value "${typed}" for ${flag}`, 'use a time of day: 09:00'),
  needsProfile: failure(
    'a timer knows no variables: the key and the address of the journal must be in a profile',
    'store them: pix auth login -p NAME; pix config set journal ADDRESS; and unset PIX_API_KEY and PIX_JOURNAL',
  ),
  needsScheduler: (runId: string) =>
    failure('--for is required', `pix payouts timer ${runId} --for systemd|cron|task-scheduler`),
  unusablePath: (path: string) =>
    failure(
      `a timer cannot name this path: ${path}`,
      'use folders whose names have no line breaks, quotation marks or pairs of percent signs',
    ),
  installFrom: 'Nothing was written or installed. To write files, and see how to install them: --out FOLDER',
  timerWritten: (path: string) => `Written: ${path}`,
  install: {
    systemd: (name: string, path: string, _zone: string) =>
      `Install: cp ${path}.service ${path}.timer ~/.config/systemd/user/ && systemctl --user enable --now ${name}.timer; to run while you are logged out: loginctl enable-linger`,
    cron: (_name: string, path: string, zone: string) =>
      `Install: (crontab -l; cat ${path}.cron) | crontab -; its time is in ${zone}, which cron must use, too, and the machine must be on then. Remove the line afterwards: crontab -e`,
    'task-scheduler': (name: string, path: string, _zone: string) =>
      `Install: schtasks /Create /TN "${name}" /XML "${path}.xml"`,
  },
  late: (runId: string, file: string, day: string) =>
    `LATE: run ${runId} (${file}) was due on ${day} and was not sent completely. Send it: pix payouts resume ${runId}`,
  moreLate: (number: number) => `LATE: ${number} more: pix payouts list`,
};
