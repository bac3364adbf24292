/**
 * Writes CNAB 240 files as a company's program does. The columns are typed by hand from FEBRABAN 10.9 and from SISPAG v086, and
 * share nothing with those of `src/cnab/layout.ts`.
 */

export interface MeantPayment {
  readonly reference: string;
  readonly name: string;
  /** Of digits, eleven or fourteen. */
  readonly taxId: string;
  readonly form: '01' | '02' | '03' | '04' | '05';
  readonly key: string;
  readonly amountCentavos: number;
  /** DDMMAAAA */
  readonly date: string;
}

export interface MeantRemittance {
  readonly bank?: string;
  readonly number?: number;
  readonly batches: readonly (readonly MeantPayment[])[];
}

export const PAYMENT: MeantPayment = {
  reference: 'NF 4711',
  name: 'SOL COMERCIO LTDA',
  taxId: '11222333000181',
  form: '02',
  key: 'sol@example.com',
  amountCentavos: 15_000,
  date: '14072026',
};

/** A line of 240 blanks with texts from these columns on. */
function lineOf(...texts: readonly (readonly [from: number, text: string])[]): string {
  return texts.reduce((line, [from, text]) => put(line, from, text), ' '.repeat(240));
}

export function put(line: string, from: number, text: string): string {
  return line.slice(0, from - 1) + text + line.slice(from - 1 + text.length);
}

const zeros = (value: number, length: number) => String(value).padStart(length, '0');
const VERSIONS: Readonly<Record<string, readonly [file: string, batch: string]>> = {
  '237': ['089', '045'],
  '341': ['080', '040'],
  '756': ['087', '045'],
};

/** The lines of a remittance. */
export function remittanceLines({ bank = '001', number = 7, batches }: MeantRemittance): string[] {
  const isItau = bank === '341';
  const [fileVersion, batchVersion] = VERSIONS[bank] ?? ['103', '046'];
  const company = (agreement: string) =>
    [
      [18, '2'],
      [19, '11444777000161'],
      [33, isItau ? '' : agreement],
      [53, '00001'],
      [59, '000000012345'],
      [73, 'EMPRESA SINTETICA'],
    ] as const;
  const lines = [
    lineOf(
      [1, `${bank}00000`],
      ...company('CONV-1'),
      [103, 'BANCO'],
      [143, '1'],
      [144, '14072026'],
      [152, '083000'],
      ...(isItau
        ? ([
            [15, fileVersion],
            [158, '000000000'],
          ] as const)
        : ([
            [158, zeros(number, 6)],
            [164, fileVersion],
          ] as const)),
      [167, '00000'],
    ),
  ];
  batches.forEach((payments, index) => {
    const batch = bank + zeros(index + 1, 4);
    lines.push(lineOf([1, `${batch}1C2045${batchVersion}`], ...company('CONV-1')));
    payments.forEach((payment, at) => lines.push(...paymentLines(payment, { batch, isItau, sequence: at * 2 + 1 })));
    const sum = payments.reduce((total, { amountCentavos }) => total + amountCentavos, 0);
    lines.push(
      lineOf(
        [1, `${batch}5`],
        [18, zeros(payments.length * 2 + 2, 6)],
        [24, zeros(sum, 18)],
        [42, '0'.repeat(18)],
        ...(isItau ? [] : ([[60, '000000']] as const)),
      ),
    );
  });
  lines.push(lineOf([1, `${bank}99999`], [18, zeros(batches.length, 6)], [24, zeros(lines.length + 1, 6)]));
  return lines;
}

interface Placing {
  readonly batch: string;
  readonly isItau: boolean;
  readonly sequence: number;
}

function paymentLines(payment: MeantPayment, { batch, isItau, sequence }: Placing): [string, string] {
  const { reference, name, taxId, form, key, amountCentavos, date } = payment;
  const inscription = [taxId.length === 11 ? '1' : '2', taxId.padStart(14, '0')] as const;
  const a = lineOf(
    [1, `${batch}3${zeros(sequence, 5)}A000009000`],
    [24, isItau ? '0'.repeat(20) : '00000 000000000000'],
    [44, name],
    [74, reference],
    [94, date],
    [102, isItau ? 'REA' : 'BRL'],
    [105, '0'.repeat(15)],
    ...(isItau ? ([[113, '04']] as const) : []),
    [120, zeros(amountCentavos, 15)],
    [155, '0'.repeat(23)],
    ...(isItau
      ? ([
          [198, '000000'],
          [204, inscription[1]],
        ] as const)
      : []),
    [230, '0'],
  );
  const b = lineOf(
    [1, `${batch}3${zeros(sequence + 1, 5)}B${form}`],
    [18, inscription[0]],
    [19, inscription[1]],
    [128, key],
  );
  return [a, b];
}

export const remittance = (meant: MeantRemittance): string => `${remittanceLines(meant).join('\r\n')}\r\n`;
