import type { FaultReceipt } from '../../contract/fault-plan.ts';
import { operations } from '../../contract/operations.ts';
import { useView } from '../view.ts';
import { Field, Form, List, useRefused } from './parts.tsx';

const CREATION = `${operations.createWithdrawal.method} ${operations.createWithdrawal.path}`;

export function FaultsPage({ faults }: { readonly faults: readonly FaultReceipt[] }) {
  const { text } = useView();
  const typed = useRefused('faultAdd')?.values ?? {};
  return (
    <>
      <h1>{text.nav.faults}</h1>
      <p class="muted">{text.faultsIntro}</p>
      <List
        id="faults"
        rows={faults}
        empty={text.noFaults}
        columns={[
          { label: text.nav.requests, kind: 'main', cell: ({ on }) => <code>{on}</code> },
          {
            label: text.fault,
            cell: ({ fault }) => (
              <>
                {fault} <small class="muted">{text.faultKinds[fault]}</small>
              </>
            ),
          },
          { label: text.account, kind: 'mono', cell: ({ account = text.anyAccount }) => account },
          { label: text.times, kind: 'total', cell: ({ times = '∞' }) => times },
          { label: text.matched, kind: 'total', cell: ({ matched }) => matched },
          { label: text.fired, kind: 'total', cell: ({ fired }) => fired },
        ]}
      >
        {faults.length > 0 && (
          <Form action="faultClear" class="inline">
            <button>{text.clearFaults}</button>
          </Form>
        )}
      </List>
      <h2>{text.addFault}</h2>
      <Form action="faultAdd" class="grid">
        <Field name="on" label={text.nav.requests}>
          <select id="on" name="on">
            {Object.values(operations).map(({ method, path }) => (
              <option value={`${method} ${path}`} selected={`${method} ${path}` === (typed['on'] ?? CREATION)}>
                {method} {path}
              </option>
            ))}
            <option value="* *" selected={typed['on'] === '* *'}>
              {text.anyRequest}
            </option>
          </select>
        </Field>
        <Field name="fault" label={text.fault}>
          <select id="fault" name="fault">
            {Object.entries(text.faultKinds).map(([kind, word]) => (
              <option value={kind} selected={kind === (typed['fault'] ?? 'reset-after')}>
                {kind}: {word}
              </option>
            ))}
          </select>
        </Field>
        <Field name="times" label={text.times} hint={text.timesHint} type="number" min={1} value="1" />
        <Field name="delay" label={text.delay} hint={text.delayHint} type="number" min={0} max={3600} step="0.1" />
        <Field name="account" label={`${text.account} (${text.optional})`} />
        <button class="primary">{text.addFault}</button>
      </Form>
    </>
  );
}
