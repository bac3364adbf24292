import type * as z from 'zod';
import type { ControlClient, ControlInput, DataControl } from '../../../client/controls.ts';
import { ADVANCE_MAXIMUM_MS, controls } from '../../../contract/control.ts';
import type { FaultReceipt } from '../../../contract/fault-plan.ts';
import { centavos } from '../../../pix/centavos.ts';
import { argumentName, type OptionsOf } from '../../command/options.ts';
import { commandError, EXIT, usageError, type CommandError } from '../../errors/command-error.ts';
import { typedAmount } from '../../input/amount.ts';
import { lookUp, lookUpByPart, paymentRows, withdrawalRows } from '../../input/look-up.ts';
import { readDuration, readId, readRefusalCode } from '../../input/option-values.ts';
import { formatDuration, formatMoment } from '../../output/dates.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import type { HumanStyle } from '../../output/human-value.ts';
import { renderSheet } from '../../output/sheet.ts';
import type { Catalogue } from '../../text/translate.ts';
import type { addFault, addWebhook, advance, setAccount } from './command.ts';
import { readFault } from '../../input/fault.ts';
import type { CommandModule } from '../../command/command.ts';
import type { Context } from '../../context/context.ts';
import { openControls } from '../../context/local-service.ts';
import type { Screen } from '../../context/screen.ts';

type Behaviour = z.output<(typeof controls.showAccount)['data']>;

export const BEHAVIOUR_FIELDS: Fields<Behaviour> = [
  ...ofKind('text', 'id', 'name'),
  { path: 'instant', kind: 'flag' },
  { path: 'settleAfterMs', kind: 'duration' },
  { path: 'settleAs', kind: 'status', statusOf: 'withdrawal' },
  ...ofKind('flag', 'transferSecurity', 'oneAtATime', 'blocked'),
  ...ofKind(
    'money',
    'dailyLimitCentavos',
    'monthlyLimitCentavos',
    'perTransactionLimitCentavos',
    'feeCentavos',
    'availableCentavos',
    'inTransitCentavos',
    'blockedCentavos',
  ),
  { path: 'cache', kind: 'flag' },
  { path: 'clockAheadMs', kind: 'duration' },
];

/** What a person sees of each of several accounts: its name and its money. */
const OF_EACH_ACCOUNT: Fields<Behaviour> = [
  ...ofKind('text', 'id', 'name'),
  ...ofKind('money', 'availableCentavos', 'inTransitCentavos', 'blockedCentavos'),
];

export const FAULT_FIELDS: Fields<FaultReceipt> = [
  ...ofKind('text', 'id', 'on', 'fault'),
  ...ofKind('count', 'times', 'after'),
  { path: 'probability', kind: 'ordinal' },
  { path: 'delayMs', kind: 'duration' },
  ...ofKind('count', 'matched', 'fired'),
  // Last: what is separated by tabs is read by position.
  { path: 'account', kind: 'text' },
];

type Delivery = z.output<(typeof controls.listDeliveries)['data']>['deliveries'][number];

/** Without the body, which JSON has. */
export const DELIVERY_FIELDS: Fields<Delivery> = [
  { path: 'number', kind: 'ordinal' },
  { path: 'at', kind: 'time' },
  ...ofKind('text', 'id', 'type', 'transaction', 'url'),
  { path: 'attempt', kind: 'ordinal' },
  { path: 'delivered', kind: 'flag' },
  { path: 'status', kind: 'ordinal' },
  { path: 'error', kind: 'text' },
  { path: 'retryAfterMs', kind: 'duration' },
  { path: 'account', kind: 'text' },
];

type LedgerTransfer = z.output<(typeof controls.showEntry)['data']>['ledger'][number];

export const LEDGER_FIELDS: Fields<LedgerTransfer> = [
  { path: 'at', kind: 'time' },
  { path: 'kind', kind: 'word' },
  ...ofKind('money', 'availableCentavos', 'inTransitCentavos', 'blockedCentavos', 'settlementCentavos', 'feesCentavos'),
];

