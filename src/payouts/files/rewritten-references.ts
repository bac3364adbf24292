import { shapesOf } from '../rules/reference-shape.ts';
import { SeenTexts, type RowLocation } from './seen-texts.ts';

/** Finds references of a file that a spreadsheet may have turned into each other, without storing them. */
export class RewrittenReferences {
  readonly #own = new SeenTexts();
  readonly #left = new SeenTexts();

  /** @returns the location of the first similar reference for the same payment; undefined when it is new */
  firstOf(payment: string, reference: string, here: RowLocation): RowLocation | undefined {
    const { own, left } = shapesOf(reference);
    const named = (shapes: ReadonlySet<string>) => [...shapes].map((shape) => `${payment} ${shape}`);
    const [owned, leftOver] = [named(own), named(left)];
    const found = [
      ...owned.flatMap((text) => [this.#own.find(text), this.#left.find(text)]),
      ...leftOver.map((text) => this.#own.find(text)),
    ].find((location) => location !== undefined);
    for (const text of owned) this.#own.firstOf(text, here);
    for (const text of leftOver) this.#left.firstOf(text, here);
    return found;
  }
}
