import { expect } from 'vitest';
import type { OpenTestService } from './service.ts';

/** Uses a control with a body, or reads one. @returns its data */
export async function controlOf(
  service: Pick<OpenTestService, 'request'>,
  name: string,
  json?: unknown,
): Promise<unknown> {
  const method = json === undefined && POSTED.includes(name) ? 'POST' : undefined;
  const answer = await service.request(`/mock/${name}`, { key: null, json, ...(method !== undefined && { method }) });
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data;
}

const POSTED = ['reset'];

/** What its own audit finds wrong: nothing in a sound service. */
export async function violationsOf(service: Pick<OpenTestService, 'request'>): Promise<string[]> {
  const { invariants } = (await controlOf(service, 'verify')) as { invariants: { violations: string[] }[] };
  return invariants.flatMap(({ violations }) => violations);
}

export async function expectSound(service: Pick<OpenTestService, 'request'>): Promise<void> {
  expect(await violationsOf(service)).toEqual([]);
}
