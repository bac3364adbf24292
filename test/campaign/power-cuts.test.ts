import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/client/clock.ts';
import { openJournal } from '../../src/payouts/journal/journal.ts';
import { payAmidKills, problemsOf } from '../payouts/simulation/killed-program.ts';
import { canTrace } from '../payouts/simulation/system-calls.ts';
import { brokenRules } from '../service/data-file.ts';
import { seededRandom } from '../support/random.ts';
import { temporaryFolder } from '../support/cli.ts';
import { liveAndDie, lostFrom, type Acknowledged } from './killed-service.ts';
import { recording, RecordedFolder } from './writes/power-cut.ts';

/** `npm run campaign -- --only power-cuts` has many. */
const CUTS = Number(process.env['CAMPAIGN_POWER_CUTS'] ?? 1);
const FIRST_SEED = Number(process.env['CAMPAIGN_FIRST_SEED'] ?? 1);
const TIMEOUT_MS = 60_000;
const MARK = /#px[2-9a-hjkmnp-z]{7}/g;
/** Of what was not synced: nothing, all, or half of it is on the disk. */
const KEPT = [0, 0, 1, 0.5];

/** Records lives of a program in a folder, each until the power fails. */
class Power {
  readonly #trace = join(temporaryFolder(), 'trace.txt');
  readonly #root: string;
  readonly #random: () => number;
  #recorded: RecordedFolder | undefined;

  constructor(root: string, seed: number) {
    this.#root = root;
    this.#random = seededRandom(seed);
  }

  /** @returns what starts the program */
  beginLife(): readonly string[] {
    this.#recorded = new RecordedFolder(this.#root);
    return recording(this.#trace);
  }

  /** The life has ended. @param onSent called with what was sent, while `copyOfSynced` is what was synced then */
  endLife(onSent?: (text: string, copyOfSynced: (to: string) => void) => void): void {
    const recorded = this.#recorded;
    if (recorded === undefined) throw new Error('no life has begun');
    const copyOfSynced = (to: string) => recorded.cut(() => false, to);
    recorded.follow(readFileSync(this.#trace, 'utf8'), (text) => onSent?.(text, copyOfSynced));
    expect(recorded.deviations()).toEqual([]);
    const kept = KEPT[Math.floor(this.#random() * KEPT.length)] ?? 0;
    recorded.cut(() => this.#random() < kept);
  }
}

/** The states that a journal has of the payments with these marks. */
async function statesOf(folder: string, marks: readonly string[]): Promise<string[]> {
  const services = join(folder, 'state/services');
  const [name = ''] = readdirSync(services);
  const journal = await openJournal({ folder: join(services, name), clock: systemClock });
  const states = marks.map((mark) => `${mark} ${journal.payoutOfMark(mark)?.state}`);
  journal.close();
  return states;
}

it.skipIf(!canTrace())(
  'a power cut loses no payment that was sent, and none is paid twice (strace)',
  async () => {
    const folder = temporaryFolder();
    const copy = join(temporaryFolder(), 'copy');
    const power = new Power(folder, FIRST_SEED);
    let sent = 0;
    const outcome = await payAmidKills({
      folder,
      seed: FIRST_SEED,
      rows: 15,
      kills: CUTS,
      isLimited: false,
      faults: { 'reset-after': 0.1, truncate: 0.1, latency: 0.5 },
      disk: {
        beforeLife: () => power.beginLife(),
        async afterLife() {
          const intents: Promise<void>[] = [];
          power.endLife((text, copyOfSynced) => {
            const marks = text.match(MARK) ?? [];
            if (marks.length === 0) return;
            sent += marks.length;
            const to = `${copy}-${sent}`;
            copyOfSynced(to);
            intents.push(
              statesOf(to, marks).then((states) => {
                expect(states).toEqual(marks.map((mark) => `${mark} sending`));
                rmSync(to, { recursive: true });
              }),
            );
          });
          await Promise.all(intents);
        },
      },
    });
    expect(problemsOf(outcome)).toEqual([]);
    expect(outcome.killed).toBe(CUTS);
    expect(sent).toBeGreaterThan(0);
  },
  CUTS * TIMEOUT_MS + TIMEOUT_MS,
);

it.skipIf(!canTrace())(
  'a power cut loses nothing that the local service has acknowledged (strace)',
  async () => {
    const folder = temporaryFolder();
    const dataFile = join(folder, 'pix.db');
    const acknowledged: Acknowledged[] = [];
    const power = new Power(folder, FIRST_SEED);
    for (let cut = FIRST_SEED; cut < FIRST_SEED + CUTS; cut += 1) {
      const before = power.beginLife();
      const acknowledgements = 1 + ((cut * 17) % 60);
      acknowledged.push(...(await liveAndDie({ dataFile, seed: `cut ${cut}`, acknowledgements, before })));
      power.endLife();
      expect(await lostFrom(dataFile, acknowledged), `cut ${cut}`).toEqual([]);
      expect(await brokenRules(dataFile), `cut ${cut}`).toEqual([]);
    }
  },
  CUTS * TIMEOUT_MS,
);
