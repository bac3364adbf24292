import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PathPattern } from '../../src/service/http/fault-plans.ts';

describe('a path of a fault', () => {
  it.each([
    ['*', '/api/v1/user/balance', true],
    ['/api/v1/payment/get/{id}', '/api/v1/payment/get/7', true],
    ['/api/v1/payment/get/{id}', '/api/v1/payment/get/', false],
    ['/api/v1/payment/get/{id}', '/api/v1/payment/get/7/8', false],
    ['/api/*/get/{id}', '/api/v1/payment/get/7', true],
    ['/api/{id}x/', '/api/xxx/', true],
    ['/api/v1.payment', '/api/v1/payment', false],
    ['/api/{', '/api/{', true],
  ])('%s and %s', (pattern, path, doesMatch) => {
    expect(new PathPattern(pattern).matches(path)).toBe(doesMatch);
  });

  it('matches like an expression with backtracking', () => {
    const patterns = fc.array(fc.constantFrom('a', 'b', '/', '*', '{id}'), { maxLength: 8 });
    const paths = fc.array(fc.constantFrom('a', 'b', '/'), { maxLength: 10 });
    fc.assert(
      fc.property(patterns, paths, (parts, characters) => {
        const expression = parts.map((part) => (part === '*' ? '.*' : part === '{id}' ? '[^/]+' : part)).join('');
        const path = characters.join('');
        expect(new PathPattern(parts.join('')).matches(path)).toBe(new RegExp(`^${expression}$`).test(path));
      }),
      { numRuns: 2_000 },
    );
  });

  it('follows no more possible matches than it has wildcards, whatever the path', () => {
    const pattern = new PathPattern(`/api/${'*a'.repeat(8)}b`);
    const startedAt = performance.now();
    for (let plan = 0; plan < 100; plan += 1) expect(pattern.matches(`/api/${'a'.repeat(15_000)}`)).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it('is compared in a time that grows with its length, however many wildcards it has', () => {
    const pattern = new PathPattern(`/api/${'*a'.repeat(90)}*b`);
    const startedAt = performance.now();
    expect(pattern.matches(`/api/${'a'.repeat(15_000)}`)).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});
