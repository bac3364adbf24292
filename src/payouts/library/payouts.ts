import type { ClientSettings, OneKey, SeveralKeys } from '../../client/client.ts';
import type { ProfilesLocation } from '../../client/profiles/open-profile.ts';
import type { Centavos } from '../../pix/centavos.ts';
import type { PlanFacts } from './plan.ts';
import type { PaymentTally, PayoutEvent, PayoutResult, PayoutRow, PayoutRun } from './views.ts';
import type { PixKeyType } from '../../pix/pix-key.ts';

/** Whose wallet pays: a stored profile, or a service and its keys. */
export type PayoutsOptions = PayoutsOfProfile | PayoutsOfOneKey | PayoutsOfSeveralKeys;

/** The wallet of a profile that `pix auth login` has stored. */
export interface PayoutsOfProfile
  extends ProfilesLocation, Pick<ClientSettings, 'timeoutMs' | 'onEvent' | 'proxies' | 'fetch' | 'readOnly'> {
  /** Its name. */
  readonly profile: string;
  /** Stops waiting for the keychain. */
  readonly signal?: AbortSignal | undefined;
  /** The journal: `postgres://USER@HOST/DATABASE`. Default: what the profile says, else `configDirectory`. */
  readonly journal?: string | undefined;
}

/** A wallet by its address. `configDirectory` says where the journal is, too. */
interface WalletByAddress extends ProfilesLocation, Omit<ClientSettings, 'signal'> {
  /** The journal, which several machines may share: `postgres://USER@HOST/DATABASE`. */
  readonly journal?: string | undefined;
}

/** The wallet of a key. */
export interface PayoutsOfOneKey extends WalletByAddress, OneKey {}

/** The wallet of several keys of one account. */
export interface PayoutsOfSeveralKeys extends WalletByAddress, SeveralKeys {}

/** One payment that a script asks for. */
export interface PayoutOrder {
  /** What is paid, in centavos; at least R$ 5,00. */
  readonly amountCentavos: Centavos;
  /** The recipient's Pix key, as people write it. */
  readonly pixKey: string;
  /** The type of that key; required where the key can be read in two ways. */
  readonly pixKeyType?: PixKeyType | undefined;
  /** The script's own name for the payment. A reference is paid once, whichever file or run it comes in. */
  readonly reference?: string | undefined;
  /** The name of the recipient: stored, and shown in plans and reports. */
  readonly name?: string | undefined;
  /** CPF or CNPJ of the recipient: its check digits are checked, and compared with a key that is one. */
  readonly taxId?: string | undefined;
  /** Free text that the recipient sees; 140 characters, less those of the mark. */
  readonly description?: string | undefined;
  /** The fee is added on top of the amount. Default: as the plan says. */
  readonly coverFee?: boolean | undefined;
}

/**
 * What is paid: rows, the text of a file (CSV or NDJSON), or its bytes (those, in any usual encoding, or a workbook). The
 * columns are those of `pix payouts template`.
 */
export type PayoutSource = string | Uint8Array | readonly PayoutOrder[];

/**
 * Payouts from one wallet, with the journal of this machine: the one that the command `pix payouts` uses, so that a script
 * and the command know each other's payments.
 *
 * Methods throw a `PixError` when the service cannot be reached or refuses, a `PayoutError` when the journal does not
 * allow it, a {@link PlanRefusedError} when a plan is not paid, and a `TypeError` for a member that no type has, or of
 * another type. After each of these, nothing of the call was sent, unless `PayoutError` has the code `lock_lost`.
 */
export interface Payouts {
  /** Where the journal is: a folder. */
  readonly folder: string;
  /** Reads what is to be paid, and compares it with the account and with earlier payments. Nothing is stored or sent. */
  plan(source: PayoutSource, options?: PlanOptions): Promise<PayoutPlan>;
  /** All approved runs at this service, newest first. */
  runs(): readonly PayoutRun[];
  /** One run. */
  run(runId: string): PayoutRun;
  /** The rows of a run, in the order of its file. */
  report(runId: string): Iterable<PayoutRow>;
  /** What a run has yet to send: what a consent for `resume` names. */
  remaining(runId: string, options?: Pick<WorkOptions, 'resendsProvenAbsent'>): PaymentTally;
  /**
   * Continues a run: sends what is left, looks for lost responses, and summarises. Call it again until only decisions are
   * left.
   *
   * @param consent names the sum that `remaining` has reported; not required when that is nothing
   */
  resume(runId: string, consent: ResumeConsent | undefined, options?: WorkOptions): Promise<PayoutResult>;
  /** Stores a person's decision about a row whose outcome nothing proves. @returns the row afterwards */
  resolve(runId: string, row: number, decision: PayoutDecision): Promise<PayoutRow>;
  /** Closes the journal. */
  close(): void;
  /** The same, for `using`. */
  [Symbol.dispose](): void;
}

