import type { Clock } from '../../client/clock.ts';
import { PixError } from '../../client/errors.ts';
import { PayoutError } from '../payout-error.ts';
import type { ForeignWatch } from './foreign-watch.ts';
import type { StopReason } from './run-events.ts';

/** How often sending looks for others who pay from the account. */
const LOOK_EVERY_MS = 10_000;

interface LookoutSettings {
  readonly watch: Pick<ForeignWatch, 'look' | 'lookSince'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly onStop: (reason: StopReason, error: unknown) => void;
  /** Called after a look beside the requests. */
  readonly onEnd: () => void;
}

/** When a run that sends looks for others who pay from the account, and what it makes of the result. */
export class Lookout {
  readonly #settings: LookoutSettings;
  #since: string | null | undefined;
  #isLooking = false;
  #endedAt = Number.NEGATIVE_INFINITY;
  #failure: Error | undefined;

  constructor(settings: LookoutSettings) {
    this.#settings = settings;
  }

  /**
   * The first is sent alone: others who began earlier are seen before the rest leaves.
   *
   * @param since the withdrawal that the look must show; null if its answer was lost, or for a look of now
   */
  require(since: string | null): void {
    this.#since = since;
  }

  /** Whether nothing is sent before {@link lookAsRequired}. */
  isRequired(): boolean {
    return this.#since !== undefined;
  }

  isLooking(): boolean {
    return this.#isLooking;
  }

  async lookAsRequired(): Promise<void> {
    const { watch, clock } = this.#settings;
    try {
      await watch.lookSince(this.#since ?? undefined);
    } catch (error) {
      this.#judge(error, true);
    }
    this.#since = undefined;
    this.#endedAt = clock.now();
  }

  /** Looks beside the requests that are under way, if it is time. A look that fails is repeated. */
  lookAround(): void {
    const { watch, clock } = this.#settings;
    if (this.#isLooking || this.isRequired() || clock.now() - this.#endedAt < LOOK_EVERY_MS) return;
    this.#isLooking = true;
    watch.look().then(
      () => this.#end(),
      (error: unknown) => {
        this.#judge(error, false);
        this.#end();
      },
    );
  }

  /** @throws what ended a look, and is neither of the service nor of the network */
  assertSound(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  #end(): void {
    this.#isLooking = false;
    this.#endedAt = this.#settings.clock.now();
    this.#settings.onEnd();
  }

  #judge(error: unknown, isRequired: boolean): void {
    if (error instanceof PayoutError) this.#settings.onStop('foreign_journal', error);
    else if (!(error instanceof PixError)) this.#failure = error as Error;
    else if (isRequired) this.#settings.onStop('network', error);
  }
}
