import type { Child } from 'hono/jsx';
import type { DataOf } from '../source.ts';
import type { Catalogue } from '../text/texts.ts';
import { useView, wordOf } from '../view.ts';
import { accountPath } from './accounts.tsx';
import { Copyable, Described, Facts, Form, Given, Money, Status, Time, type Kind } from './parts.tsx';
import { Outcome, requestPath } from './requests.tsx';
import { DeliveryText } from './webhooks.tsx';

type Entry = DataOf<'showEntry'>;
type Subject = NonNullable<Entry['payment'] | Entry['withdrawal']>;

interface Journey {
  readonly entry: Entry;
  readonly requests: DataOf<'listRequests'>['requests'];
  /** Of this entry, since the service started. */
  readonly changes: DataOf<'listChanges'>['changes'];
  readonly deliveries: DataOf<'listDeliveries'>['deliveries'];
}

export function EntryPage(journey: Journey) {
  const { text } = useView();
  const { entry } = journey;
  const { payment, withdrawal, dispute, account } = entry;
  const shown = payment ?? withdrawal;
  if (shown === null) return null;
  const of = payment === null ? 'withdrawal' : 'charge';
  const { facts } = text;
  const reason = withdrawal?.failureReason ?? null;
  return (
    <>
      <p class="trail">
        <a href="/">{text.nav.accounts}</a> › <a href={accountPath(account)}>{account}</a>
      </p>
      <div id="entry" data-live>
        <h1>
          <span>
            {text[of]} <Money of={shown.value} />
          </span>
          <Status of={of} is={shown.status} />
          {dispute !== null && <Status of="dispute" is={dispute.status} />}
        </h1>
        <p>
          {withdrawal !== null && (
            <>
              {text.recipient}: <Given>{withdrawal.pixKey}</Given>.{' '}
            </>
          )}
          <Described>{shown.description}</Described>
        </p>
        <Actions entry={entry} id={shown.id} />
        <div class="columns">
          <section aria-labelledby="timeline">
            <h2 id="timeline">{text.timeline}</h2>
            <ol class="timeline">
              {momentsOf(text, of, shown, journey).map(({ at, kind, body }) => (
                <li class={kind}>
                  <Time at={at} />
                  <div>{body}</div>
                </li>
              ))}
            </ol>
          </section>
          {payment !== null && payment.qrCode !== null && (
            <section aria-labelledby="qr">
              <h2 id="qr">{text.qrCode}</h2>
              <img class="qr" src={payment.qrCode} alt={text.qrCode} width={220} height={220} />
              <details>
                <summary>{text.copyPaste}</summary>
                <pre class="wrap">{payment.copyPaste}</pre>
              </details>
              <Copyable text={payment.copyPaste} label={text.copy} />
            </section>
          )}
        </div>
        <h2>{text.details}</h2>
        <Facts
          rows={[
            [facts.id, <code>{shown.id}</code>],
            [facts.fee, <Money of={shown.fee} />],
            [facts.netValue, payment && <Money of={payment.netValue} />],
            [facts.sent, withdrawal?.failedAt === null ? <Money of={withdrawal.sent} /> : null],
            [facts.pixKeyType, withdrawal && withdrawal.pixKeyType],
            [facts.failureReason, reason && refusalText(text, reason)],
            [facts.correlationID, <code>{shown.correlationID}</code>],
            [facts.transactionId, <code>{shown.transactionId}</code>],
            [facts.updatedAt, <Time at={shown.updatedAt} />],
          ]}
        />
      </div>
    </>
  );
}

/** What the world outside may do next, and how that is explained. */
function offersOf({ payment, withdrawal, dispute }: Entry) {
  if (payment?.status === 'PENDING') return { hint: 'charge', offers: ['pay', 'activate', 'expire'] } as const;
  if (payment?.status === 'ACTIVE') return { hint: 'charge', offers: ['pay', 'expire'] } as const;
  if (payment?.status === 'COMPLETED' && dispute === null) return { hint: 'paid', offers: ['disputeOpen'] } as const;
  if (dispute?.status === 'OPEN') return { hint: 'disputed', offers: ['disputeAccept', 'disputeRefuse'] } as const;
  return withdrawal?.status === 'PENDING' ? ({ hint: 'withdrawal', offers: ['settle', 'fail'] } as const) : undefined;
}

