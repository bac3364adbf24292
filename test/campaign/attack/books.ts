import type { Receipt } from './dice.ts';
import type { Entry, Ledger, ProgramRequest } from './ledger.ts';
import type { Payment } from './spreadsheet.ts';

/** The claims of a row in `pix payouts report --json`. */
export interface ReportedRow {
  readonly run: string;
  readonly row: number;
  readonly line: number;
  readonly status: string;
  readonly id: string | null;
  readonly secondId: string | null;
  readonly pixKey: string;
  readonly amount: number;
  readonly mark: string | null;
  /** When the report was made. Milliseconds since the epoch. */
  readonly reportedAt: number;
}

export interface Violation {
  readonly kind: string;
  readonly story: string;
}

const CLAIMS_PAID = new Set(['paid', 'accepted', 'resolved_paid']);
/** A stale replica returns an earlier status: it may still be pending. */
const OLDEST_ANSWER_MS = 60_000;
const OPEN = new Set(['unknown', 'sending', 'ambiguous']);

/** The truth of a simulation: what its person intends, and what has happened. It shares no code with the program. */
export class Books {
  readonly requests: ProgramRequest[] = [];
  readonly violations: Violation[] = [];
  #alarms = 0;
  readonly #meant = new Map<string, number>();
  readonly #paidTwice = new Set<string>();
  readonly #startedAt: number;
  readonly #receipt: Receipt;

  constructor(startedAt: number, receipt: Receipt) {
    this.#startedAt = startedAt;
    this.#receipt = receipt;
  }

  mean({ pixKey, amountCentavos }: Pick<Payment, 'pixKey' | 'amountCentavos'>): void {
    const group = groupOf(pixKey, amountCentavos);
    this.#meant.set(group, (this.#meant.get(group) ?? 0) + 1);
  }

