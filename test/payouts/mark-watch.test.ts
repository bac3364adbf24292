import { expect, it } from 'vitest';
import type { Withdrawal } from '../../src/client/answers.ts';
import { MarkWatch } from '../../src/payouts/engine/mark-watch.ts';
import type { PayoutRecord } from '../../src/payouts/journal/records.ts';
import { OTHER_MARK } from '../../src/payouts/payout-state.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { withdrawal } from './support/journals.ts';
import { knownJournal, type Known as KnownOfJournal } from './support/known-journal.ts';
import { record, row } from './support/records.ts';

const MARK = '#pxaaaaaaa';
const FOREIGN = '#pxbbbbbbb';

/** What the journal knows of the withdrawal, besides {@link MARK}. */
interface Known extends Pick<KnownOfJournal, 'isHeld'> {
  /** The payout with the mark. */
  readonly owner?: PayoutRecord;
  /** The payout that the withdrawal belongs to. */
  readonly claimant?: PayoutRecord;
}

function see(some: Partial<Withdrawal>, { owner, claimant, ...known }: Known) {
  const marks = owner && { [MARK]: owner };
  const claims = claimant && { w: claimant };
  const { journal, stored } = knownJournal({ ...known, ...(marks && { marks }), ...(claims && { claims }) });
  Object.assign(journal, { marksOf: () => [MARK] });
  const events: unknown[] = [];
  const watch = new MarkWatch({ journal, onEvent: (event) => events.push(event) });
  const { areShown, areHidden } = watch.seen();
  expect([areShown, areHidden]).toEqual([false, false]);
  watch.see(row('w', some));
  const says = [...(watch.seen().areShown ? ['shown'] : []), ...(watch.seen().areHidden ? ['hidden'] : [])];
  return { events, says: [...says, ...stored].join(', ') };
}

const paid = record({ state: 'paid', mark: MARK, withdrawal: withdrawal('first') });
const own = record({ state: 'paid', mark: MARK, withdrawal: withdrawal('w') });
const [refused, onHold] = [record({ state: 'refused' }), record({ mark: MARK })];
const described = (word: string) => ({ ...own, description: `salário ${word}` });
const metadata = { fee: centavos(1), sent: centavos(8) };
const OTHER = `hidden, 1 other mark ${FOREIGN}`;

it.each<[string, string, Partial<Withdrawal>, Known]>([
  ['nothing of ours', '', { description: 'aluguel' }, {}],
  ['the mark of another journal', '', { description: FOREIGN }, {}],
  ['the mark of its own payout', 'shown', {}, { owner: own, claimant: own }],
  ['the mark of one that is looked for', 'shown', {}, { owner: record() }],
  ['the mark of one that is paid', 'shown, 1 second w', {}, { owner: paid }],
  ['the same, failed', 'shown', { status: 'FAILED' }, { owner: paid }],
  ['the same, known as its second', 'shown', {}, { owner: { ...paid, secondWithdrawalId: 'w' } }],
  ['the same on another key', 'shown, hidden', { pixKey: 'x@example.com' }, { owner: paid }],
  ['the same at a price without the fee', 'shown, hidden, 1 second w', { value: centavos(9) }, { owner: paid }],
  ['the same at another price', 'shown, hidden', { value: centavos(9), metadata }, { owner: paid }],
  ['the mark of one declared unpaid', 'shown, 1 second w', {}, { owner: record({ state: 'resolved_unpaid' }) }],
  ['the mark of one refused, its reference used since', 'shown, 1 second w', {}, { owner: refused, isHeld: true }],
  ['the mark of one refused', 'shown', {}, { owner: refused }],
  ['the mark of one that is looked for, and its reference', 'shown', {}, { owner: record(), isHeld: true }],
  ['a claimed one without its mark', 'hidden', { description: '' }, { claimant: own }],
  ['a claimed one that was made without a mark', '', { description: '' }, { claimant: { ...own, mark: null } }],
  ['a claimed one that a person has named', '', { description: '' }, { claimant: { ...own, resolvedBy: 'ana' } }],
  ['a claimed one with another mark', OTHER, { description: FOREIGN }, { claimant: own }],
  ['the same, copied from its own description', 'hidden', { description: FOREIGN }, { claimant: described(FOREIGN) }],
  ['the same beside a description that lacks it', OTHER, { description: FOREIGN }, { claimant: described('aluguel') }],
  ['the same, known', 'hidden', { description: FOREIGN }, { claimant: { ...own, code: OTHER_MARK } }],
  ['the same of one that failed, and is on hold', 'hidden', { description: FOREIGN }, { claimant: onHold }],
])('sees on a withdrawal %s: %s', (_, expected, some, known) => {
  expect(see({ description: MARK, ...some }, known).says).toBe(expected);
});

it('reports an alarm, and another mark', () => {
  const { events } = see({ description: MARK }, { owner: paid });
  expect(events).toEqual([{ type: 'second_withdrawal', payout: paid, withdrawalId: 'w', isForeign: false }]);
  const other = see({ description: FOREIGN }, { claimant: own });
  expect(other.events).toEqual([{ type: 'other_mark', payout: own, withdrawalId: 'w' }]);
});
