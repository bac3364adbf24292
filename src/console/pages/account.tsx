import type * as z from 'zod';
import type { operations } from '../../contract/operations.ts';
import type { DataOf } from '../source.ts';
import { useView } from '../view.ts';
import { accountPath, entryColumns, type Listed } from './accounts.tsx';
import { Badge, Described, Drawer, Facts, Field, Given, List, Money, Pager, type Kind } from './parts.tsx';

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
