import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Books, ReportedRow } from './books.ts';
import type { Dice, Receipt } from './dice.ts';
import type { Ledger } from './ledger.ts';
import type { Command, Machine } from './machine.ts';
import type { EndPlan, MortalProcess, Point } from './mortal-process.ts';
import { fileOf, FILE_FORMS, reais, REWRITINGS, type FileForm, type Payment } from './spreadsheet.ts';
import type { SimulatedTime } from './simulated-time.ts';
import type { SimulationTraits } from './simulation-traits.ts';

/** An access to the account: a profile, or a key in the environment. */
export interface Door {
  readonly name: string;
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

interface File {
  readonly path: string;
  readonly payments: readonly Payment[];
  /** Rows that cannot be paid, which `--only-valid` leaves out. */
  readonly hasWrongRow: boolean;
}

export interface PersonParts {
  readonly machine: Machine;
  readonly time: SimulatedTime;
  readonly dice: Dice;
  readonly receipt: Receipt;
  readonly traits: SimulationTraits;
  readonly books: Books;
  readonly ledger: Ledger;
  readonly doors: readonly Door[];
}

/** The maximum number of points at which a command may be killed or interrupted. */
const POINTS: Readonly<Record<Point, number>> = { request: 8, answer: 8, statement: 250, timer: 12 };

/** A person who intends to pay each recipient once, and repeats commands when the tool says so. */
export class Person {
  readonly commands: string[] = [];
  readonly runs = new Set<string>();
  readonly usedDoors = new Set<string>();
  readonly #parts: PersonParts;
  readonly #printed: string[] = [];
  #files = 0;

  constructor(parts: PersonParts) {
    this.#parts = parts;
  }

  save(payments: readonly Payment[], form: FileForm, wrongRow = false): File {
    const { machine, receipt } = this.#parts;
    this.#files += 1;
    const path = join(
      machine.folder,
      `file-${this.#files}.${form === 'ndjson' ? 'ndjson' : form === 'tsv' ? 'tsv' : 'csv'}`,
    );
    const wrong: Payment[] = wrongRow
      ? [
          {
            ...this.#any(payments),
            pixKey: 'no-key',
            pixKeyType: 'EMAIL',
            reference: this.#any(payments).reference && 'W-9',
          },
        ]
      : [];
    writeFileSync(path, fileOf([...payments, ...wrong], form));
    receipt.add(`file: ${form}`);
    return { path, payments, hasWrongRow: wrongRow };
  }

  anyForm(): FileForm {
    const { dice, traits } = this.#parts;
    // That encoding has fewer letters: a description may be changed.
    return dice.pick(FILE_FORMS.filter((form) => !(traits.isWithout('rewriting') && form.endsWith('windows-1252'))));
  }

  /** The first access, or another one if there are several. */
  anyDoor(): Door {
    const { dice, doors, traits, receipt } = this.#parts;
    const [first] = doors;
    if (first === undefined) throw new Error('a person has a door');
    if (!traits.hasOtherDoors || dice.chance(0.5)) return first;
    const door = dice.pick(doors);
    if (door !== first) receipt.add(`door: ${door.name}`);
    return door;
  }

