import { useView } from '../view.ts';
import { Field, Form, Time } from './parts.tsx';

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
