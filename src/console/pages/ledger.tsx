import type { DataOf } from '../source.ts';
import { useView, wordOf } from '../view.ts';
import { PAGES } from './layout.tsx';
import { Badge, Given, Time } from './parts.tsx';

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