interface WithId {
  readonly id: string;
}

interface WithAccount {
  readonly account?: string;
}

/** A control of one thing that the service has. */
const onOne = <Row extends DataControl>(subject: SubjectKind, control: Row, input: (id: string) => ControlInput<Row>) =>
  using(control, ({ id }: WithId, text) => ({ subject: [subject, readId(id, text)], input }));

/** Shows how often each fault has fired. */
const faultsOf = (control: typeof controls.listFaults | typeof controls.clearFaults) =>
  listing({
    name: 'faults',
    async ask(service, { account }: WithAccount) {
      if (account === undefined) return (await service.use(control, {})).faults;
      return (await service.use(controls.clearFaultsOf, { account })).faults;
    },
    fields: FAULT_FIELDS,
    empty: ({ mock }) => mock.noFaults,
  });

/** Each command that uses one control: how its options are read, and how the answer is shown. */
export const controlTable = {
  activatePayment: onOne('payment', controls.activatePayment, (id) => ({ id })),
  payPayment: onOne('payment', controls.payPayment, (id) => ({ id })),
  expirePayment: onOne('payment', controls.expirePayment, (id) => ({ id })),
  settleWithdrawal: onOne('withdrawal', controls.settleWithdrawal, (id) => ({ id })),
  failWithdrawal: using(controls.failWithdrawal, (options: WithId & { readonly reason?: string }, text) => {
    const reason = options.reason === undefined ? undefined : readRefusalCode('--reason', options.reason, text);
    return { subject: ['withdrawal', readId(options.id, text)], input: (id) => ({ id, reason }) };
  }),
  deposit: using(controls.deposit, (options: WithAccount & { readonly amount: string }, text) => {
    const { amount, account = 'demo' } = options;
    const amountCentavos = typedAmount(amount, argumentName(text.mock.help.options.amount), centavos(1), text);
    return { subject: ['account', account], input: () => ({ account, amountCentavos }) };
  }),
  openDispute: onOne('payment', controls.openDispute, (paymentId) => ({ paymentId })),
  acceptDispute: onOne('dispute', controls.acceptDispute, (paymentId) => ({ paymentId })),
  refuseDispute: onOne('dispute', controls.refuseDispute, (paymentId) => ({ paymentId })),
  openAccount: using(controls.openAccount, ({ balance }: { readonly balance?: string }, text) => {
    const balanceCentavos = balance === undefined ? undefined : typedAmount(balance, '--balance', centavos(0), text);
    return { input: () => ({ balanceCentavos }) };
  }),
  showAccount: using(controls.showAccount, ({ account = 'demo' }: WithAccount) => ({
    subject: ['account', account],
    input: () => ({ account }),
    sheet: behaviourSheet,
  })),
  listAccounts: listing({
    name: 'accounts',
    ask: async (service) => {
      const all: Behaviour[] = [];
      for (let hasMore = true; hasMore;) {
        const { accounts, pagination } = await service.use(controls.listAccounts, { offset: String(all.length) });
        all.push(...accounts);
        hasMore = pagination.hasMore && accounts.length > 0;
      }
      return all;
    },
    fields: OF_EACH_ACCOUNT,
    empty: () => '',
  }),
  showEntry: listing({
    name: 'ledger',
    ask: async (service, options: WithId, context) => {
      const typed = readId(options.id, context.screen.text);
      return (await askAbout(context, 'entry', typed, (id) => service.use(controls.showEntry, { id }))).ledger;
    },
    fields: LEDGER_FIELDS,
    empty: ({ mock }) => mock.nothingMoved,
  }),
  setAccount: using(controls.setAccount, ({ account = 'demo', ...options }: OptionsOf<typeof setAccount>, text) => {
    const changes = readChanges(options, text);
    return {
      subject: ['account', account],
      input: () => ({ account, ...changes }),
      sheet: behaviourSheet,
    };
  }),
  inbox: listing({
    name: 'messages',
    ask: async (service) => (await service.use(controls.inbox, {})).messages,
    fields: documentedFields(controls.inbox.data.shape.messages.element),
    empty: ({ mock }) => mock.emptyInbox,
  }),
  advanceClock: using(controls.advanceClock, ({ account, ...options }: OptionsOf<typeof advance>, text) => {
    const argument = argumentName(text.mock.help.options.duration);
    const durationMs = readDuration(options.duration, argument, ADVANCE_MAXIMUM_MS, text);
    return {
      subject: ['account', account],
      input: () => ({ durationMs, account }),
      notice: ({ now }, { language }) =>
        text.mock.advanced(account, formatDuration(durationMs), formatMoment(now, language)),
    };
  }),
  addFault: using(controls.addFault, (options: OptionsOf<typeof addFault>, text) => {
    const plan = readFault(options, text);
    return { subject: ['account', plan.account], input: () => plan };
  }),
  listFaults: faultsOf(controls.listFaults),
  clearFaults: faultsOf(controls.clearFaults),
  addWebhook: using(controls.addWebhook, ({ url, secret, account }: OptionsOf<typeof addWebhook>) => ({
    subject: ['account', account],
    input: () => ({ url, secret, account }),
  })),
  listWebhooks: listing({
    name: 'webhooks',
    ask: async (service) => (await service.use(controls.listWebhooks, {})).webhooks,
    fields: documentedFields(controls.listWebhooks.data.shape.webhooks.element),
    empty: ({ mock }) => mock.noWebhooks,
  }),
  removeWebhook: using(controls.removeWebhook, ({ id }: WithId) => ({
    subject: ['webhook', id],
    input: () => ({ id }),
  })),
  listDeliveries: listing({
    name: 'deliveries',
    ask: async (service, { id }: Partial<WithId>) => (await service.use(controls.listDeliveries, { id })).deliveries,
    fields: DELIVERY_FIELDS,
    empty: ({ mock }) => mock.noDeliveries,
  }),
  resendWebhook: listing({
    name: 'deliveries',
    ask: async (service, { id }: WithId, { screen: { text } }) =>
      (await lookUp('event', id, service.use(controls.resendWebhook, { id }), text)).deliveries,
    fields: DELIVERY_FIELDS,
    empty: ({ mock }) => mock.noDeliveries,
    failure(deliveries, { mock }) {
      const failed = deliveries.filter(({ delivered }) => !delivered).map(({ url }) => url);
      return failed.length === 0 ? undefined : commandError(EXIT.failed, 'not_delivered', mock.notDelivered(failed));
    },
  }),
  reset: using(controls.reset, (_options: object, text) => ({
    input: () => ({}),
    notice: ({ seed }) => text.mock.reset(String(seed)),
  })),
};

