import type { DataOf } from '../source.ts';
import { useView } from '../view.ts';
import { Badge, Copyable, Given, Money, List, Time } from './parts.tsx';

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
