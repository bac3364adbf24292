import { expect } from 'vitest';
import type { ServiceOptions } from '../../src/service/start.ts';
import type { RunningTestService, TestAnswer } from '../support/service.ts';

/** A statement of the specification or a decision of ours, and how the service is checked against it. */
interface Statement {
  readonly says: string;
  /** What the local service does, if that is more than the statement. */
  readonly weDo?: string;
  /** The options of the service, whose clock stands still. By default without the rate limit. */
  readonly options: ServiceOptions;
  readonly shows: (service: RunningTestService) => Promise<void>;
}

export interface Section {
  readonly title: string;
  readonly statements: readonly Statement[];
}

type Shows = Statement['shows'];
export const section = (title: string, statements: readonly Statement[]): Section => ({ title, statements });
export function states(says: string, shows: Shows, options: ServiceOptions = {}): Statement {
  return { says, shows, options };
}
export function decides(says: string, weDo: string, shows: Shows, options: ServiceOptions = {}): Statement {
  return { says, weDo, shows, options };
}

export type Json = TestAnswer['json'];

/** The `data` of a successful answer. */
export async function dataOf(service: RunningTestService, path: string, json?: unknown): Promise<Json> {
  const answer = await service.request(path, json === undefined ? {} : { json });
  expect(answer.json).toMatchObject({ success: true });
  expect(answer.status).toBe(200);
  return answer.json.data;
}

/** Calls a control: an event that comes from outside a real service. */
export async function useControl(service: RunningTestService, path: string, json?: unknown): Promise<Json> {
  const answer = await service.request(path, { key: null, ...(json !== undefined && { json }) });
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data;
}

export async function expectRefusal(answer: Promise<TestAnswer>, status: number, body: object): Promise<Json> {
  const { status: given, json } = await answer;
  expect(json).toMatchObject({ success: false, ...body });
  expect(given).toBe(status);
  return json;
}

export const RECIPIENT = { pixKey: 'maria.silva@example.com', pixKeyType: 'EMAIL' };

export function withdraw(service: RunningTestService, order: object = {}): Promise<Json> {
  return dataOf(service, '/api/v1/withdraw/create', { amount: 25, ...RECIPIENT, ...order });
}

/** That a withdrawal is refused with this code. */
export function expectNoWithdrawal(service: RunningTestService, order: object, code: string, status = 400) {
  const json = { amount: 25, ...RECIPIENT, ...order };
  return expectRefusal(service.request('/api/v1/withdraw/create', { json }), status, { code });
}

export function charge(service: RunningTestService, order: object = {}): Promise<Json> {
  return dataOf(service, '/api/v1/payment/create', { value: 30, ...order });
}

export async function balanceOf(service: RunningTestService): Promise<Json> {
  return dataOf(service, '/api/v1/user/balance');
}

export const ISO_UTC: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
export const INTEGER: unknown = expect.toSatisfy((value) => Number.isSafeInteger(value), 'a whole number');
export const TEXT: unknown = expect.any(String);
export const oneOf = (...words: readonly unknown[]): unknown =>
  expect.toSatisfy((value) => words.includes(value), words.join(' or '));

export async function expectInvariantsHold(service: RunningTestService): Promise<void> {
  expect(await useControl(service, '/mock/verify')).toMatchObject({ holds: true });
}
