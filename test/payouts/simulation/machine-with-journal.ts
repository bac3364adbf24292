import { assert } from './claims.ts';
import type { PixClient } from '../../../src/client/client.ts';
import { outcomeOfFailure } from '../../../src/payouts/engine/creation-outcome.ts';
import type { PayoutRecord } from '../../../src/payouts/journal/records.ts';
import { alteredClient } from './altered-client.ts';
import { Books } from './books.ts';
import type { DrawnMachine, JournalsWorld } from './draw-journals.ts';
import { Owners } from './owners.ts';
import type { SimulatedNetwork } from './simulated-network.ts';
import type { SimulatedWallet } from './simulated-wallet.ts';

/** The truth about an account as one of its machines must not contradict it. */
export class OwnBooks extends Books {
  readonly #isOwn: (withdrawalId: string) => boolean;
  readonly #showsMarks: boolean;

  constructor(world: JournalsWorld, wallet: SimulatedWallet, isOwn: (withdrawalId: string) => boolean) {
    const { simulation, rows } = world;
    const { coverFee, http } = simulation;
    super(rows, { withdrawals: wallet.withdrawals, alteration: http.descriptions, coverFee });
    this.#isOwn = isOwn;
    this.#showsMarks = world.showsMarks;
  }

  override checkClaim(payout: PayoutRecord): void {
    super.checkClaim(payout);
    const { withdrawal, runId, row, code } = payout;
    if (withdrawal === null || this.#isOwn(withdrawal.id)) return;
    // Without marks, a lost payment can't be told from an equal one of another program.
    const isCounted = code === 'found_by_count' && !this.#showsMarks;
    assert.ok(isCounted, `${runId}/${row} claims ${withdrawal.id}, which another machine made`);
  }

  override checkAlarm(payout: PayoutRecord, withdrawalId: string): void {
    const like = this.alike(payout);
    // Its own one may have failed since.
    const isTrue =
      like.some(({ id }) => id === withdrawalId && !this.#isOwn(id)) && like.some(({ id }) => this.#isOwn(id));
    assert.ok(isTrue, `an alarm without a reason: ${withdrawalId} for ${payout.runId}/${payout.row}`);
  }
}

/** A machine with a journal of its own, and what it has seen. */
export class Machine {
  readonly drawn: DrawnMachine;
  readonly network: SimulatedNetwork;
  readonly books: OwnBooks;
  readonly owners = new Owners();
  /** Withdrawals that a list has shown to it, and that had not failed. */
  readonly shown = new Set<string>();
  /** Answers that were lost before one arrived. */
  lostFirst = 0;
  #hasAnswer = false;

  constructor(drawn: DrawnMachine, network: SimulatedNetwork, books: OwnBooks) {
    this.drawn = drawn;
    this.network = network;
    this.books = books;
  }

  watched(client: PixClient): PixClient {
    return alteredClient(client, (withdraws) => ({
      page: async (query) => {
        const read = await withdraws.page(query);
        for (const { id, status } of read.items) if (status !== 'FAILED') this.shown.add(id);
        return read;
      },
      create: async (...order) => {
        try {
          const answer = await withdraws.create(...order);
          this.#hasAnswer = true;
          return answer;
        } catch (error) {
          if (!this.#hasAnswer && outcomeOfFailure(error).kind === 'unknown') this.lostFirst += 1;
          throw error;
        }
      },
    }));
  }
}
