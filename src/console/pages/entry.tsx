import type { Child } from 'hono/jsx';
import { momentsOf, type Entry, type Journey, type Moment } from '../timeline.ts';
import type { Catalogue } from '../text/en.ts';
import { useView, wordOf } from '../view.ts';
import { accountPath } from './accounts.tsx';
import { Copyable, Described, Facts, Form, Given, Money, Status, Time, type Kind } from './parts.tsx';
import { Outcome, requestPath } from './requests.tsx';
import { DeliveryText } from './webhooks.tsx';

const PARTS = [
  'availableCentavos',
  'inTransitCentavos',
  'blockedCentavos',
  'feesCentavos',
  'settlementCentavos',
] as const satisfies readonly (keyof Entry['ledger'][number])[];

export function EntryPage({ journey }: Readonly<{ journey: Journey }>) {
  const { text } = useView();
  const { entry } = journey;
  const { payment, withdrawal, dispute, account } = entry;
  const shown = payment ?? withdrawal;
  if (shown === null) return null;
  const of = payment === null ? 'withdrawal' : 'charge';
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
              {momentsOf(journey).map((moment) => (
                <li class={moment.kind}>
                  <Time at={moment.at} />
                  <div>
                    <MomentText of={of} moment={moment} />
                  </div>
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
        <Facts rows={factsOf(text, entry)} />
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

function MomentText({ of, moment }: Readonly<{ of: Kind; moment: Moment }>) {
  const { text } = useView();
  switch (moment.kind) {
    case 'created':
      return <strong>{text.created[of]}</strong>;
    case 'request':
      return (
        <a href={requestPath(moment.request.number)}>
          <code>
            {moment.request.method} {moment.request.path}
          </code>{' '}
          <Outcome request={moment.request} />
        </a>
      );
    case 'webhook':
      return <DeliveryText delivery={moment.delivery} />;
    case 'status':
      return <strong>{wordOf(text.statuses[of], moment.status)}</strong>;
    case 'due':
      return (
        <span class="muted">
          {moment.as === null ? text.expires : text.settles}
          {moment.as !== null && `: ${wordOf({ ...text.statuses.withdrawal, ...text.refusalCodes }, moment.as)}`}
        </span>
      );
    case 'ledger':
      return (
        <>
          <strong>{wordOf(text.ledgerKinds, moment.transfer.kind)}</strong>
          <Facts
            class="moves"
            rows={PARTS.filter((part) => moment.transfer[part] !== 0).map((part) => [
              text.parts[part],
              <Money of={moment.transfer[part]} isChange />,
            ])}
          />
        </>
      );
  }
}

/** The service writes the code first. */
function refusalText(text: Catalogue, reason: string): string {
  const [code = ''] = reason.split(':');
  const known = wordOf(text.refusalCodes, code);
  return known === code ? reason : `${known} (${code})`;
}

function factsOf(text: Catalogue, { payment, withdrawal }: Entry): (readonly [string, Child])[] {
  const { facts } = text;
  const shown = payment ?? withdrawal;
  if (shown === null) return [];
  const { id, fee, correlationID, transactionId, updatedAt } = shown;
  const reason = withdrawal?.failureReason ?? null;
  return [
    [facts.id, <code>{id}</code>],
    [facts.fee, <Money of={fee} />],
    [facts.netValue, payment && <Money of={payment.netValue} />],
    [facts.sent, withdrawal && <Money of={withdrawal.sent} />],
    [facts.pixKeyType, withdrawal && withdrawal.pixKeyType],
    [facts.failureReason, reason && refusalText(text, reason)],
    [facts.correlationID, <code>{correlationID}</code>],
    [facts.transactionId, <code>{transactionId}</code>],
    [facts.updatedAt, <Time at={updatedAt} />],
  ];
}
