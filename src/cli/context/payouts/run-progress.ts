import { ApiError, InterruptedError } from '../../../client/errors.ts';
import type { RunEvent, Stop } from '../../../payouts/engine/run-events.ts';
import type { Journal } from '../../../payouts/journal/journal.ts';
import { groupTally, type PayoutRecord } from '../../../payouts/journal/records.ts';
import { OPEN_STATES, PAYOUT_STATES } from '../../../payouts/payout-state.ts';
import { sumCentavos, type Centavos } from '../../../pix/centavos.ts';
import { describeFailure, withServiceWords } from '../../errors/failure.ts';
import { formatTime } from '../../output/dates.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import { timeLeft, ProgressMeter } from '../../output/progress-line.ts';
import type { Context } from '../context.ts';
import { describeWithin } from './describe-payout.ts';

const REDRAW_MS = 200;
const TICK_MS = 1_000;
/** Rows named in one line. */
const NAMED_MAXIMUM = 3;
/** Found rows listed one by one. */
const FOUND_MAXIMUM = 10;

type LookingEvent = Extract<RunEvent, { type: 'looking' }>;

export interface ShownRun {
  readonly journal: Journal;
  readonly runId: string;
  /** A single payout: no counts of rows, and no pauses; the caller reports why it stopped. */
  readonly isSingle?: boolean;
}

