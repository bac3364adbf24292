import { expect } from 'vitest';
import type { RunningTestService } from '../support/service.ts';

/** Sets how the account of the service behaves. */
export async function behave(service: RunningTestService, account: object): Promise<void> {
  const answer = await service.request('/mock/account', { json: account });
  expect(answer.json).toMatchObject({ success: true });
}
