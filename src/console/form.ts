import { formatReaisPlain, parseTypedAmount } from '../pix/amount-text.ts';
import type { Centavos } from '../pix/centavos.ts';
import { parsePixKey, type PixKey } from '../pix/pix-key.ts';
import { Refused } from './source.ts';

/** The fields of a form as a person has typed them. All methods throw {@link Refused}. */
export class Form {
  readonly #fields: FormData;

  constructor(fields: FormData) {
    this.#fields = fields;
  }

  text(name: string): string {
    const value = this.#fields.get(name);
    return typeof value === 'string' ? value.trim() : '';
  }

  /** Undefined when it was left empty. */
  optional(name: string): string | undefined {
    return this.text(name) === '' ? undefined : this.text(name);
  }

  number(name: string): number | undefined {
    return this.text(name) === '' ? undefined : Number(this.text(name));
  }

  file(name: string): Blob {
    const value = this.#fields.get(name);
    return value instanceof Blob ? value : new Blob([]);
  }

  centavos(name: string): Centavos {
    const amount = parseTypedAmount(this.text(name));
    if (!amount.ok) throw new Refused(400, 'invalid_amount', this.text(name));
    return amount.amountCentavos;
  }

  /** As a body of the API has it. */
  reais(name: string): string {
    return formatReaisPlain(this.centavos(name));
  }

  /** Eleven digits may be a CPF or a phone: then the first. */
  pixKey(name: string): PixKey {
    const key = parsePixKey(this.text(name));
    if (key.ok) return key;
    const [first] = key.reason === 'ambiguous' ? key.readings : [];
    if (first === undefined) throw new Refused(400, 'invalid_key', this.text(name));
    return first;
  }
}
