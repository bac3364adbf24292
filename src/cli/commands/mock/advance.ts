import type * as z from 'zod';
import { ADVANCE_MAXIMUM_MS, levers } from '../../../contract/lever.ts';
import type { Context } from '../../context/context.ts';
import { duration } from '../../input/duration.ts';
import { openLevers } from '../../context/local-service.ts';
import { formatDuration, formatMoment } from '../../output/dates.ts';
import type { Output } from '../../output/output.ts';

interface AdvanceFlags {
  readonly duration: string;
}

type Clock = z.output<(typeof levers.advanceClock)['data']>;

/** `pix mock advance DURATION` */
export async function run(context: Context, flags: AdvanceFlags, output: Output<Clock>): Promise<void> {
  const { text, language } = context.screen;
  const durationMs = duration('DURATION', ADVANCE_MAXIMUM_MS, text)(flags.duration);
  const desk = await openLevers(context);
  const clock = await desk.pull(levers.advanceClock, { durationMs });
  await output.one(clock, () => '');
  context.screen.notify(text.mock.advanced(formatDuration(durationMs), formatMoment(clock.now, language)));
}