  get meant(): number {
    return [...this.#meant.values()].reduce((sum, count) => sum + count, 0);
  }

  send(command: string, account: string, body: string, now: number): ProgramRequest {
    const wanted: { amount: number; pixKey: string; description?: string } = JSON.parse(body);
    const request = {
      number: this.requests.length + 1,
      command,
      account,
      sentAt: now,
      pixKey: wanted.pixKey,
      amountCentavos: Math.round(wanted.amount * 100),
      description: wanted.description,
      fault: 'none',
      carriedOut: 0,
    };
    this.requests.push(request);
    return request;
  }

  /** Called by the ledger at each creation: the first rule is checked at once. */
  judgeCreation(created: Entry, ledger: Ledger, now: number): void {
    const { request } = created;
    if (request === undefined) return;
    const group = groupOf(created.pixKey, created.value);
    const requests = this.#standing(ledger, group, now);
    if (requests.length <= (this.#meant.get(group) ?? 0) || this.#paidTwice.has(group)) return;
    this.#paidTwice.add(group);
    // No list shows what is still on its way, and a note of the second command says so.
    const hasTypedAgain = requests.every(({ command }) => command.includes('pix withdraw create '));
    if (created.isRepetition && hasTypedAgain && requests.some(({ number }) => number > request.number)) {
      this.#receipt.add('typed again before a copy of what was refused arrived');
      return;
    }
    const story = requests.map((one) => this.#describe(one)).join('\n    ');
    this.#violate('paid twice', `${group} meant ${this.#meant.get(group) ?? 0} times:\n    ${story}`);
  }

  noteAlarm(): void {
    this.#alarms += 1;
  }

  hasAsked(payments: readonly Payment[]): boolean {
    const groups = new Set(payments.map(({ pixKey, amountCentavos }) => groupOf(pixKey, amountCentavos)));
    return this.requests.some(({ pixKey, amountCentavos }) => groups.has(groupOf(pixKey, amountCentavos)));
  }

  /**
   * The claim of a command that ended with 0: every payment of its file has been requested.
   *
   * @param leavesOut whether it leaves out what was paid by hand
   */
  judgeDone(payments: readonly Payment[], command: string, ledger: Ledger, leavesOut: boolean): void {
    const wanted = new Map<string, number>();
    for (const { pixKey, amountCentavos } of payments) {
      const group = groupOf(pixKey, amountCentavos);
      wanted.set(group, (wanted.get(group) ?? 0) + 1);
    }
    for (const [group, count] of wanted) {
      const asked = ledger.entries.filter(
        (entry) => isOf(entry, group) && (leavesOut || entry.request !== undefined),
      ).length;
      if (asked < count) this.#violate('exit 0, not paid', `${group}: ${asked} of ${count} after ${command}`);
    }
  }

  /** Compares the claims of all final reports with what has happened. */
  judgeReports(rows: readonly ReportedRow[], ledger: Ledger, now: number, canSeeMarks: boolean): void {
    const claimants = new Map<string, ReportedRow>();
    for (const row of rows) {
      this.#judgeClaim(row, ledger);
      if (row.id === null || !CLAIMS_PAID.has(row.status)) continue;
      const other = claimants.get(row.id);
      if (other !== undefined)
        this.#violate('one withdrawal claimed twice', `${describeRow(row)} and ${describeRow(other)}`);
      claimants.set(row.id, row);
    }
    this.#judgeDenials(rows, ledger, now);
    this.#judgeRepetitions(ledger, now, canSeeMarks);
  }

  #judgeClaim(row: ReportedRow, ledger: Ledger): void {
    if (row.id === null) return;
    const entry = ledger.ofId(row.id);
    const group = groupOf(row.pixKey, row.amount);
    if (CLAIMS_PAID.has(row.status)) {
      if (entry === undefined) this.#violate('said paid, no such withdrawal', describeRow(row));
      else if (!isOf(entry, group)) this.#violate('said paid by a withdrawal to another recipient', describeRow(row));
      else if (entry.request === undefined) this.#violate('claims a withdrawal made by hand', describeRow(row));
      else if (
        ledger.statusOf(entry, row.status === 'accepted' ? row.reportedAt - OLDEST_ANSWER_MS : row.reportedAt) ===
        'FAILED'
      )
        this.#violate('said paid, has failed', describeRow(row));
    } else if (row.status === 'failed' && entry !== undefined && ledger.statusOf(entry, row.reportedAt) !== 'FAILED') {
      this.#violate('said failed, is paid', describeRow(row));
    }
  }

  /** No paid payment may be reported as absent, refused or not sent. */
  #judgeDenials(rows: readonly ReportedRow[], ledger: Ledger, now: number): void {
    for (const group of this.#meant.keys()) {
      const standing = this.#standing(ledger, group, now);
      const own = rows.filter((row) => groupOf(row.pixKey, row.amount) === group);
      const admitted = own.filter(({ status }) => CLAIMS_PAID.has(status) || OPEN.has(status));
      if (standing.length <= admitted.length || this.#paidTwice.has(group)) continue;
      const denials = [...new Set(own.filter((row) => !admitted.includes(row)).map(({ status }) => status))].sort();
      const story = [...standing.map((one) => this.#describe(one)), ...own.map(describeRow)].join('\n    ');
      this.#violate(`paid, but said ${denials.join(' and ') || 'nothing'}`, `${group}\n    ${story}`);
    }
  }

  /** A gateway's repetition is not the program's fault, but the program must report an alarm. */
  #judgeRepetitions(ledger: Ledger, now: number, canSeeMarks: boolean): void {
    const repeated = this.requests.filter((request) => this.#entriesOf(ledger, request, now).length > 1);
    if (repeated.length === 0) return;
    this.#receipt.add('carried out twice by the gateway', repeated.length);
    if (this.#alarms > 0) this.#receipt.add('an alarm was raised for it');
    else if (canSeeMarks)
      this.#violate('carried out twice without an alarm', repeated.map((one) => this.#describe(one)).join('\n    '));
    else this.#receipt.add('carried out twice where marks are not shown');
  }

  #standing(ledger: Ledger, group: string, now: number): ProgramRequest[] {
    return this.requests.filter(
      (request) =>
        groupOf(request.pixKey, request.amountCentavos) === group && this.#entriesOf(ledger, request, now).length > 0,
    );
  }

  #entriesOf(ledger: Ledger, request: ProgramRequest, now: number): Entry[] {
    return ledger.entries.filter((entry) => entry.request === request && ledger.statusOf(entry, now) !== 'FAILED');
  }

  #describe({ number, command, account, sentAt, fault, description }: ProgramRequest): string {
    const seconds = Math.round((sentAt - this.#startedAt) / 1_000);
    return `request ${number} at ${seconds} s on ${account} by ${command} (${fault}) "${description ?? ''}"`;
  }

  #violate(kind: string, story: string): void {
    if (!this.violations.some((known) => known.kind === kind && known.story === story)) {
      this.violations.push({ kind, story });
    }
  }
}

function groupOf(pixKey: string, amountCentavos: number): string {
  return `${pixKey} ${amountCentavos}`;
}

function isOf({ pixKey, value }: Entry, group: string): boolean {
  return groupOf(pixKey, value) === group;
}

function describeRow({ run, row, status, id, pixKey, amount, mark }: ReportedRow): string {
  return `row ${row} of ${run}: ${status} ${id ?? '-'} ${pixKey} ${amount} ${mark ?? 'without a mark'}`;
}
