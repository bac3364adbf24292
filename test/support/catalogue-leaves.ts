export type Leaves = Map<string, string>;

/** Every text of a catalogue by its path; for a function, its result with plain arguments. */
export function leavesOf(value: unknown, path: string, leaves: Leaves = new Map()): Leaves {
  if (typeof value === 'string') leaves.set(path, value);
  else if (typeof value === 'function') leavesOf(call(value), `${path}()`, leaves);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) leavesOf(inner, `${path}.${name}`, leaves);
  }
  return leaves;
}

function call(text: object): unknown {
  if (typeof text !== 'function') return undefined;
  const facts = {
    permission: 'x',
    retryAfterSeconds: 3,
    isRefused: true,
    balance: 'x',
    required: 'x',
    limit: 'x',
    remaining: 'x',
    problems: 'x',
  };
  const transaction = { amount: 'x', pixKey: 'x', createdAt: 'x', updatedAt: 'x', endedAt: 'x', reason: 'x' };
  const place = { key: 'x', type: 'CPF' };
  const findingDetails = {
    ...{ kind: 'xls', missing: 'amount', doubled: 'amount', unknown: ['x'], columns: ['x'], cells: 1, firstLine: 1 },
    ...{
      flaw: 'damaged',
      sheet: 'x',
      sheets: ['x'],
      others: ['x'],
      range: 'x',
      shown: 'x',
      format: 'x',
      struck: ['x'],
    },
    ...{
      days: [{ day: '2026-12-05', payouts: 1, sumCentavos: 1 }],
      payouts: 1,
      sumCentavos: 1,
      since: 'x',
      until: 'x',
    },
    ...{ statedCentavos: 1, actualCentavos: 2, minimumCentavos: 1, maximumCentavos: 2, readingsCentavos: [1, 2] },
    ...{
      next: 'x',
      key: 'x',
      length: 1,
      maximum: 2,
      reason: 'empty',
      suggestion: place,
      stated: 'CPF',
      readings: [place],
    },
  };
  const attempts = [
    ['x', ['x'], 'x'],
    [1, 2, 3],
    [
      {
        ...facts,
        address: 'x',
        dataFile: 'x',
        database: 'x',
        damage: 'x',
        storedSeed: 1,
        requestedSeed: 2,
        path: 'x',
        reason: 'x',
      },
    ],
    [findingDetails],
    [{ expected: 'nothing', kind: 'tax', dialect: 'itau', day: '2026-07-14' }],
    [{ expected: 'digits' }],
    [{ ...transaction, endToEndId: 'x' }],
    ['x', [1], 2],
    ['x', 'empty'],
    ['x', 'x', 'x'],
    ['x', 'x', ['x'], 'x'],
    [['x']],
    [['x'], 'x'],
    ['x', 'x', 1, 2],
    [1, ['x'], ['x']],
    ['CPF', 'x'],
    ['x', ['CPF']],
    [1, 2, 'x', 'x', 'x'],
  ];
  for (const values of attempts) {
    try {
      const made: unknown = Reflect.apply(text, undefined, values);
      if (!JSON.stringify(made).includes('undefined')) return made;
    } catch {
      // Arguments of the wrong type: tries the next ones.
    }
  }
  throw new Error(`no arguments suit ${String(text)}`);
}
