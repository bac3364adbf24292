import type * as z from 'zod';
import type { operations } from '../../contract/operations.ts';
import type { DataOf } from '../source.ts';
import { useView } from '../view.ts';
import { Badge, Given, Money, Pager, Status, Table, Time } from './parts.tsx';

type Accounts = DataOf<'listAccounts'>;
type Latest = z.output<(typeof operations.listTransactions)['answer']>['data']['transactions'];

export function entryPath(kind: 'payment' | 'withdrawal', id: string): string {
  return `/console/${kind === 'payment' ? 'payment' : 'withdraw'}/${encodeURIComponent(id)}`;
}

export function accountPath(id: string): string {
  return `/console/account/${encodeURIComponent(id)}`;
}

export function AccountsPage(props: Readonly<{ accounts: Accounts; latest: Latest }>) {
  const { latest } = props;
  const { accounts, pagination } = props.accounts;
  const { text } = useView();
  const kindOf = ({ kind }: Latest[number]) => (kind === 'PAYMENT' ? 'payment' : 'withdrawal');
  return (
    <>
      <h1>{text.nav.accounts}</h1>
      <p class="muted">{text.openAccount}</p>
      <div id="accounts" data-live>
        <Table
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
        />
        <Pager page={pagination} to={(offset) => `/?offset=${offset}`} />
      </div>
      <h2>{text.latest}</h2>
      <div id="latest" data-live>
        <Table
          rows={latest}
          empty={text.nothingYet}
          columns={[
            { label: text.when, cell: (entry) => <Time at={entry.createdAt} /> },
            {
              label: text.what,
              kind: 'main',
              cell: (entry) => (
                <a class="row" href={entryPath(kindOf(entry), entry.id)}>
                  {kindOf(entry) === 'payment' ? text.charge : text.withdrawal}
                  {entry.description !== '' && ': '}
                  <Given>{entry.description}</Given>
                </a>
              ),
            },
            { label: text.account, kind: 'mono', cell: ({ accountId }) => accountId },
            { label: text.amount, kind: 'figure', cell: ({ value }) => <Money of={value} /> },
            {
              label: text.status,
              cell: (entry) => <Status of={kindOf(entry) === 'payment' ? 'charge' : 'withdrawal'} is={entry.status} />,
            },
          ]}
        />
      </div>
    </>
  );
}
