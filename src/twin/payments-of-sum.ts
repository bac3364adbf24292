interface Valued {
  readonly value: number;
}

/** Enough for the few disputes that an account has; other combinations are not tried. */
const STEPS_MAXIMUM = 1_000_000;

/** So many payments that come to a sum, the first ones that do. @returns undefined when none were found */
export function paymentsOfSum<Payment extends Valued>(
  payments: readonly Payment[],
  count: number,
  sum: number,
): readonly Payment[] | undefined {
  const placesOf = new Map<number, number[]>();
  for (const [place, { value }] of payments.entries()) {
    const places = placesOf.get(value);
    if (places === undefined) placesOf.set(value, [place]);
    else places.push(place);
  }
  let steps = 0;
  const find = (from: number, left: number, rest: number): readonly Payment[] | undefined => {
    if (left === 0) return rest === 0 ? [] : undefined;
    if (left === 1) {
      const place = placesOf.get(rest)?.findLast((known) => known >= from);
      return place === undefined ? undefined : payments.slice(place, place + 1);
    }
    for (let place = from; place < payments.length && steps < STEPS_MAXIMUM; place += 1) {
      steps += 1;
      const payment = payments[place];
      if (payment === undefined || payment.value >= rest) continue;
      const others = find(place + 1, left - 1, rest - payment.value);
      if (others !== undefined) return [payment, ...others];
    }
    return undefined;
  };
  return find(0, count, sum);
}