/** What would be paid, and how to pay it. */
export interface PayoutPlan extends PlanFacts {
  /**
   * Pays the plan. Its rows are read, compared and judged again, and stored before the first one is sent; what would be
   * refused now is refused. Rows that were approved before are not paid twice: their run is resumed.
   *
   * @throws {PlanRefusedError} nothing was sent
   */
  run(consent: PayoutConsent, options?: WorkOptions): Promise<PayoutResult>;
}

/** A person's or a program's approval of a plan: nothing else is paid by it. */
export interface PayoutConsent {
  /** The `digest` of the approved plan. */
  readonly digest: string;
  /** The `sumCentavos` of the approved plan. */
  readonly sumCentavos: Centavos;
}

/** The approval of what a run has yet to send. */
export interface ResumeConsent {
  /** The `sumCentavos` that `remaining` has reported. */
  readonly sumCentavos: Centavos;
}

/** How a source is read and judged. Each option stands for the same option of `pix payouts run`. */
export interface PlanOptions extends AccountOptions {
  /** The name of the source in reports. Default `script`. */
  readonly source?: string | undefined;
  /** The sheet of a workbook. Default: the only one that names payouts. */
  readonly sheet?: string | undefined;
  /** Fees are added on top, or not, whatever rows say. Default: as the profile says, for rows that say nothing. */
  readonly coverFee?: boolean | undefined;
  /** Leaves out rows that are invalid, or that may have been paid before. Default false. */
  readonly onlyValid?: boolean | undefined;
  /** Allows the same key and amount more than once in the source. Default false. */
  readonly allowDuplicates?: boolean | undefined;
  /** Treats references that a spreadsheet may have rewritten as new. Default false. */
  readonly newReferences?: boolean | undefined;
  /** Pays rows that may repeat earlier payments. Default false. */
  readonly payAgain?: boolean | undefined;
  /** Pays the whole source once more, after its run is complete. Default false. */
  readonly again?: boolean | undefined;
  /** Accepts keys of the right form with wrong check digits. Default false. */
  readonly forceKeys?: boolean | undefined;
  /** Sends rows again that are proven not to have been processed. Default false. */
  readonly resendsProvenAbsent?: boolean | undefined;
}

/** Which account the keys belong to, where the service does not show it. */
export interface AccountOptions {
  /** `new`, or the id of a run of the account. Required after a `PayoutError` with the code `account_unclear`. */
  readonly account?: string | undefined;
  /**
   * Accepts that another journal pays from the account: its payments are not known here. It counts for these payments alone.
   * Default false.
   */
  readonly acceptOtherJournal?: boolean | undefined;
}

/** How a run is worked on. */
export interface WorkOptions extends AccountOptions {
  /** Stops sending, looking and following. Open requests are awaited, and the result says what became of them. */
  readonly signal?: AbortSignal | undefined;
  /** Receives every step, as it is on the disk. */
  readonly onEvent?: ((event: PayoutEvent) => void) | undefined;
  /** Follows withdrawals to their end. Default false. */
  readonly waits?: boolean | undefined;
  /** The longest look for lost responses, in milliseconds. Default: until their absence can be proven. */
  readonly lookForMs?: number | undefined;
  /** Sends rows again that are proven not to have been processed. Default: as in the plan, and in `resume` false. */
  readonly resendsProvenAbsent?: boolean | undefined;
}

/** A person's decision about a row. */
export type PayoutDecision = PaidDecision | NotPaidDecision;

/** A withdrawal has paid the row. It is looked up first. */
export interface PaidDecision extends Pick<AccountOptions, 'account'> {
  /** Always `paid`. */
  readonly verdict: 'paid';
  /** The id of that withdrawal. */
  readonly withdrawalId: string;
  /** Who decides: stored with the decision. */
  readonly by: string;
}

/** No money was sent for the row: its reference is free again. */
export interface NotPaidDecision {
  /** Always `not-paid`. */
  readonly verdict: 'not-paid';
  /** Who decides: stored with the decision. */
  readonly by: string;
}
