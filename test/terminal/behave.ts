import { expect } from 'vitest';
import type { RunningTestService } from '../support/service.ts';

/** Changes the settings of the service's account. */
export async function behave(service: RunningTestService, account: object): Promise<void> {
  const answer = await service.request('/mock/account', { json: account });
  expect(answer.json).toMatchObject({ success: true });
}