function behaviourSheet(behaviour: Behaviour, style: HumanStyle): string {
  const settleAfterMs = behaviour.settleAfterMs ?? style.text.mock.never;
  return renderSheet({ ...behaviour, settleAfterMs }, BEHAVIOUR_FIELDS, style);
}

function readChanges(options: Omit<OptionsOf<typeof setAccount>, 'account'>, text: Catalogue) {
  const { settleAfter, settleAs, dailyLimit, monthlyLimit, perTransaction, fee } = options;
  const amount = (typed: string | undefined, flag: string) =>
    typed === undefined ? undefined : typedAmount(typed, flag, centavos(0), text);
  // Not all the others: options of every command are among them, and the service takes none that it does not know.
  const { instant, transferSecurity, oneAtATime, blocked, cache } = options;
  const changes = {
    ...{ instant, transferSecurity, oneAtATime, blocked, cache },
    settleAfterMs: settleAfter === undefined ? undefined : readSettleAfter(settleAfter, text),
    settleAs: settleAs === undefined ? undefined : readRefusalCode('--settle-as', settleAs, text, ['COMPLETED']),
    dailyLimitCentavos: amount(dailyLimit, '--daily-limit'),
    monthlyLimitCentavos: amount(monthlyLimit, '--monthly-limit'),
    perTransactionLimitCentavos: amount(perTransaction, '--per-transaction'),
    feeCentavos: amount(fee, '--fee'),
  };
  if (Object.values(changes).some((change) => change !== undefined)) return changes;
  throw usageError('nothing_to_set', text.mock.nothingToSet);
}

