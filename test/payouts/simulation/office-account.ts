import { Books } from './books.ts';
import type { IntendedPayout } from './draw-files.ts';
import type { AccountName, DrawnAccount, Simulation } from './draw-simulation.ts';
import type { PayoutFile } from './program.ts';
import { SimulatedHttp, type HttpAnswer, type HttpRequest } from './simulated-http.ts';
import { SimulatedWallet, type BookedWithdrawal, type WalletTime } from './simulated-wallet.ts';

const ID_PREFIXES = { a: 'wd-', b: 'wx-' } as const;
/** A mark that the journal of the simulation never makes. */
const FOREIGN_MARK = '#px9fre9gn';

const CLOSING_ROW: IntendedPayout = {
  payout: 'closing',
  reference: undefined,
  pixKey: 'closing@example.com',
  amountCentavos: 7_770,
  description: undefined,
};

/** One account of the service in a simulation: its wallet, its HTTP interface, its keys, and the truth about it. */
export class OfficeAccount {
  readonly drawn: DrawnAccount;
  readonly files: readonly PayoutFile[];
  readonly closing: PayoutFile;
  readonly wallet: SimulatedWallet;
  readonly books: Books;
  /** The key that works at the end. */
  readonly finalKey: string;
  readonly #http: SimulatedHttp;
  #lives = 0;

  constructor(settings: {
    drawn: DrawnAccount;
    simulation: Simulation;
    time: WalletTime;
    random: () => number;
    onCreated: (withdrawal: BookedWithdrawal) => void;
    /** Since the simulation began. */
    passedMs: () => number;
  }) {
    const { drawn, simulation, time, random, onCreated, passedMs } = settings;
    const { name } = drawn;
    this.drawn = drawn;
    this.files = drawn.files.map(({ rows }, index) => ({ name: `file-${index + 1}.csv`, account: name, rows }));
    this.closing = { name: 'closing.csv', account: name, rows: [CLOSING_ROW] };
    this.finalKey = `pk_${name}_final`;
    this.wallet = new SimulatedWallet({
      traits: simulation.wallet,
      time,
      random,
      onCreated,
      prefix: ID_PREFIXES[name],
    });
    const wanted = [...drawn.files.flatMap(({ rows }) => rows), CLOSING_ROW];
    this.books = new Books(wanted, {
      withdrawals: this.wallet.withdrawals,
      alteration: simulation.http.descriptions,
      coverFee: simulation.coverFee,
    });
    const isRevoked = (key: string) =>
      this.#isRotated(key) || passedMs() >= (simulation.revokedAtMs.get(key) ?? Number.POSITIVE_INFINITY);
    this.#http = new SimulatedHttp({
      wallet: this.wallet,
      traits: simulation.http,
      nowMs: () => time.nowMs(),
      isRevoked,
    });
  }

  answer(request: HttpRequest): HttpAnswer {
    return this.#http.answer(request);
  }

  get name(): AccountName {
    return this.drawn.name;
  }

  owns(key: string): boolean {
    return key.startsWith(`pk_${this.name}_`);
  }

  /** The keys of the current profile. */
  keys(): readonly string[] {
    return this.drawn.profiles[this.#profile()] ?? [];
  }

  /** Switches to the next profile. @returns whether it is another one */
  turn(): boolean {
    const before = this.#profile();
    this.#lives += 1;
    return this.#profile() !== before;
  }

  #profile(): number {
    const { profiles, rotates } = this.drawn;
    return rotates ? Math.min(this.#lives, profiles.length - 1) : this.#lives % profiles.length;
  }

  #isRotated(key: string): boolean {
    const { profiles, rotates } = this.drawn;
    const profile = profiles.findIndex((keys) => keys.includes(key));
    return rotates && profile >= 0 && profile < this.#profile();
  }

  /** Pays the first row of the first file without the program. */
  payByHand({ coverFee, acceptsMarks }: Pick<Simulation, 'coverFee' | 'acceptsMarks'>): void {
    const row = this.drawn.files[0]?.rows[0];
    if (row === undefined) return;
    const { pixKey, amountCentavos } = row;
    const description = acceptsMarks ? FOREIGN_MARK : (row.description ?? '');
    const order = { pixKey, amountCentavos, description, pixKeyType: 'EMAIL', coverFee: row.coverFee ?? coverFee };
    this.wallet.create(order, 'hand');
  }

  makeOther(number: number, { hasLookalikes, coverFee }: Pick<Simulation, 'hasLookalikes' | 'coverFee'>): void {
    const [like] = hasLookalikes ? (this.drawn.files[0]?.rows ?? []) : [];
    this.wallet.create(
      {
        amountCentavos: like?.amountCentavos ?? 1_000 + number,
        pixKey: like?.pixKey ?? `other-${number}@example.com`,
        pixKeyType: 'EMAIL',
        description: like?.description ?? '',
        coverFee: like?.coverFee ?? coverFee,
      },
      'others',
    );
  }
}

/** The files that are run at the same time, in groups. */
export function roundsOf(
  accounts: readonly Pick<OfficeAccount, 'files'>[],
  filesAtOnce: boolean,
): readonly (readonly PayoutFile[])[] {
  if (filesAtOnce) return [accounts.flatMap(({ files }) => files)];
  const rounds = Math.max(...accounts.map(({ files }) => files.length));
  return Array.from({ length: rounds }, (_, round) => accounts.flatMap(({ files }) => files.slice(round, round + 1)));
}
