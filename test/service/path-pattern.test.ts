import { expect, it } from 'vitest';
import { matcherOf } from '../../src/service/http/fault-plans.ts';

it.each([
  ['*', '/api/v1/user/balance', true],
  ['/api/v1/payment/get/{id}', '/api/v1/payment/get/7', true],
  ['/api/v1/payment/get/{id}', '/api/v1/payment/get/', false],
  ['/api/v1/payment/get/{id}', '/api/v1/payment/get/7/8', false],
  ['/api/*/get/{id}', '/api/v1/payment/get/7', true],
  ['/api/{id}x/', '/api/xxx/', true],
  ['/api/v1.payment', '/api/v1/payment', false],
  ['/api/{', '/api/{', true],
])('a fault of %s and a request to %s: %s', (pattern, path, doesMatch) => {
  expect(matcherOf(`GET ${pattern}`)('GET', path)).toBe(doesMatch);
});
