import { useView, wordOf } from '../view.ts';
import { Field, Form, Time, Badge, Given, Copyable, Money, List } from './parts.tsx';
import type { DataOf } from '../source.ts';
import { PAGES } from './layout.tsx';

const SPANS_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;

export function StatePage() {
  const { text, now } = useView();
  return (
    <>
      <h1>{text.nav.state}</h1>
      <h2>{text.serviceTime}</h2>
      <p class="clock" id="clock" data-live>
        <Time at={now} />
      </p>
      <Form action="advance" class="inline">
        <span>{text.advance}</span>
        {(Object.keys(SPANS_MS) as (keyof typeof SPANS_MS)[]).map((span) => (
          <button name="durationMs" value={String(SPANS_MS[span])}>
            {text.spans[span]}
          </button>
        ))}
      </Form>
      <p class="muted">{text.advanceHint}</p>

      <h2>{text.snapshot}</h2>
      <p>
        <a class="button" href="/console/snapshot" download="state.pixmock">
          {text.download}
        </a>
      </p>
      <p class="muted">{text.snapshotHint}</p>

      <h2>{text.restore}</h2>
      <p class="muted">{text.restoreHint}</p>
      <Form action="restore" class="inline">
        <Field name="snapshot" label={text.file} type="file" required />
        <Confirm name="confirm-restore" />
        <button class="danger">{text.restore}</button>
      </Form>

      <h2>{text.reset}</h2>
      <p class="muted">{text.resetHint}</p>
      <Form action="reset" class="inline">
        <Confirm name="confirm-reset" />
        <button class="danger">{text.reset}</button>
      </Form>
    </>
  );
}

function Confirm({ name }: { readonly name: string }) {
  return (
    <label class="check">
      <input type="checkbox" name={name} required /> {useView().text.confirm}
    </label>
  );
}

export function LedgerPage({ verdict }: { readonly verdict: DataOf<'verify'> }) {
  const { text, now } = useView();
  const { invariants } = verdict;
  const broken = invariants.filter(({ holds }) => !holds).length;
  return (
    <>
      <h1>{text.nav.ledger}</h1>
      <p class={broken === 0 ? 'notice good' : 'notice bad'}>
        {broken === 0 ? text.allHold(invariants.length) : text.broken(broken)}
      </p>
      <ul class="invariants">
        {invariants.map(({ name, holds, violations }) => (
          <li>
            <Badge tone={holds ? 'good' : 'bad'}>{holds ? text.holds : text.isBroken}</Badge>
            <div>
              {wordOf(text.invariants, name)}
              {violations.map((violation) => (
                <div class="mono">
                  <Given>{violation}</Given>
                </div>
              ))}
            </div>
          </li>
        ))}
      </ul>
      <p class="muted">
        {text.checkedAt} <Time at={now} />. <a href={PAGES.ledger}>{text.checkAgain}</a>
      </p>
    </>
  );
}

export function CodesPage({ messages }: { readonly messages: DataOf<'inbox'>['messages'] }) {
  const { text } = useView();
  return (
    <>
      <h1>{text.codes}</h1>
      <p class="muted">{text.codesIntro}</p>
      <List
        id="codes"
        rows={messages}
        empty={text.noCodes}
        columns={[
          { label: text.when, cell: ({ at }) => <Time at={at} /> },
          {
            label: text.code,
            kind: 'main',
            cell: ({ code }) => (
              <>
                <strong class="mono">{code}</strong> <Copyable text={code} label={text.copy} />
              </>
            ),
          },
          { label: text.sentTo, cell: ({ email }) => <Given>{email}</Given> },
          { label: text.account, kind: 'mono', cell: ({ account }) => account },
          { label: text.amount, kind: 'figure', cell: ({ amount }) => <Money of={amount} /> },
          {
            label: text.usable,
            cell: ({ used, expiresAt }) => (used ? <Badge tone="good">{text.used}</Badge> : <Time at={expiresAt} />),
          },
        ]}
      />
    </>
  );
}

/** For visitors of an exposed service. */
export function LoginPage() {
  const { text, path } = useView();
  return (
    <>
      <h1>{text.login}</h1>
      <form method="post" action="/console/login" class="inline">
        <input type="hidden" name="back" value={path} />
        <Field name="token" label={text.token} hint={text.loginHint} type="password" required autofocus />
        <button class="primary">{text.enter}</button>
      </form>
    </>
  );
}

export function MissingPage({ title, hint }: Readonly<{ title: string; hint: string }>) {
  const { text } = useView();
  return (
    <>
      <h1>{title}</h1>
      <p>{hint}</p>
      <p>
        <a href="/">{text.backToAccounts}</a>
      </p>
    </>
  );
}
