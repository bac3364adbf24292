import { createPixClient } from '../../src/client/create-client.ts';
import { systemClock } from '../../src/client/clock.ts';
import { fingerprintOf } from '../../src/client/profiles/key-fingerprint.ts';
import { bindAccount } from '../../src/payouts/accounts/account.ts';
import { comparedWith } from '../../src/payouts/accounts/newest-page.ts';
import { openJournal } from '../../src/payouts/journal/journal.ts';
import type { Payout } from '../../src/payouts/payout.ts';
import { runPayouts } from '../../src/payouts/engine/run-payouts.ts';
import { centavos } from '../../src/pix/centavos.ts';
import type { PayoutsOutcome, PayoutsTask } from './spawn-payouts.ts';

/** Payouts in a process of their own, started by `spawn-payouts.ts`: its task as JSON, its result by IPC. */
const { url, keys, payouts, folder } = JSON.parse(process.argv[2] ?? '{}') as PayoutsTask;
let refused = 0;
const client = createPixClient({
  baseUrl: url,
  apiKeys: keys.map((key, index) => ({ name: `key-${index}`, key })),
  onEvent(event) {
    if (event.type === 'answer' && event.status === 429) refused += 1;
  },
});
const journal = await openJournal({ folder, clock: systemClock });
const account = await bindAccount({ journal, client, clock: systemClock, fingerprints: keys.map(fingerprintOf) });
const facts = {
  source: 'bench',
  origin: url,
  account: account.number,
  coverFee: false,
  usesMarks: true,
  resendsProvenAbsent: false,
  compared: comparedWith(account.newest, journal),
};
const { run, lock } = await journal.staging.stage(facts, rows(payouts), () => 'sha256:bench');
journal.staging.approve(run.id);
const startedAtMs = Date.now();
const { signal } = new AbortController();
const { tally } = await runPayouts({
  journal,
  lock,
  client,
  account,
  clock: systemClock,
  signal,
  onEvent: () => undefined,
});
const outcome: PayoutsOutcome = { paid: tally.paid.payouts, refused, startedAtMs, endedAtMs: Date.now() };
lock.release();
journal.close();
process.send?.(outcome);
process.disconnect();

function* rows(count: number): Generator<Payout> {
  for (let row = 1; row <= count; row += 1) {
    yield {
      row,
      line: row + 1,
      reference: `ref-${row}`,
      pixKey: `payee-${row}@example.com`,
      pixKeyType: 'EMAIL',
      amountCentavos: centavos(500),
      coverFee: false,
      cells: {},
    };
  }
}
