import { ADVANCE_MAXIMUM_MS, levers } from '../../../contract/lever.ts';
import type { Context } from '../../context/context.ts';
import { duration } from '../../input/duration.ts';
import { openLevers } from '../../context/local-service.ts';
import { formatMoment } from '../../output/dates.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import { formatDuration } from '../../output/duration.ts';
import { selectFields } from '../../output/fields.ts';
import { printThing } from '../../output/present.ts';

/** `pix mock advance DURATION` */
export async function run(context: Context, { duration: typed }: { readonly duration: string }): Promise<void> {
  const { text, language } = context.screen;
  const { advanceClock } = levers;
  const selection = selectFields(context.session.flags.fields, documentedFields(advanceClock.data), text);
  const durationMs = duration('DURATION', ADVANCE_MAXIMUM_MS, text)(typed);
  const desk = await openLevers(context);
  const clock = await desk.pull(advanceClock, { durationMs });
  await printThing(context, clock, selection, () => '');
  context.screen.notify(text.mock.advanced(formatDuration(durationMs), formatMoment(clock.now, language)));
}
