import type { TransformCallback } from 'node:stream';
import { Parser, type Options } from 'csv-parse';

/** Hands the records of each chunk on together. */
class GroupingParser extends Parser {
  #group: unknown[] = [];

  override push(record: unknown): boolean {
    if (record === null) return super.push(null);
    this.#group.push(record);
    return true;
  }

  override _transform(chunk: unknown, encoding: BufferEncoding, callback: TransformCallback): void {
    super._transform(chunk, encoding, this.#passGroupOn(callback));
  }

  override _flush(callback: TransformCallback): void {
    super._flush(this.#passGroupOn(callback));
  }

  #passGroupOn(callback: TransformCallback): TransformCallback {
    return (error) => {
      const group = this.#group;
      this.#group = [];
      if (group.length > 0) super.push(group);
      callback(error);
    };
  }
}

/** A parser whose records come in groups, one for each chunk that is written to it. */
export function groupingParser(options: Options): { parser: Parser; groups: AsyncIterable<readonly string[][]> } {
  const parser = new GroupingParser(options);
  return { parser, groups: parser };
}