  runCommand({ path, payments, hasWrongRow }: File, door: Door, extra: readonly string[] = []): Command {
    const { dice, traits } = this.#parts;
    const sum = payments.reduce((total, { amountCentavos }) => total + amountCentavos, 0);
    const argv = [
      ...['payouts', 'run', path, '--yes', '--confirm-total', reais(sum), '--json'],
      ...(hasWrongRow ? ['--only-valid'] : []),
      ...(traits.usesMarks ? [] : ['--no-mark']),
      ...(dice.chance(traits.resendShare) ? this.#seen('absent') : []),
      ...(dice.chance(0.3) ? ['--wait'] : []),
      ...extra,
    ];
    return this.#command(argv, door);
  }

  /** Runs the file, sometimes twice at once. */
  async run(file: File, door = this.anyDoor(), extra: readonly string[] = []): Promise<number | undefined> {
    const { dice, receipt, books, ledger } = this.#parts;
    const commands = [this.runCommand(file, door, extra)];
    if (dice.chance(0.12) && !extra.some((word) => word.startsWith('again:'))) {
      commands.push(this.runCommand(file, this.anyDoor()));
      receipt.add('two processes at once');
    }
    const ended = await this.do(...commands);
    const leavesOut = file.hasWrongRow;
    for (const { exitCode, label } of ended) {
      if (exitCode === 0) books.judgeDone(file.payments, label, ledger, leavesOut);
    }
    const [first] = ended;
    const isAnothers =
      first !== undefined && /"paid_before".*"run":null/.test(first.stderr) && !books.hasAsked(file.payments);
    if (isAnothers && !extra.some((word) => word.startsWith('repeated:'))) {
      receipt.add('paid again beside a payment by hand');
      return this.run(file, door, [...extra, ...this.#seen('repeated', first.stderr)]);
    }
    return first?.exitCode;
  }

  /** @param isPatient waits for the end, and sends again what is proven absent */
  async resume(door = this.anyDoor(), isPatient = false): Promise<void> {
    const { dice, traits, receipt } = this.#parts;
    if (this.runs.size === 0) return;
    receipt.add('resume');
    const resends = isPatient || dice.chance(traits.resendShare);
    const argv = ['payouts', 'resume', dice.pick([...this.runs]), '--yes', '--json'];
    const resuming = (words: readonly string[]) => this.do(this.#calm([...argv, ...words], door));
    if (!isPatient) await this.do(this.#command([...argv, ...(resends ? this.#seen('absent') : [])], door));
    else {
      const [looked] = await resuming([]);
      const words = this.#seen('absent', looked?.stderr ?? '');
      if (words.length > 0) await resuming(words);
    }
  }

  /** Pays a file once more that was paid to its end, as its repetition says. */
  async runAgain(file: File): Promise<number | undefined> {
    const door = this.anyDoor();
    const [repeated] = await this.do({ ...this.runCommand(file, door), end: undefined });
    return this.run(file, door, this.#seen('again', repeated?.stderr ?? ''));
  }

  /** What was printed to allow a kind of thing, some of it long ago. */
  #seen(kind: string, text = this.#printed.join('')): readonly string[] {
    const words = [...text.matchAll(new RegExp(`--allow (${kind}:[\\da-f]{6})`, 'g'))].map(([, word = '']) => word);
    if (words.length > 0) this.#parts.receipt.add(`allowed: ${kind}`);
    return [...new Set(words)].flatMap((word) => ['--allow', word]);
  }

  /** For the description of a failure. */
  note(what: string): void {
    this.commands.push(`(${what})`);
    this.#parts.receipt.add(what);
  }

  async status(door = this.anyDoor()): Promise<void> {
    if (this.runs.size === 0) return;
    const run = this.#parts.dice.pick([...this.runs]);
    await this.do(this.#command(['payouts', 'status', run, '--refresh', '--json'], door));
  }

  /** The same payments in a file that a spreadsheet has saved again. */
  rewritten(file: File): File {
    const { dice, receipt } = this.#parts;
    const [name, rewrite] = dice.pick(Object.entries(REWRITINGS));
    const payments = file.payments.map((payment) => ({
      ...payment,
      reference: payment.reference === undefined ? undefined : rewrite(payment.reference),
    }));
    if (payments.some(({ reference }, index) => reference !== file.payments[index]?.reference)) {
      receipt.add(`references: ${name}`);
    }
    return this.save(payments, this.anyForm());
  }

  /** Pays what the program reports as certainly not paid. */
  async retry(door: Door): Promise<void> {
    const { dice, machine, receipt } = this.#parts;
    if (this.runs.size === 0) return;
    const run = dice.pick([...this.runs]);
    this.#files += 1;
    const path = join(machine.folder, `retry-${this.#files}.csv`);
    const written = await this.do(
      this.#calm(['payouts', 'report', run, '--retry-file', '--out', path, '--json'], door),
    );
    if (written[0]?.exitCode !== 0 || !existsSync(path)) return;
    const checked = await this.do(this.#calm(['payouts', 'check', path, '--json', '--no-account'], door));
    const facts: { amount?: number } = parsed(checked[0]?.stdout ?? '');
    if (facts.amount === undefined || facts.amount === 0) return;
    receipt.add('retry file');
    const argv = ['payouts', 'run', path, '--yes', '--confirm-total', reais(facts.amount), '--json'];
    await this.do(this.#command(argv, door));
  }

  /** Pays a file without the rows that may have been paid before. */
  async runRest(payments: readonly Payment[], door: Door): Promise<void> {
    const { path } = this.save(payments, this.anyForm());
    const checked = await this.do(this.#calm(['payouts', 'check', path, '--only-valid', '--json'], door));
    const { toPay }: { toPay?: { amount: number } } = parsed(checked[0]?.stdout ?? '');
    if (toPay === undefined || toPay.amount === 0) return;
    const argv = ['payouts', 'run', path, '--yes', '--only-valid', '--confirm-total', reais(toPay.amount), '--json'];
    await this.do(this.#command([...argv, ...(this.#parts.traits.usesMarks ? [] : ['--no-mark'])], door));
  }

  /** Pays one payment of the file with `withdraw create`, with its reference. */
  async single(payment: Payment, door: Door): Promise<void> {
    const { receipt } = this.#parts;
    const { reference, pixKey, pixKeyType, amountCentavos } = payment;
    if (reference === undefined) return;
    receipt.add('withdraw create --reference');
    const argv = [
      ...['withdraw', 'create', '--amount', reais(amountCentavos), '--pix-key', pixKey, '--pix-key-type', pixKeyType],
      ...['--reference', reference, '--yes', '--json'],
    ];
    await this.do(this.#command(argv, door));
    if (this.#parts.dice.chance(0.5)) await this.do(this.#command(argv, this.anyDoor()));
  }

  /** One payment by `withdraw create`, without a reference. */
  async unreferenced({ pixKey, pixKeyType, amountCentavos }: Payment, door: Door): Promise<void> {
    this.#parts.receipt.add('withdraw create typed again');
    const argv = ['withdraw', 'create', '--amount', reais(amountCentavos), '--pix-key', pixKey];
    await this.do(this.#command([...argv, '--pix-key-type', pixKeyType, '--yes', '--json'], door));
  }

  /** Decides what the program leaves to a person, and knows the truth. */
  async resolve(door: Door): Promise<void> {
    const { ledger, time, receipt, books } = this.#parts;
    for (const run of this.runs) {
      const rows = await this.report(run, door);
      const onHold = rows.find(({ status }) => status === 'absent' || status === 'ambiguous');
      if (onHold === undefined) continue;
      const claimed = new Set(rows.flatMap(({ id }) => id ?? []));
      const own = ledger.entries.filter(
        ({ pixKey, value, request }) => pixKey === onHold.pixKey && value === onHold.amount && request !== undefined,
      );
      const paid = own.find((entry) => !claimed.has(entry.id) && ledger.statusOf(entry, time.now) !== 'FAILED');
      if (books.requests.some(({ sentAt }) => sentAt > time.now - 300_000)) return;
      if (paid === undefined && own.length > 0) return;
      const decision = paid === undefined ? ['--not-paid', '--yes'] : ['--paid', paid.id, '--yes'];
      receipt.add(paid === undefined ? 'resolve --not-paid' : 'resolve --paid');
      await this.do(this.#calm(['payouts', 'resolve', run, String(onHold.line), ...decision, '--json'], door));
    }
  }

  async report(run: string, door: Door): Promise<ReportedRow[]> {
    const [ended] = await this.do(this.#calm(['payouts', 'report', run, '--json'], door));
    const { rows = [] }: { rows?: Omit<ReportedRow, 'run' | 'reportedAt'>[] } = parsed(ended?.stdout ?? '');
    return rows.map((row) => ({ ...row, run, reportedAt: this.#parts.time.now }));
  }

  async listRuns(door: Door): Promise<string[]> {
    const [ended] = await this.do(this.#calm(['payouts', 'list', '--json'], door));
    const { runs = [] }: { runs?: { run: string }[] } = parsed(ended?.stdout ?? '');
    return runs.map(({ run }) => run);
  }

  /** Reads every run at the end, and returns what the program says about its rows. */
  async lookAtAll(doors: readonly Door[]): Promise<ReportedRow[]> {
    const rows = new Map<string, ReportedRow>();
    const seen = new Set<string>();
    for (const door of doors.filter(({ name }) => this.usedDoors.has(name))) {
      for (const run of await this.listRuns(door)) {
        if (seen.has(run)) continue;
        seen.add(run);
        await this.do(this.#calm(['payouts', 'resume', run, '--yes', '--json'], door));
        await this.do(this.#calm(['payouts', 'status', run, '--refresh', '--json'], door));
        for (const row of await this.report(run, door)) rows.set(`${run} ${row.row}`, row);
      }
    }
    return [...rows.values()];
  }

  async login(profile: string, key: string, url: string): Promise<void> {
    const argv = ['auth', 'login', '-p', profile, '--base-url', url, '--no-keychain'];
    await this.do({ argv, environment: {}, stdin: `${key}\n` });
  }

  /** The key in the environment of CI. */
  async loginFromEnvironment(profile: string, door: Door): Promise<void> {
    this.#parts.receipt.add('auth login with PIX_API_KEY');
    this.usedDoors.add('profile of before');
    await this.do({ argv: ['auth', 'login', '-p', profile, '--no-keychain'], environment: door.environment });
  }

  async do(...commands: readonly Command[]): Promise<MortalProcess[]> {
    const { machine, books, receipt, time } = this.#parts;
    const startedAt = time.now;
    const ended = await machine.run(...commands);
    for (const process of ended) {
      const how = process.isDead ? 'killed' : `exit ${process.exitCode}`;
      receipt.add(`process: ${process.isDead ? 'killed' : process.wasInterrupted ? 'interrupted' : 'ended'}`);
      receipt.add(how);
      const lines = process.stderr.trim().split('\n').slice(-3).join(' | ');
      this.commands.push(
        `${Math.round(startedAt / 1_000)}–${Math.round(time.now / 1_000)} s ${process.label}: ${how} ${lines}`,
      );
      for (const [run] of `${process.stdout}${process.stderr}`.matchAll(/\br-\d{8}-[a-z0-9]{4,}\b/g))
        this.runs.add(run);
      this.#printed.push(process.stderr);
      if (/paid_twice/.test(process.stderr)) books.noteAlarm();
      if (/within pix|thrown out of main|TypeError|internal_error/.test(process.stderr) || process.exitCode === 99) {
        books.violations.push({
          kind: 'something went wrong within pix',
          story: `${process.label}: ${process.stderr}`,
        });
      }
    }
    return ended;
  }

  #command(argv: readonly string[], door: Door): Command {
    return { ...this.#calm(argv, door), end: this.#anyEnd() };
  }

  #calm(argv: readonly string[], { name, argv: flags, environment }: Door): Command {
    this.usedDoors.add(name);
    return { argv: [...argv, ...flags], environment, door: name };
  }

  #anyEnd(): EndPlan | undefined {
    const { dice, traits } = this.#parts;
    if (!dice.chance(traits.killShare)) return undefined;
    const at = dice.pick(['request', 'answer', 'statement', 'timer'] as const);
    return { how: dice.chance(0.75) ? 'kill' : 'interrupt', at, count: dice.between(1, POINTS[at]) };
  }

  #any(payments: readonly Payment[]): Payment {
    return this.#parts.dice.pick(payments);
  }
}

/** The JSON of a command; undefined when it printed none, or was killed. */
function parsed(text: string): object {
  try {
    const value: object = JSON.parse(text);
    return value;
  } catch {
    return {};
  }
}
