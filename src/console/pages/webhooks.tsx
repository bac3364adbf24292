import type { DataOf } from '../source.ts';
import { useView } from '../view.ts';
import { Badge, Drawer, Field, Form, Given, List, Time } from './parts.tsx';

export function WebhooksPage({
  webhooks,
  deliveries,
}: Readonly<{ webhooks: DataOf<'listWebhooks'>['webhooks']; deliveries: DataOf<'listDeliveries'>['deliveries'] }>) {
  const { text } = useView();
  return (
    <>
      <h1>{text.nav.webhooks}</h1>
      <p class="muted">{text.webhooksIntro}</p>
      <List
        id="webhooks"
        rows={webhooks}
        empty={text.noWebhooks}
        columns={[
          { label: text.address, kind: 'main', cell: ({ url }) => <Given>{url}</Given> },
          { label: text.account, kind: 'mono', cell: ({ account }) => account ?? text.anyAccount },
          { label: text.pending, kind: 'total', cell: ({ pending }) => pending },
          {
            label: text.secret,
            cell: ({ id, secret }) => (
              <Form action="webhookRemove" values={{ id }} class="inline">
                <code>{secret}</code> <button>{text.remove}</button>
              </Form>
            ),
          },
        ]}
      />
      <Drawer label={text.addWebhook} action="webhookAdd">
        <Field name="url" label={text.address} type="url" required placeholder="http://127.0.0.1:3000/pix" size={40} />
        <Field name="secret" label={`${text.secret} (${text.optional})`} hint={text.secretHint} />
        <Field name="account" label={`${text.account} (${text.optional})`} />
        <button class="primary">{text.addWebhook}</button>
      </Drawer>
      <h2>{text.deliveries}</h2>
      <List
        id="deliveries"
        rows={deliveries.toReversed()}
        empty={text.noDeliveries}
        columns={[
          { label: text.when, cell: ({ at }) => <Time at={at} /> },
          { label: text.event, kind: 'main', cell: (delivery) => <DeliveryText delivery={delivery} /> },
          { label: text.account, kind: 'mono', cell: ({ account }) => account },
        ]}
      />
    </>
  );
}

/** What was posted, what became of it, and a button that posts it again. */
export function DeliveryText({ delivery }: { readonly delivery: DataOf<'listDeliveries'>['deliveries'][number] }) {
  const { text } = useView();
  const { id, type, url, delivered, status, error, attempt } = delivery;
  return (
    <Form action="webhookResend" values={{ id }} class="inline">
      <code>{type}</code> → <Given>{url}</Given>{' '}
      <Badge tone={delivered ? 'good' : 'bad'}>{status ?? error ?? text.noAnswer}</Badge>{' '}
      {attempt > 1 && <small class="muted">{text.attempt(attempt)}</small>}
      <button class="copy">{text.resend}</button>
    </Form>
  );
}
