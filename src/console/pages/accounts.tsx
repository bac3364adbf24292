import type { Child } from 'hono/jsx';
import type * as z from 'zod';
import type { operations } from '../../contract/operations.ts';
import type { DataOf } from '../source.ts';
import type { Catalogue } from '../text/texts.ts';
import { useView } from '../view.ts';
import { Badge, Described, Drawer, Facts, Field, Given } from './parts.tsx';
import { List, Money, Pager, Status, Time, type Column, type Kind } from './parts.tsx';

type Latest = z.output<(typeof operations.listTransactions)['answer']>['data']['transactions'];

export function entryPath(kind: Kind, id: string): string {
  return `/console/${kind === 'charge' ? 'payment' : 'withdraw'}/${encodeURIComponent(id)}`;
}

export function accountPath(id: string): string {
  return `/console/account/${encodeURIComponent(id)}`;
}

export function AccountsPage({
  accounts: { accounts, pagination },
  latest,
}: Readonly<{ accounts: DataOf<'listAccounts'>; latest: Latest }>) {
  const { text } = useView();
  const kindOf = ({ kind }: Latest[number]): Kind => (kind === 'PAYMENT' ? 'charge' : 'withdrawal');
  const nameOf = ({ kind, description }: Listed) => (
    <>
      {text[kind]}
      {description !== '' && ': '}
      <Given>{description}</Given>
    </>
  );
  return (
    <>
      <h1>{text.nav.accounts}</h1>
      <p class="muted">{text.openAccount}</p>
      <List
        id="accounts"
        rows={accounts}
        empty={text.nothingYet}
        columns={[
          {
            label: text.account,
            kind: 'main',
            cell: ({ id, name, blocked }) => (
              <>
                <a class="row" href={accountPath(id)}>
                  <Given>{name}</Given>
                </a>{' '}
                <span class="mono muted">{id}</span> {blocked && <Badge tone="bad">{text.blockedAccount}</Badge>}
              </>
            ),
          },
          { label: text.available, kind: 'total', cell: (row) => <Money of={row.availableCentavos} /> },
          { label: text.inTransit, kind: 'total', cell: (row) => <Money of={row.inTransitCentavos} /> },
          { label: text.blocked, kind: 'total', cell: (row) => <Money of={row.blockedCentavos} /> },
        ]}
      >
        <Pager page={pagination} to={(offset) => `/?offset=${offset}`} />
      </List>
      <h2>{text.latest}</h2>
      <List
        id="latest"
        rows={latest.map((row) => ({ ...row, kind: kindOf(row), party: row.accountId }))}
        empty={text.nothingYet}
        columns={entryColumns(text, text.what, nameOf, text.account)}
      />
    </>
  );
}

export type Listed = Pick<Latest[number], 'id' | 'description' | 'createdAt' | 'value' | 'status'> & {
  readonly kind: Kind;
  readonly party?: string;
};

/** @param party what the other side is called, where it is shown */
function entryColumns(
  text: Catalogue,
  what: string,
  nameOf: (entry: Listed) => Child,
  party?: string,
): Column<Listed>[] {
  const parties: Column<Listed>[] =
    party === undefined ? [] : [{ label: party, kind: 'mono', cell: (entry) => <Given>{entry.party ?? ''}</Given> }];
  return [
    { label: text.when, cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      label: what,
      kind: 'main',
      cell: (entry) => (
        <a class="row" href={entryPath(entry.kind, entry.id)}>
          {nameOf(entry)}
        </a>
      ),
    },
    ...parties,
    { label: text.amount, kind: 'figure', cell: ({ value }) => <Money of={value} /> },
    { label: text.status, cell: ({ kind, status }) => <Status of={kind} is={status} /> },
  ];
}

export type AccountList =
  | { readonly kind: 'charge'; readonly data: z.output<(typeof operations.listPayments)['answer']>['data'] }
  | { readonly kind: 'withdrawal'; readonly data: z.output<(typeof operations.listWithdrawals)['answer']>['data'] };

