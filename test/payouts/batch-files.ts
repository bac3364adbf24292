import { readBatch } from '../../src/payouts/files/batch.ts';
import type { BatchNotice, BatchProblem } from '../../src/payouts/files/batch-problem.ts';
import type { BatchOptions, BatchSummary, RawCells } from '../../src/payouts/files/batch-summary.ts';
import type { Payout } from '../../src/payouts/payout.ts';

interface ReadFile {
  readonly payouts: readonly Payout[];
  readonly problems: readonly BatchProblem[];
  readonly notices: readonly BatchNotice[];
  readonly invalidRows: readonly RawCells[];
  readonly summary: BatchSummary;
}

/** Reads a whole file, in chunks of `chunkBytes`. */
export async function readFile(
  file: string | Uint8Array,
  options: BatchOptions = {},
  chunkBytes = 1 << 16,
): Promise<ReadFile> {
  const problems: BatchProblem[] = [];
  const notices: BatchNotice[] = [];
  const invalidRows: RawCells[] = [];
  const payouts: Payout[] = [];
  const reading = readBatch(inChunks(typeof file === 'string' ? Buffer.from(file) : file, chunkBytes), {
    ...options,
    onProblem: (problem) => problems.push(problem),
    onNotice: (notice) => notices.push(notice),
    onInvalidRow: (row) => invalidRows.push(row),
  });
  for await (const payout of reading.payouts) payouts.push(payout);
  return { payouts, problems, notices, invalidRows, summary: reading.summary() };
}

export async function* inChunks(bytes: Uint8Array, chunkBytes: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    yield await Promise.resolve(bytes.subarray(start, start + chunkBytes));
  }
}

/** Characters as Excel in Brazil saves them in "CSV (separado por vírgulas)". */
export function windows1252(text: string): Buffer {
  return Buffer.from(
    Array.from(text, (character) => {
      const upper = UPPER_HALF.indexOf(character);
      const code = upper === -1 ? (character.codePointAt(0) ?? 0) : 0x80 + upper;
      if (code > 0xff) throw new Error(`Windows-1252 has no ${character}`);
      return code;
    }),
  );
}

const UPPER_HALF = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** "Texto Unicode" of Excel, and the opposite byte order. */
export function utf16(text: string, order: 'le' | 'be' = 'le', mark = '\ufeff'): Buffer {
  const bytes = Buffer.from(mark + text, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
}
