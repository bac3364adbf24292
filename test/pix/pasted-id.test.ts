import { expect, it } from 'vitest';
import { calendarDay } from '../../src/pix/calendar-day.ts';
import { pastedId } from '../../src/pix/pasted-id.ts';
import { grouped } from '../support/grouped.ts';

const UUID = '0190a6c5-8b1f-7c3e-9d2a-4f6b8e0c8394';
const TRANSFER = 'E99999004202607141045299W7FvnO1I';

it.each(
  grouped({
    [UUID]: [
      ...[UUID.replaceAll('-', ''), UUID.toUpperCase(), UUID.replaceAll('-', '–'), UUID.replaceAll('-', ' \u2212\n')],
      ...[`"${UUID}"`, `‘${UUID}’`, `<${UUID}>`, `(${UUID})`, `[${UUID}]`, `\`${UUID}\`,`, `${UUID}.`],
      ...[`id: ${UUID}`, `ID=${UUID}`, `"id": "${UUID}",`, `ID ${UUID}`, `ID da transação ${UUID}`, `  id: ${UUID};`],
      ...[
        `o nosso id do pagamento ${UUID}`,
        `transactionId  ${UUID}`,
        `o  nosso id  do  pagamento ${UUID}`,
        `${UUID.replaceAll('-', ' – ')} .`,
        `${'x'.repeat(40)}:${UUID}`,
      ],
    ],
    [TRANSFER]: [`E2E: ${TRANSFER}`, `'${TRANSFER}'`, `${TRANSFER} `, `EndToEndId ${TRANSFER};`],
    none: [
      ...[UUID, TRANSFER, '', 'maria', `x${UUID}`, `${UUID}x`, `${UUID} ${UUID}`, UUID.slice(1), UUID.slice(0, -1)],
      ...[
        UUID.replace('-', ''),
        `pagamento ${UUID}`,
        `${'x'.repeat(41)}:${UUID}`,
        `id a b c d e ${UUID}`,
        `a1 id ${UUID}`,
      ],
      ...[`a b c d e id ${UUID}`, UUID.replace('0', 'g'), TRANSFER.slice(1), 'id: maria'],
    ],
  }),
)('%j is %s', (text, expected) => {
  expect(pastedId(text) ?? 'none').toBe(expected);
});

it.each<[string | undefined, string | undefined, string | undefined, string | undefined]>([
  ['2026', '7', '4', '2026-07-04'],
  ['2028', '02', '29', '2028-02-29'],
  ['26', '07', '14', '0026-07-14'],
  ['2026', '02', '29', undefined],
  ['2026', '04', '31', undefined],
  ['2026', '13', '01', undefined],
  ['2026', '00', '10', undefined],
  [undefined, undefined, undefined, undefined],
])('the day %s, %s, %s is %s', (year, month, day, expected) => {
  expect(calendarDay(year, month, day)).toBe(expected);
});
