import { createHmac } from 'node:crypto';

const ROUNDS = 8;

/**
 * Replaces a number below `size` by another one below it, which cannot be computed without the secret: a permutation, so
 * two numbers are never replaced by the same one. A balanced Feistel network, which is walked until the result is in range.
 *
 * @param tweak another permutation for each
 */
export function permute(secret: string, tweak: string, number: bigint, size: bigint): bigint {
  const bits = BigInt(Math.ceil((size - 1n).toString(2).length / 2));
  const mask = (1n << bits) - 1n;
  let replaced = number;
  do {
    let [left, right] = [replaced >> bits, replaced & mask];
    for (let round = 0; round < ROUNDS; round += 1) {
      [left, right] = [right, left ^ (keyed(secret, `${tweak} ${size} ${round} ${right}`) & mask)];
    }
    replaced = (left << bits) | right;
  } while (replaced >= size);
  return replaced;
}

/** 64 bits that follow from the secret and a text. */
export function keyed(secret: string, text: string): bigint {
  return createHmac('sha256', secret).update(text).digest().readBigUInt64BE();
}