/** @returns null for never */
function readSettleAfter(typed: string, text: Catalogue): number | null {
  const isNever = typed.trim().toLowerCase() === 'never';
  return isNever ? null : readDuration(typed, '--settle-after', ADVANCE_MAXIMUM_MS, text);
}

/** A use of one control, with options that have been read. */
interface Use<Row extends DataControl> {
  /** @param id of the subject, whole; empty where there is none */
  readonly input: (id: string) => ControlInput<Row>;
  /** What the service may not have, if it is named. */
  readonly subject?: readonly [kind: SubjectKind, id: string | undefined];
  /** The answer for a person; by default all of its fields. */
  readonly sheet?: (answer: z.output<Row['data']>, style: HumanStyle) => string;
  /** A notice instead of the answer, for a person. */
  readonly notice?: (answer: z.output<Row['data']>, screen: Screen) => string;
}

type SubjectKind = Exclude<keyof Catalogue['errors']['notFound'], 'event'>;

/** A command that uses one control, and prints its answer. @param read its options, before anything is sent */
function using<Options, Row extends DataControl>(
  control: Row,
  read: (options: Options, text: Catalogue) => Use<Row>,
): CommandModule<Options, z.output<Row['data']>> {
  return {
    async run(context, options, output) {
      const { text, notify } = context.screen;
      const { input, subject, sheet, notice } = read(options, text);
      const service = await openControls(context);
      const [kind, typed] = subject ?? [];
      const get = (id: string) => service.use(control, input(id));
      const answer = await (kind === undefined || typed === undefined ? get('') : askAbout(context, kind, typed, get));
      if (notice !== undefined) {
        await output.one(answer, () => '');
        notify(notice(answer, context.screen));
      } else await output.one(answer, sheet && ((style) => sheet(answer, style)));
    },
  };
}

/** A part of an id is enough, as everywhere; the lists that complete it are read only then. */
async function askAbout<Answer>(
  context: Context,
  kind: SubjectKind,
  typed: string,
  get: (id: string) => Promise<Answer>,
) {
  if (kind === 'account' || kind === 'webhook') return lookUp(kind, typed, get(typed), context.screen.text);
  async function* rows(maximum: number) {
    const settings = await context.session.settings();
    // Only a key that is stored with the address of this service may reach it.
    if (settings.keySource !== 'profile') return;
    const client = await context.session.openClient(settings);
    if (kind !== 'withdrawal') yield* paymentRows(client).rows(maximum);
    if (kind === 'withdrawal' || kind === 'entry') yield* withdrawalRows(client).rows(maximum);
  }
  return lookUpByPart(context, kind, typed, { get, rows });
}

interface Listing<Options, Row> {
  readonly name: string;
  readonly ask: (service: ControlClient, options: Options, context: Context) => Promise<readonly Row[]>;
  readonly fields: Fields<Row>;
  readonly empty: (text: Catalogue) => string;
  /** Thrown after the rows are shown. */
  readonly failure?: (rows: readonly Row[], text: Catalogue) => CommandError | undefined;
}

/** A command that shows a list of the local service. @param listing `name`: of the rows in JSON output */
function listing<Options, Row>({
  name,
  ask,
  fields,
  empty,
  failure,
}: Listing<Options, Row>): CommandModule<Options, Row> {
  return {
    async run(context: Context, options, output) {
      const rows = await ask(await openControls(context), options, context);
      const emptyMessage = empty(context.screen.text);
      await output.list({ batches: [rows], envelope: (items) => ({ [name]: items }), emptyMessage }, fields);
      const failed = failure?.(rows, context.screen.text);
      if (failed !== undefined) throw failed;
    },
  };
}
