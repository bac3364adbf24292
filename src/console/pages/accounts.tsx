import type { Child } from 'hono/jsx';
import type * as z from 'zod';
import type { operations } from '../../contract/operations.ts';
import type { DataOf } from '../source.ts';
import { useView } from '../view.ts';
import { Badge, Given, List, Money, Pager, Status, Time, type Kind } from './parts.tsx';

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
      <EntryList
        id="latest"
        empty={text.nothingYet}
        rows={latest.map((row) => ({
          ...row,
          kind: row.kind === 'PAYMENT' ? 'charge' : 'withdrawal',
          party: row.accountId,
        }))}
        party={text.account}
        what={text.what}
        nameOf={({ kind, description }) => (
          <>
            {text[kind]}
            {description !== '' && ': '}
            <Given>{description}</Given>
          </>
        )}
      />
    </>
  );
}

export interface Listed {
  readonly kind: Kind;
  readonly id: string;
  readonly description: string;
  readonly createdAt: string;
  readonly value: number;
  readonly status: string;
  readonly party?: string;
}

/** @param props `what` and `party` are labels of columns */
export function EntryList({
  what,
  nameOf,
  party,
  ...list
}: Readonly<{
  id: string;
  rows: readonly Listed[];
  empty: string;
  what: string;
  nameOf: (row: Listed) => Child;
  party: string | undefined;
  children?: Child;
}>) {
  const { text } = useView();
  return (
    <List
      {...list}
      columns={[
        { label: text.when, cell: ({ createdAt }) => <Time at={createdAt} /> },
        {
          label: what,
          kind: 'main',
          cell: (row) => (
            <a class="row" href={entryPath(row.kind, row.id)}>
              {nameOf(row)}
            </a>
          ),
        },
        ...(party === undefined
          ? []
          : [{ label: party, kind: 'mono', cell: (row: Listed) => <Given>{row.party ?? ''}</Given> } as const]),
        { label: text.amount, kind: 'figure', cell: ({ value }) => <Money of={value} /> },
        { label: text.status, cell: ({ kind, status }) => <Status of={kind} is={status} /> },
      ]}
    />
  );
}
