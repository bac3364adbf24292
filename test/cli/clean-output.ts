import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import type { OutputFormat } from '../../src/cli/text/topic-names.ts';

export type Row = readonly string[];

/** Characters that output for a program never contains: controls other than tab and line break. */
export const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** RFC 4180, strictly: equally many cells in every row, CRLF, and proper quotation. @throws otherwise */
export function csvRows(text: string, delimiter = ','): Row[] {
  expect(text).not.toMatch(CONTROLS);
  expect(text.replaceAll(/"[^"]*"/g, '').replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  return parse(text, { record_delimiter: '\r\n', delimiter, bom: true });
}

/** The rows of an output without its head. @throws when it violates its format */
export function rowsOf(format: OutputFormat, stdout: string): readonly unknown[] {
  expect(stdout).not.toMatch(CONTROLS);
  if (stdout !== '') expect(stdout.endsWith('\n')).toBe(true);
  const lines = stdout.split('\n').slice(0, -1);
  switch (format) {
    case 'csv': {
      const rows = csvRows(stdout);
      expect(rows.length).toBeGreaterThan(0);
      return rows.slice(1);
    }
    case 'tsv': {
      const rows = lines.map((line) => line.split('\t'));
      expect(new Set(rows.map((row) => row.length)).size).toBeLessThanOrEqual(1);
      return rows;
    }
    case 'ndjson':
      return lines.map((line): unknown => JSON.parse(line));
    case 'json': {
      const value: unknown = JSON.parse(stdout);
      expect(value).toBeTypeOf('object');
      return [value];
    }
    case 'table':
      return lines;
  }
}
