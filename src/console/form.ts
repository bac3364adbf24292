import { formatReaisPlain, parseTypedAmount } from '../pix/amount-text.ts';
import type { Centavos } from '../pix/centavos.ts';
import { parsePixKey, type PixKey } from '../pix/pix-key.ts';
import { Refused } from './source.ts';
import type { RefusedForm } from './view.ts';

/** A cookie has 4 KB. */
const KEPT_MAXIMUM = 300;

/** What the service refuses is about one field. */
const FIELD_OF: readonly (readonly [codes: readonly string[], field: RegExp])[] = [
  [['below_minimum', 'insufficient_balance', 'limit_exceeded'], /amount$/],
  [['verification_required', 'verification_invalid'], /^code$/],
];

/** The fields of a form as a person has typed them. All methods throw {@link Refused}. */
export class Form {
  readonly #fields: FormData;

  constructor(fields: FormData) {
    this.#fields = fields;
  }

  /** As it is shown again after a refusal, which the notice explains. No secret is, and no file. */
  refused(action: string, { code, field }: Refused): RefusedForm {
    const texts = [...this.#fields].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    const values = texts.filter(([name]) => !['back', 'code', 'secret'].includes(name));
    const of = FIELD_OF.find(([codes]) => codes.includes(code))?.[1];
    return {
      action,
      field: field ?? texts.find(([name]) => of?.test(name))?.[0],
      values: Object.fromEntries(values.map(([name, value]) => [name, value.slice(0, KEPT_MAXIMUM)])),
    };
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
    if (!amount.ok) throw new Refused(400, 'invalid_amount', this.text(name), name);
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
    if (first === undefined) throw new Refused(400, 'invalid_key', this.text(name), name);
    return first;
  }
}