export class RunProgress {
  readonly #context: Context;
  readonly #runId: string;
  readonly #isSingle: boolean;
  readonly #meter: ProgressMeter;
  readonly #underWay = new Set<number>();
  /** Rows without a confirmed outcome. */
  readonly #open: Map<number, PayoutRecord>;
  /** Those of earlier work, which this command has not sent. */
  readonly #earlier: Set<number>;
  readonly #named = new Set<number>();
  readonly #rows: number;
  readonly #planned: number;
  #ended = 0;
  #sentRows: number;
  #sentCentavos: Centavos;
  #hasSent: boolean;
  #found = 0;
  #drawnAt = -Infinity;
  /** When looking ends, by the screen's clock; undefined while nothing is looked for. */
  #looksUntil: number | undefined;
  #hasReportedOnHold = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(context: Context, { journal, runId, isSingle = false }: ShownRun) {
    this.#context = context;
    this.#runId = runId;
    this.#isSingle = isSingle;
    this.#meter = new ProgressMeter(context.host.now);
    const tally = journal.tally(runId);
    const [paid, pending] = [groupTally(tally, 'paid'), groupTally(tally, 'pending')];
    this.#rows = PAYOUT_STATES.reduce((sum, state) => sum + tally[state].payouts, 0);
    this.#planned = tally.planned.payouts;
    this.#sentRows = paid.payouts + pending.payouts;
    this.#sentCentavos = sumCentavos(paid.amountCentavos, pending.amountCentavos);
    this.#hasSent = groupTally(tally, 'open').payouts > 0;
    const open = journal.payouts(runId, { states: [...OPEN_STATES, 'sending'] });
    this.#open = new Map([...open].map((payout) => [payout.row, payout]));
    this.#earlier = new Set(this.#open.keys());
  }

  /** Rows whose request may be on its way now. */
  underWay(): number {
    return this.#underWay.size;
  }

  /** Whether a request was sent, now or in earlier work without a confirmed outcome. */
  hasSent(): boolean {
    return this.#hasSent;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#looksUntil = undefined;
    this.#context.screen.showProgress('');
  }

  readonly onEvent = (event: RunEvent): void => {
    const { text, warn, notify } = this.#context.screen;
    const words = text.payouts;
    switch (event.type) {
      case 'changed':
        this.#change(event.payout);
        if (!this.#isSingle) this.#draw();
        return;
      case 'waiting':
        if (!this.#isSingle) notify(words.waitingFor[event.reason](String(Math.ceil(event.waitMs / 1_000))));
        return;
      case 'stopped':
        if (event.stop.reason !== 'interrupted' && !this.#isSingle) {
          warn(words.stoppedSending(this.#stopWords(event.stop)));
        }
        return;
      case 'looking':
        this.#look(event);
        return;
      case 'look_failed':
        if (event.error instanceof InterruptedError) return;
        notify(words.lookFailed(describeFailure(event.error, text).message));
        return;
      case 'second_withdrawal': {
        const { withdrawal, amountCentavos } = event.payout;
        const [line, first] = [this.#lineOf(event.payout), withdrawal?.id ?? text.words.unknown];
        if (!event.isForeign) warn(words.secondWithdrawal(line, first, event.withdrawalId));
        else warn(words.foreignSecond(line, formatReais(amountCentavos), first, event.withdrawalId));
        return;
      }
      case 'other_mark':
        warn(words.otherMark(this.#lineOf(event.payout), event.withdrawalId, event.payout.reason ?? ''));
    }
  };

  /** Empty for a single payout. */
  #lineOf({ line }: PayoutRecord): string {
    return this.#isSingle ? '' : String(line);
  }

  #change(payout: PayoutRecord): void {
    const { row, state, amountCentavos } = payout;
    const wasUnderWay = this.#underWay.delete(row);
    const wasOpen = this.#open.delete(row);
    if (state === 'sending') {
      this.#underWay.add(row);
      this.#earlier.delete(row);
      this.#hasSent = true;
    } else if (wasUnderWay && state !== 'planned') this.#ended += 1;
    if ((state === 'paid' || state === 'accepted') && (wasUnderWay || wasOpen)) {
      this.#sentRows += 1;
      this.#sentCentavos = sumCentavos(this.#sentCentavos, amountCentavos);
      if (wasOpen) this.#reportFound(payout);
    }
    if (state === 'unknown' || state === 'absent' || state === 'ambiguous') this.#open.set(row, payout);
    if (this.#open.size === 0) this.#looksUntil = undefined;
  }

  #reportFound(payout: PayoutRecord): void {
    this.#found += 1;
    if (this.#isSingle || this.#found > FOUND_MAXIMUM) return;
    const { text, notify } = this.#context.screen;
    notify(text.payouts.foundPayment(describeWithin(payout, text), payout.withdrawal?.id ?? text.words.unknown));
  }

  /** Looking is repeated with about the same end, so each row is reported once. */
  #look({ payouts, refused, untilMs }: LookingEvent): void {
    const { text, notify } = this.#context.screen;
    const at = this.#context.host.now();
    if (payouts === 0) {
      if (!this.#hasReportedOnHold) notify(text.payouts.checkingOnHold);
      this.#hasReportedOnHold = true;
      return;
    }
    const sought = [...this.#open.values()].filter(({ state }) => state === 'unknown' || state === 'sending');
    const isNew = this.#looksUntil === undefined || sought.some(({ row }) => !this.#named.has(row));
    this.#looksUntil = at + untilMs;
    for (const { row } of sought) this.#named.add(row);
    if (isNew) notify(this.#lookingLine(sought, { payouts, refused, untilMs }));
    this.#tick();
  }

  #lookingLine(sought: readonly PayoutRecord[], event: Omit<LookingEvent, 'type'>): string {
    const { text } = this.#context.screen;
    const { payouts: words } = text;
    const until = formatTime(new Date(this.#context.host.now() + event.untilMs));
    const left = timeLeft(Math.ceil(event.untilMs / 1_000));
    if (event.refused === event.payouts) return words.lookingAtRefused(event.refused, until);
    const shown = this.#isSingle ? [] : sought.slice(0, NAMED_MAXIMUM);
    const more = this.#isSingle ? 0 : event.payouts - shown.length;
    const names = shown.map((payout) => describeWithin(payout, text)).join('; ');
    const isEarlier = sought.every(({ row }) => this.#earlier.has(row));
    const lost = words.noClearResponse(names + (more > 0 ? words.andMorePayments(more) : ''), isEarlier);
    return words.looking(lost, this.#isSingle ? 1 : event.payouts, until, left, this.#runId);
  }

  /** A countdown on a terminal. Its timer does not keep the process alive. */
  #tick(): void {
    clearTimeout(this.#timer);
    if (this.#looksUntil === undefined || !this.#context.host.stderr.isTerminal) return;
    this.#drawnAt = -Infinity;
    this.#draw();
    this.#timer = setTimeout(() => this.#tick(), TICK_MS).unref();
  }

  #draw(): void {
    const at = this.#context.host.now();
    if (at - this.#drawnAt < REDRAW_MS) return;
    this.#drawnAt = at;
    const { text, showProgress } = this.#context.screen;
    const words = text.payouts;
    const looksUntil = this.#looksUntil;
    const secondsToLook = Math.max(0, Math.ceil(((looksUntil ?? at) - at) / 1_000));
    const looking = looksUntil === undefined ? '' : words.progressLooking(timeLeft(secondsToLook));
    if (this.#isSingle) {
      showProgress(looking);
      return;
    }
    const { perSecond, secondsLeft } = this.#meter.measure(this.#ended, this.#planned);
    const isSending = looksUntil === undefined && perSecond !== undefined && secondsLeft !== undefined;
    const parts = [
      looking,
      words.progress(this.#sentRows, this.#rows, formatReais(this.#sentCentavos)),
      this.#underWay.size === 0 ? '' : words.progressUnderWay(this.#underWay.size),
      this.#open.size === 0 ? '' : words.progressUnknown(this.#open.size),
      isSending ? words.progressSpeed(perSecond, timeLeft(secondsLeft)) : '',
    ];
    showProgress(parts.filter((part) => part !== '').join(' · '));
  }

  /** Our text; with `--verbose` followed by the service's message. */
  #stopWords({ reason, error, foreign }: Stop): string {
    const { screen, session } = this.#context;
    if (foreign?.foreign?.isOfRow === true) {
      return screen.text.byHand(this.#runId, String(foreign.line ?? ''), foreign.foreign);
    }
    const said = session.flags.verbose === true && error instanceof ApiError ? error.serviceMessage : undefined;
    return withServiceWords(screen.text.payoutStops[reason], said, screen.text);
  }
}
