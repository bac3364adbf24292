import type { Run } from '../../command/command.ts';
import type * as z from 'zod';
import type { ControlClient } from '../../../client/controls.ts';
import { controls } from '../../../contract/control.ts';
import type { Host } from '../../context/host.ts';
import { openControls } from '../../context/local-service.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import { untilInterrupted } from '../../output/lists/watch.ts';
import type { TableColumn } from '../../output/table-layout.ts';
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

/** A path is whole before its duration and account are shown beside it: its end tells requests apart. */
const COLUMNS: readonly TableColumn[] = [
  { path: 'at', kind: 'time', rank: 2 },
  { path: 'status', kind: 'ordinal' },
  { path: 'method', kind: 'text' },
  { path: 'path', kind: 'text', least: 16 },
  { path: 'durationMs', kind: 'count', rank: 5, isExtra: true },
  { path: 'account', kind: 'text', rank: 4, isExtra: true },
  { path: 'fault', kind: 'text', rank: 1 },
  { path: 'error', kind: 'text', rank: 3, least: 12 },
  { path: 'outgoing', kind: 'flag', rank: 6 },
];

export const run: Run<typeof declared, LoggedRequest> = async (context, { follow }, output) => {
  const localService = await openControls(context);
  const shown = (rows: readonly LoggedRequest[]) =>
    output.isForPerson ? rows.map((row) => ({ ...row, durationMs: Math.round(row.durationMs) })) : rows;
  if (follow === true) {
    await output.streamRows(followed(context.host, localService, shown), COLUMNS);
    return;
  }
  const { requests: batch } = await localService.use(controls.listRequests, {});
  const emptyMessage = context.screen.text.mock.noRequests;
  await output.list({ batches: [shown(batch)], envelope: (requests) => ({ requests }), emptyMessage }, COLUMNS);
};

/** Past requests, then new ones, until interrupted. */
async function* followed(
  { sleep }: Host,
  localService: ControlClient,
  shown: (rows: readonly LoggedRequest[]) => readonly LoggedRequest[],
): AsyncGenerator<readonly LoggedRequest[], never> {
  let last = 0;
  for (;;) {
    const { requests } = await untilInterrupted(localService.use(controls.listRequests, { after: String(last) }));
    if (requests.length > 0) yield shown(requests);
    last = requests.at(-1)?.number ?? last;
    await untilInterrupted(sleep(FOLLOW_EVERY_MS));
  }
}
