import type * as z from 'zod';
import { ADVANCE_MAXIMUM_MS, controls } from '../../../contract/control.ts';
import type { Context } from '../../context/context.ts';
import { duration } from '../../input/duration.ts';
import { openControls } from '../../context/local-service.ts';
import { formatDuration, formatMoment } from '../../output/dates.ts';
import type { Output } from '../../output/output.ts';

interface AdvanceFlags {
  readonly duration: string;
}

type Clock = z.output<(typeof controls.advanceClock)['data']>;

export async function run(context: Context, flags: AdvanceFlags, output: Output<Clock>): Promise<void> {
  const { text, language } = context.screen;
  const durationMs = duration('DURATION', ADVANCE_MAXIMUM_MS, text)(flags.duration);
  const localService = await openControls(context);
  const clock = await localService.use(controls.advanceClock, { durationMs });
  await output.one(clock, () => '');
  context.screen.notify(text.mock.advanced(formatDuration(durationMs), formatMoment(clock.now, language)));
}
