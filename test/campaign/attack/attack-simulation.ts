import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeConnections } from '../../payouts/simulation/shared-connections.ts';
import { Books, type Violation } from './books.ts';
import { filtered } from './description-filters.ts';
import { Dice, Receipt } from './dice.ts';
import { Gateway } from './gateway.ts';
import { Ledger, type Account, type Entry } from './ledger.ts';
import { emptyJournals, loseState } from './lost-journal.ts';
import { Machine } from './machine.ts';
import { Person, type Door } from './person.ts';
import { SimulatedTime } from './simulated-time.ts';
import { drawPayment, referenceOf, type Payment } from './spreadsheet.ts';
import { drawAccount, drawTraits, type SimulationTraits } from './simulation-traits.ts';

export interface SimulationEnd {
  readonly violations: readonly Violation[];
  readonly receipt: Receipt;
  readonly traits: SimulationTraits;
  /** The actions, for a person who reads a failure. */
  readonly commands: readonly string[];
}

const URL_OF_SERVICE = 'https://wallet.example';
const START = Date.UTC(2026, 6, 14, 15);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MARK = /#px[2-9a-hjkmnp-z]{7}(?![0-9a-z])/;

/** Runs one simulation to its end. */
export async function attack(seed: number): Promise<SimulationEnd> {
  const folder = mkdtempSync(join(tmpdir(), 'pix-attack-'));
  try {
    return await new AttackSimulation(seed, folder).play();
  } finally {
    closeConnections(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

class AttackSimulation {
  readonly #dice: Dice;
  readonly #receipt = new Receipt();
  readonly #traits: SimulationTraits;
  readonly #time: SimulatedTime;
  readonly #books: Books;
  readonly #own: Account;
  readonly #other: Account;
  readonly #ledger: Ledger;
  readonly #gateway: Gateway;
  readonly #machine: Machine;
  readonly #person: Person;
  readonly #doors: readonly Door[];
  /** Withdrawals that the program cannot report any more. */
  #hasLostJournal = false;

  constructor(seed: number, folder: string) {
    const dice = new Dice(seed);
    this.#dice = dice;
    this.#time = new SimulatedTime(START + dice.between(0, DAY_MS));
    this.#traits = drawTraits(dice, new Set((process.env['CAMPAIGN_ATTACK_WITHOUT'] ?? '').split(',')));
    this.#books = new Books(this.#time.now, this.#receipt);
    const key = (name: string) => `pk_${name}${dice.word(30)}`;
    const [first, second, rotated, others] = [key('a'), key('b'), key('c'), key('d')];
    this.#own = drawAccount(dice, 'own', [first, second, rotated]);
    this.#other = drawAccount(dice, 'other', [others]);
    this.#ledger = new Ledger(
      [this.#own, this.#other],
      {
        ...this.#traits,
        feeCentavos: 50,
        showDescription: (entry, index) => this.#shown(entry, index),
        showKey: (pixKey) => this.#shownKey(pixKey),
      },
      dice,
      (entry, now) => this.#books.judgeCreation(entry, this.#ledger, now),
    );
    this.#gateway = new Gateway(this.#ledger, this.#time, dice, this.#receipt, this.#traits.gateway);
    this.#machine = new Machine(
      folder,
      this.#time,
      async (asked) => {
        const isCreation = asked.method === 'POST' && asked.url.pathname.endsWith('/withdraw/create');
        const account = this.#own.keys.has(asked.headers.get('X-API-Key') ?? '') ? 'own' : 'other';
        const request = isCreation
          ? this.#books.send(asked.process.label, account, asked.body, this.#time.now)
          : undefined;
        return this.#gateway.ask(asked, request);
      },
      dice,
    );
    this.#doors = [
      { name: 'profile', argv: ['-p', 'one'], environment: {} },
      { name: 'profile with another key', argv: ['-p', 'two'], environment: {} },
      { name: 'profile with the same key', argv: ['-p', 'three'], environment: {} },
      { name: 'key in the environment', argv: [], environment: { PIX_API_KEY: first, PIX_BASE_URL: URL_OF_SERVICE } },
      {
        name: 'rotated key',
        argv: [],
        environment: { PIX_API_KEY: rotated, PIX_BASE_URL: 'https://WALLET.example:443/' },
      },
    ];
    this.#person = new Person({
      machine: this.#machine,
      time: this.#time,
      dice,
      receipt: this.#receipt,
      traits: this.#traits,
      books: this.#books,
      ledger: this.#ledger,
      doors: this.#drawDoors(),
    });
  }

  async play(): Promise<SimulationEnd> {
    try {
      await this.#prepare();
      await this.#live();
      await this.#conclude();
    } catch (error) {
      this.#books.violations.push({ kind: 'the simulation did not end', story: String(error) });
    }
    const { violations } = this.#books;
    return { violations, receipt: this.#receipt, traits: this.#traits, commands: this.#person.commands };
  }

  /** CI has no profile at all: then the first access is a key in the environment. */
  #drawDoors(): Door[] {
    if (this.#dice.chance(0.25)) return this.#doors.slice(3);
    return [...this.#doors];
  }

  async #prepare(): Promise<void> {
    const [first = '', second = ''] = [...this.#own.keys];
    if (this.#dice.chance(0.75) || !this.#traits.hasOtherDoors) {
      await this.#person.login('one', first, URL_OF_SERVICE);
      if (this.#traits.hasOtherDoors) {
        await this.#person.login('two', second, URL_OF_SERVICE);
        await this.#person.login('three', first, URL_OF_SERVICE);
      }
    }
    for (let number = 0; number < this.#traits.history; number += 1) {
      for (const account of [this.#own, this.#other]) {
        const at = this.#time.now - this.#dice.between(1, 600) * MINUTE_MS;
        const pixKey = `old${this.#dice.word(4)}@example.com`;
        this.#ledger.createByHand(account, pixKey, this.#dice.between(500, 5_000), at, 'by hand');
      }
    }
  }

  async #live(): Promise<void> {
    const dice = this.#dice;
    const payments = this.#drawPayments();
    for (const payment of payments) {
      this.#books.mean(payment);
      if (this.#traits.hasHandMadeTwins) this.#payByHand(payment, this.#time.now - dice.between(10, 60) * DAY_MS);
    }
    const hasWrongRow = dice.chance(0.2);
    const original = this.#person.save(payments, this.#person.anyForm(), hasWrongRow);
    let file = original;
    this.#gateway.isHealed = false;
    let last = await this.#person.run(file);
    for (let step = 0; step < this.#traits.steps; step += 1) {
      await this.#pass();
      // Withdrawals of a killed command could appear as absent in another account's list.
      if (last !== 0 && dice.chance(last === undefined ? 0.8 : 0.2)) await this.#switchAccounts();
      const choice = dice.random();
      const { isWithout } = this.#traits;
      if (choice < 0.3) last = await this.#person.run(file);
      else if (choice < 0.45) await this.#person.resume();
      else if (choice < 0.5) await this.#person.status();
      else if (choice < 0.6 && !isWithout('rewriting')) await this.#person.run(this.#person.rewritten(original));
      else if (choice < 0.66 && !isWithout('extended files')) file = await this.#extended(payments, hasWrongRow);
      else if (choice < 0.72) await this.#person.retry(this.#person.anyDoor());
      else if (choice < 0.78 && !isWithout('singles'))
        await this.#person.single(dice.pick(payments), this.#person.anyDoor());
      else if (choice < 0.84) await this.#switchAccounts();
      else if (choice < 0.89 && !isWithout('doors')) await this.#rotate();
      else if (choice < 0.93) await this.#person.resolve(this.#person.anyDoor());
      else if (choice < 0.96) last = await this.#again(file, payments, last);
      else await this.#person.run(this.#person.save(file.payments, this.#person.anyForm()));
    }
    if (!this.#traits.isWithout('typed again')) await this.#typeAgain();
    if (!this.#traits.isWithout('paid before')) await this.#payBefore();
  }

  /** A payment without a reference, and a person who types its command again within hours, whatever came of the first. */
  async #typeAgain(): Promise<void> {
    const dice = this.#dice;
    const payment = drawPayment(dice, 80, undefined);
    this.#books.mean(payment);
    for (let time = dice.between(2, 4); time > 0; time -= 1) {
      await this.#person.unreferenced(payment, this.#person.anyDoor());
      await this.#machine.wait(dice.pick([1_000, 20_000, 70_000, 4 * MINUTE_MS, 40 * MINUTE_MS]));
    }
  }

  /** Rows that were paid by hand or in a file without references, and then stand in a file with references. */
  async #payBefore(): Promise<void> {
    const dice = this.#dice;
    const payments = [82, 83, 84].map((number) => drawPayment(dice, number, undefined));
    const [first, ...others] = payments;
    const isShown = this.#traits.keysShown !== 'masked' && this.#own.failingShare === 0;
    if (first !== undefined && isShown && dice.chance(0.6)) {
      this.#payByHand(first, this.#time.now - 5 * MINUTE_MS);
      this.#person.note('a row was paid by hand before its file');
      for (const payment of others) this.#books.mean(payment);
    } else for (const payment of payments) this.#books.mean(payment);
    await this.#machine.wait(2 * MINUTE_MS);
    await this.#person.runRest(payments, this.#person.anyDoor());
    await this.#machine.wait(dice.pick([20_000, 4 * MINUTE_MS, 40 * MINUTE_MS]));
    const named = payments.map((payment, index) => ({ ...payment, reference: referenceOf('letters', 700 + index) }));
    this.#receipt.add('references were added');
    for (let time = dice.between(1, 2); time > 0; time -= 1) {
      await this.#person.runRest(named, this.#person.anyDoor());
    }
  }

  /** The network works again, and time passes: then the program reports the state of everything. */
  async #conclude(): Promise<void> {
    this.#gateway.isHealed = true;
    await this.#machine.wait(15 * MINUTE_MS);
    const rows = await this.#person.lookAtAll([
      ...this.#doors,
      { name: 'profile of before', argv: ['-p', 'four'], environment: {} },
    ]);
    const canSeeMarks = this.#traits.usesMarks && this.#traits.filter === undefined;
    if (!this.#hasLostJournal) this.#books.judgeReports(rows, this.#ledger, this.#time.now, canSeeMarks);
    this.#receipt.add('payments meant', this.#books.meant);
    this.#receipt.add('requests', this.#books.requests.length);
    this.#receipt.add('requests carried out', this.#books.requests.filter(({ carriedOut }) => carriedOut > 0).length);
    if (this.#traits.filter !== undefined) this.#receipt.add(`scope: ${this.#traits.filterScope}`);
    for (const { clockOffsetMs } of this.#traits.gateway.nodes) {
      if (clockOffsetMs !== 0) this.#receipt.add('simulations with clocks that disagree');
    }
  }

  #drawPayments(): Payment[] {
    const { referenceStyle, hasTwins } = this.#traits;
    const first = this.#dice.between(1, 40);
    const payments = Array.from({ length: this.#dice.between(1, 6) }, (_, index) =>
      drawPayment(this.#dice, index, referenceOf(referenceStyle, first + index)),
    );
    const [twin] = payments;
    if (!hasTwins || twin === undefined) return payments;
    return [...payments, { ...twin, isTwin: true, reference: referenceOf(referenceStyle, first + payments.length) }];
  }

  /** Time passes, and others use the account. */
  async #pass(): Promise<void> {
    const dice = this.#dice;
    const delayMs = dice.pick([1_000, 20_000, 70_000, 4 * MINUTE_MS, 40 * MINUTE_MS, DAY_MS]);
    await this.#machine.wait(delayMs);
    const [{ filter, usesMarks, hasHandMadeTwins }, request] = [this.#traits, this.#books.requests.at(-1)];
    // Where marks are not shown, these cannot be distinguished from lost ones: docs/user/payouts.md says so.
    if (hasHandMadeTwins && filter === undefined && usesMarks && request !== undefined && dice.chance(0.4)) {
      this.#payByHand(request, this.#time.now);
    }
    if (dice.chance(0.05) && !this.#traits.isWithout('lost journals')) await this.#loseJournal();
    if (!dice.chance(0.3)) return;
    this.#receipt.add('another user used the account');
    const pixKey = `new${dice.word(4)}@example.com`;
    this.#ledger.createByHand(this.#own, pixKey, dice.between(500, 5_000), this.#time.now, 'by hand');
  }

  /** The same rows and another one, in another order; the earlier invalid row is corrected or removed. */
  async #extended(payments: readonly Payment[], hadWrongRow: boolean) {
    const dice = this.#dice;
    const added = drawPayment(dice, 90, referenceOf(this.#traits.referenceStyle, 90 + dice.between(0, 9)));
    this.#books.mean(added);
    this.#receipt.add(hadWrongRow ? 'the corrected file' : 'the file with a row more');
    const rows = [...payments, added];
    const file = this.#person.save(dice.chance(0.5) ? rows : dice.some(rows, rows.length), this.#person.anyForm());
    await this.#person.run(file);
    return file;
  }

  /** The profile gets another account's key, and an earlier run is resumed. */
  async #switchAccounts(): Promise<void> {
    if (!this.#traits.hasOtherAccount) return;
    const [others = ''] = [...this.#other.keys];
    const [own = ''] = [...this.#own.keys];
    const [profile] = this.#doors;
    if (profile === undefined) return;
    this.#person.note("a profile has another account's key");
    this.#gateway.isHealed = true;
    await this.#person.login('one', others, URL_OF_SERVICE);
    this.#gateway.isHealed = false;
    await this.#person.resume(profile, this.#dice.chance(0.7));
    this.#gateway.isHealed = true;
    await this.#person.login('one', own, URL_OF_SERVICE);
    this.#gateway.isHealed = false;
  }

  /** The key that CI used is stored in a profile, or the profile's key is replaced by a new one. */
  async #rotate(): Promise<void> {
    const [, , rotated = ''] = [...this.#own.keys];
    const door = this.#dice.pick(this.#doors.slice(3));
    this.#gateway.isHealed = true;
    if (this.#dice.chance(0.5)) await this.#person.loginFromEnvironment('four', door);
    else {
      await this.#person.login('one', rotated, URL_OF_SERVICE);
      this.#person.note('the key of a profile was rotated');
    }
    this.#gateway.isHealed = false;
  }

  async #again(
    file: { readonly path: string; readonly payments: readonly Payment[]; readonly hasWrongRow: boolean },
    payments: readonly Payment[],
    last: number | undefined,
  ): Promise<number | undefined> {
    if (last !== 0 || payments.some(({ reference }) => reference !== undefined)) return last;
    for (const payment of file.payments) this.#books.mean(payment);
    this.#receipt.add('paid again');
    return this.#person.runAgain(file);
  }

  #payByHand({ pixKey, amountCentavos }: Pick<Payment, 'pixKey' | 'amountCentavos'>, at: number): void {
    const answer = this.#ledger.createByHand(this.#own, pixKey, amountCentavos, at, 'Salário');
    for (const key of this.#own.keys) this.#gateway.remember(key, answer);
    this.#person.note('the same was paid by hand');
  }

  /** The disk is lost while the newest withdrawal shows a mark, or only the journal is emptied. */
  async #loseJournal(): Promise<void> {
    const { filter, usesMarks, gateway, keysShown } = this.#traits;
    if (this.#ledger.entries.every(({ request }) => request === undefined)) return;
    await this.#machine.wait(4 * MINUTE_MS);
    const newest = this.#ledger.entries.at(-1);
    const hidesFields = gateway.getFaults.includes('list: without fields');
    const showsMarks =
      filter === undefined && usesMarks && !hidesFields && keysShown === 'as they are' && newest?.request !== undefined;
    const agrees = gateway.nodes.every(({ clockOffsetMs }) => clockOffsetMs === 0);
    this.#hasLostJournal = true;
    const isWhole = showsMarks && agrees && this.#dice.chance(0.5);
    this.#person.note(isWhole ? 'the disk was lost' : 'the journal was emptied');
    if (isWhole) loseState(this.#machine.folder);
    else emptyJournals(this.#machine.folder);
  }

  #shown({ description = '', at, account }: Entry, index: number): string | null | undefined {
    const { filter, filterScope } = this.#traits;
    if (filter === undefined) return description;
    if (filterScope === 'every second row' && index % 2 === 0) return description;
    if (filterScope === 'after some minutes' && this.#time.now - at < 3 * MINUTE_MS) return description;
    if (filterScope === 'rows of one account' && account === 'other') return description;
    const shown =
      filter === 'swapped with the neighbour'
        ? (this.#ledger.entries[index ^ 1]?.description ?? description)
        : filtered(filter, description);
    if (MARK.test(description) && shown !== description) this.#receipt.add(`filter: ${filter}`);
    return shown;
  }

  #shownKey(pixKey: string): string {
    const { keysShown } = this.#traits;
    if (keysShown === 'as they are') return pixKey;
    this.#receipt.add(`keys shown: ${keysShown}`);
    if (keysShown === 'in upper case') return pixKey.toUpperCase();
    return pixKey.includes('@') || pixKey.includes('-') ? pixKey : `***${pixKey.slice(3, -2)}**`;
  }
}
