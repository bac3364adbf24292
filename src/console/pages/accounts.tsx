import type { Child } from 'hono/jsx';
import type * as z from 'zod';
import type { operations } from '../../contract/operations.ts';
import type { DataOf } from '../source.ts';
import type { Catalogue } from '../text/texts.ts';
import { useView } from '../view.ts';
import { Badge, Given, List, Money, Pager, Status, Time, type Column, type Kind } from './parts.tsx';

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
export function entryColumns(
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