function Actions({ entry, id }: Readonly<{ entry: Entry; id: string }>) {
  const { text } = useView();
  const next = offersOf(entry);
  if (next === undefined) return null;
  return (
    <div class="actions">
      {next.offers.map((name) => (
        <Form action={name} values={{ id }} class="inline">
          <button class={name === 'pay' || name === 'settle' ? 'primary' : undefined}>{text.actions[name]}</button>
          {name === 'fail' && (
            <select name="reason" aria-label={text.reason}>
              {Object.entries(text.refusalCodes).map(([code, word]) => (
                <option value={code} selected={code === 'AC03'}>
                  {code}: {word}
                </option>
              ))}
            </select>
          )}
        </Form>
      ))}
      <small class="muted">{text.actionHints[next.hint]}</small>
    </div>
  );
}

/** What happened to a payment or withdrawal at a time; `due`: what will happen by itself. */
interface Moment {
  readonly at: string;
  readonly kind?: 'ledger' | 'webhook' | 'due';
  readonly body: Child;
}

/** Everything that is known of an entry, oldest first. Where money moved, that is shown instead of the status. */
function momentsOf(text: Catalogue, of: Kind, subject: Subject, { entry, requests, changes, deliveries }: Journey) {
  const { status, createdAt, updatedAt: at } = subject;
  const known = changes.some((change) => change.status === status) ? changes : [...changes, { status, at }];
  const shown = known.filter(({ status: is }) => is === 'ACTIVE' || (is === 'FAILED' && entry.ledger.length === 0));
  const parts = { availableCentavos: text.available, inTransitCentavos: text.inTransit, ...text.parts };
  const moments: Moment[] = [
    ...requests
      .filter((one) => one.outgoing !== true)
      .map((request) => ({
        at: request.at,
        body: (
          <a href={requestPath(request.number)}>
            <code>
              {request.method} {request.path}
            </code>{' '}
            <Outcome request={request} />
          </a>
        ),
      })),
    { at: createdAt, body: <strong>{text.created[of]}</strong> },
    ...shown.map((one) => ({ at: one.at, body: <strong>{wordOf(text.statuses[of], one.status)}</strong> })),
    ...entry.ledger.map((transfer) => ({
      at: transfer.at,
      kind: 'ledger' as const,
      body: (
        <>
          <strong>{wordOf(text.ledgerKinds, transfer.kind)}</strong>
          <Facts
            class="moves"
            rows={(Object.keys(parts) as (keyof typeof parts)[]).map((part) => [
              parts[part],
              transfer[part] === 0 ? null : <Money of={transfer[part]} isChange />,
            ])}
          />
        </>
      ),
    })),
    ...deliveries.map((delivery) => ({
      at: delivery.at,
      kind: 'webhook' as const,
      body: <DeliveryText delivery={delivery} />,
    })),
  ];
  const inOrder = moments.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return [...inOrder, ...dueOf(text, entry)];
}

function dueOf(text: Catalogue, { payment, withdrawal }: Entry): Moment[] {
  const due = (at: string, note: string): Moment => ({ at, kind: 'due', body: <span class="muted">{note}</span> });
  if (payment?.status === 'PENDING' || payment?.status === 'ACTIVE') return [due(payment.expiresAt, text.expires)];
  if (withdrawal?.status !== 'PENDING' || withdrawal.settlesAt === null) return [];
  const as = withdrawal.settlesAs;
  const words = { ...text.statuses.withdrawal, ...text.refusalCodes };
  return [due(withdrawal.settlesAt, as === null ? text.settles : `${text.settles}: ${wordOf(words, as)}`)];
}

/** The service writes the code first. */
function refusalText(text: Catalogue, reason: string): string {
  const [code = ''] = reason.split(':');
  const known = wordOf(text.refusalCodes, code);
  return known === code ? reason : `${known} (${code})`;
}
