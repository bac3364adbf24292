declare const unit: unique symbol;

/** An amount of money in centavos (1/100 of a real): a safe integer, negative for a debt, never `-0`. */
export type Centavos = number & { readonly [unit]: 'centavos' };

function isWhole(value: number): value is Centavos {
  return Number.isSafeInteger(value);
}

/**
 * Brands a whole number as an amount in centavos.
 *
 * @throws {RangeError} when `value` is not a safe integer: a fraction of a centavo, or beyond 2^53 - 1.
 */
export function centavos(value: number): Centavos {
  const whole = value === 0 ? 0 : value;
  if (!isWhole(whole)) throw new RangeError(`not a whole number of centavos: ${value}`);
  return whole;
}

/** All amounts together. @throws {RangeError} when the sum is not a safe integer. */
export function sumCentavos(...amounts: readonly Centavos[]): Centavos {
  return sumOf(amounts);
}

/** The same of any number of amounts: a call takes some hundred thousand at most. @throws {RangeError} likewise */
export function sumOf(amounts: Iterable<Centavos>): Centavos {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return centavos(sum);
}

/** Both amounts together; undefined when that is not a safe integer. */
export function sumIfExact(one: Centavos, other: Centavos): Centavos | undefined {
  const sum = one + other;
  return isWhole(sum) ? centavos(sum) : undefined;
}

/** `minuend - subtrahend`. @throws {RangeError} when the difference is not a safe integer. */
export function subtractCentavos(minuend: Centavos, subtrahend: Centavos): Centavos {
  return centavos(minuend - subtrahend);
}

export const NOTHING = centavos(0);

export function negative(amount: Centavos): Centavos {
  return subtractCentavos(NOTHING, amount);
}
