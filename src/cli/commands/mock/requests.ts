import type { Run } from '../../command/command.ts';
import type * as z from 'zod';
import type { ControlClient } from '../../../client/controls.ts';
import { controls } from '../../../contract/control.ts';
import type { Host } from '../../context/host.ts';
import type { Screen } from '../../context/screen.ts';
import { openControls } from '../../context/local-service.ts';
import { singleLine } from '../../output/text-width.ts';
import { formatMoment } from '../../output/dates.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import { untilInterrupted } from '../../output/lists/watch.ts';
import type { requests as declared } from './command.ts';

const FOLLOW_EVERY_MS = 500;

export const FIELDS: Fields<LoggedRequest> = [
  { path: 'number', kind: 'ordinal' },
  { path: 'at', kind: 'time' },
  ...ofKind('text', 'method', 'path'),
  { path: 'status', kind: 'ordinal' },
  { path: 'durationMs', kind: 'count' },
  ...ofKind('text', 'fault', 'account', 'key', 'error'),
  { path: 'outgoing', kind: 'flag' },
];

type LoggedRequest = z.output<(typeof controls.listRequests)['data']>['requests'][number];

export const run: Run<typeof declared, LoggedRequest> = async (context, { follow }, output) => {
  const localService = await openControls(context);
  const batches =
    follow === true
      ? followed(context.host, localService)
      : [(await localService.use(controls.listRequests, {})).requests];
  const { format: asked, print, notify, text } = context.screen;
  const emptyMessage = text.mock.noRequests;
  if (output.isForPerson) {
    let shown = 0;
    for await (const requests of batches) {
      for (const request of requests) print(`${requestLine(context.screen, request)}\n`);
      shown += requests.length;
    }
    if (shown === 0) notify(emptyMessage);
    return;
  }
  // An endless list has no envelope and no final column widths, so it is printed row by row.
  const rowByRow = asked === 'json' ? 'ndjson' : asked === 'table' ? 'tsv' : asked;
  const format = follow === true ? rowByRow : asked;
  await output.list({ batches, envelope: (requests) => ({ requests }), emptyMessage }, FIELDS, format);
};

/** Past requests, then new ones, until interrupted. */
async function* followed(
  { sleep }: Host,
  localService: ControlClient,
): AsyncGenerator<readonly LoggedRequest[], never> {
  let last = 0;
  for (;;) {
    const { requests } = await untilInterrupted(localService.use(controls.listRequests, { after: String(last) }));
    if (requests.length > 0) yield requests;
    last = requests.at(-1)?.number ?? last;
    await untilInterrupted(sleep(FOLLOW_EVERY_MS));
  }
}

function requestLine({ text, language }: Screen, request: LoggedRequest): string {
  const { at, method, path, status, durationMs, fault, account, error = null, outgoing } = request;
  const parts = [
    formatMoment(at, language),
    String(status ?? text.progress.reasons.timed_out),
    outgoing === true ? text.mock.outgoing : null,
    method,
    path,
    `${Math.round(durationMs)} ms`,
    account,
    fault === null ? null : `[${fault}]`,
    error,
  ];
  return singleLine(parts.filter((part) => part !== null).join('  '));
}