const AMOUNT = { inputmode: 'decimal', required: true, pattern: '[0-9.,R$ ]+', placeholder: '80,00' };

export function AccountPage({
  account,
  list,
  status,
}: Readonly<{ account: DataOf<'showAccount'>; list: AccountList; status: string | undefined }>) {
  const { text } = useView();
  const isCharges = list.kind === 'charge';
  const nameOf = ({ description }: Listed) => <Described>{description}</Described>;
  const columns = entryColumns(text, text.description, nameOf, isCharges ? undefined : text.recipient);
  const rows: readonly Listed[] =
    list.kind === 'charge'
      ? list.data.payments.map((row) => ({ ...row, kind: 'charge' }))
      : list.data.withdraws.map((row) => ({ ...row, kind: 'withdrawal', party: row.pixKey }));
  const query = (kind: Kind, more: Readonly<Record<string, string>> = {}) =>
    `${accountPath(account.id)}?${new URLSearchParams({ ...(kind === 'withdrawal' && { list: 'withdraws' }), ...more }).toString()}`;
  return (
    <>
      <p class="trail">
        <a href="/">{text.nav.accounts}</a>
      </p>
      <h1>
        <Given>{account.name}</Given> <span class="mono muted">{account.id}</span>
      </h1>
      <div id="balances" data-live>
        {account.blocked && <Badge tone="bad">{text.blockedAccount}</Badge>}
        <Facts
          class="figures"
          rows={[
            [text.available, <Money of={account.availableCentavos} />],
            [text.inTransit, <Money of={account.inTransitCentavos} />],
            [text.blocked, <Money of={account.blockedCentavos} />],
          ]}
        />
      </div>
      <div class="drawers">
        <Drawer id="new-charge" label={text.newCharge} action="charge" values={{ account: account.id }}>
          <Field name="amount" label={text.amount} hint={text.amountHint} {...AMOUNT} />
          <Field name="description" label={`${text.description} (${text.optional})`} maxlength={140} />
          <button class="primary">{text.create}</button>
        </Drawer>
        <Drawer label={text.sendPix} action="withdraw" values={{ account: account.id }}>
          <Field name="send-amount" label={text.amount} hint={text.amountHint} {...AMOUNT} />
          <Field name="pixKey" label={text.pixKey} hint={text.pixKeyHint} required maxlength={100} />
          <Field name="send-description" label={`${text.description} (${text.optional})`} maxlength={140} />
          {account.transferSecurity && (
            <Field name="code" label={text.code} hint={text.codeHint} inputmode="numeric" pattern="[0-9]{6}" />
          )}
          <button class="primary">{text.send}</button>
        </Drawer>
        <Drawer label={text.deposit} action="deposit" values={{ account: account.id }}>
          <Field name="deposit-amount" label={text.amount} hint={text.amountHint} {...AMOUNT} />
          <button class="primary">{text.deposit}</button>
        </Drawer>
      </div>
      <nav class="tabs" aria-label={text.what}>
        <a href={query('charge')} aria-current={isCharges ? 'page' : undefined}>
          {text.charges}
        </a>
        <a href={query('withdrawal')} aria-current={isCharges ? undefined : 'page'}>
          {text.withdrawals}
        </a>
      </nav>
      <nav class="filters" aria-label={text.status}>
        <a href={query(list.kind)} aria-current={status === undefined ? 'true' : undefined}>
          {isCharges ? text.allCharges : text.allWithdrawals}
        </a>
        {Object.entries(text.statuses[list.kind]).map(([one, word]) => (
          <a href={query(list.kind, { status: one })} aria-current={status === one ? 'true' : undefined}>
            {word}
          </a>
        ))}
      </nav>
      <List id="list" rows={rows} empty={isCharges ? text.noCharges : text.noWithdrawals} columns={columns}>
        <Pager
          page={list.data.pagination}
          to={(offset) => query(list.kind, { ...(status !== undefined && { status }), offset: String(offset) })}
        />
      </List>
    </>
  );
}
