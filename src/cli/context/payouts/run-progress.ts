import { ApiError, InterruptedError } from '../../../client/errors.ts';
import type { PayoutRecord, RunTally } from '../../../payouts/journal/records.ts';
import type { RunEvent, Stop } from '../../../payouts/engine/run-events.ts';
import { centavos, sumCentavos } from '../../../pix/centavos.ts';
import type { Context } from '../context.ts';
import type { Screen } from '../screen.ts';
import { createProgressMeter } from '../../output/progress-meter.ts';
import { timeLeft } from '../../output/progress-line.ts';
import { describeFailure, withServiceWords } from '../../errors/failure.ts';
import { formatTime } from '../../output/dates.ts';
import { formatReais } from '../../output/money.ts';
import { groupTally } from '../../../payouts/rules/state-groups.ts';

const REDRAW_MS = 200;

/** What is going on in a run that is being worked on. */
export interface RunProgress {
  readonly onEvent: (event: RunEvent) => void;
  /** Rows whose request may be on its way at this moment. */
  underWay(): number;
  /** Whether anything has left since the work began. */
  hasSent(): boolean;
}

/**
 * Shows a person how a run gets on, and tells what they have to know.
 *
 * @param before how it stood when the work began
 * @param isSingle for a payout that is sent alone: no progress, and no pauses, because there are none
 */
export function createRunProgress(context: Context, before: RunTally, isSingle = false): RunProgress {
  const { now } = context.host;
  const { text, warn, notify, showProgress } = context.screen;
  const words = text.payouts;
  const isVerbose = context.session.flags.verbose === true;
  const meter = createProgressMeter(now);
  const underWay = new Set<number>();
  const unknown = new Set<number>();
  const total = before.planned.payouts;
  let done = 0;
  let sent = centavos(0);
  let hasSent = false;
  let drawnAt = -Infinity;
  let isLooking = false;

  function changed({ row, state, amountCentavos }: PayoutRecord): void {
    const wasUnderWay = underWay.delete(row);
    if (state === 'sending') {
      underWay.add(row);
      hasSent = true;
    } else if (wasUnderWay && state !== 'planned') done += 1;
    if (state === 'paid' || state === 'accepted') {
      if (wasUnderWay || unknown.has(row)) sent = sumCentavos(sent, amountCentavos);
    }
    if (state === 'unknown') unknown.add(row);
    else unknown.delete(row);
  }

  /** In our words; with `--verbose` the service's own stand beside them. */
  function stopWords({ reason, error }: Stop): string {
    const said = isVerbose && error instanceof ApiError ? error.serviceMessage : undefined;
    return withServiceWords(words.stops[reason], said, text);
  }

  function draw(): void {
    const at = now();
    if (at - drawnAt < REDRAW_MS) return;
    drawnAt = at;
    const { perSecond, secondsLeft } = meter.measure(done, total);
    const speed =
      perSecond === undefined || secondsLeft === undefined ? '' : words.progressSpeed(perSecond, timeLeft(secondsLeft));
    const lost = unknown.size === 0 ? '' : words.progressUnknown(unknown.size);
    showProgress(words.progress(done, total, formatReais(sent)) + speed + lost);
  }

  return {
    onEvent(event) {
      switch (event.type) {
        case 'changed':
          changed(event.payout);
          if (!isSingle) draw();
          return;
        case 'waiting':
          if (!isSingle) notify(words.waitingFor[event.reason](String(Math.ceil(event.waitMs / 1_000))));
          return;
        case 'stopped':
          if (event.stop.reason !== 'interrupted' && !isSingle) warn(words.stoppedSending(stopWords(event.stop)));
          return;
        case 'looking':
          // It looks again and again; the moment at which it ends stays about the same.
          if (!isLooking && event.payouts === 0) notify(words.lookingAtHeld);
          else if (!isLooking) notify(lookingLine(event, formatTime(new Date(now() + event.untilMs)), text));
          isLooking = true;
          return;
        case 'look_failed':
          if (event.error instanceof InterruptedError) return;
          notify(words.lookFailed(describeFailure(event.error, text).message));
          return;
        case 'second_withdrawal': {
          const { row, withdrawal } = event.payout;
          warn(words.secondWithdrawal(String(row), withdrawal?.id ?? text.words.unknown, event.withdrawalId));
          return;
        }
        case 'other_mark':
          warn(words.otherMark(String(event.payout.row), event.withdrawalId, event.payout.reason ?? ''));
      }
    },
    underWay: () => underWay.size,
    hasSent: () => hasSent || groupTally(before, 'open').payouts > 0,
  };
}

function lookingLine({ payouts, refused }: { payouts: number; refused: number }, until: string, text: Screen['text']) {
  const { looking, lookingAtRefused } = text.payouts;
  return refused === payouts ? lookingAtRefused(refused, until) : looking(payouts, until);
}
