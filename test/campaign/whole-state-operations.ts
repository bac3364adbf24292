import assert from 'node:assert/strict';
import { advance } from './service-model.ts';
import type { Operation, Situation } from './service-operations.ts';

const DONE = { status: 200, code: undefined, statusUpdated: undefined, isLost: false };

/** Saves the complete state, and the model's state. */
export function snapshot(situation: Situation): Operation {
  const { model, service } = situation;
  return {
    name: 'snapshot',
    send: async () => ({ ...DONE, data: await service.snapshot() }),
    refusal: () => undefined,
    succeed({ data }) {
      // Between two steps, the service has processed everything that the model has.
      const aheadMs = model.now - service.clock.now();
      situation.saved = { bytes: data, model: structuredClone(model), aheadMs };
    },
  };
}

/** Everything is as it was saved, but time continues with the service's advance at that time. */
export function restore({ model, service }: Situation, saved: NonNullable<Situation['saved']>): Operation {
  return {
    name: 'restore',
    send: () => service.restore(saved.bytes),
    refusal: () => undefined,
    succeed({ data }) {
      assert.equal(data.bytes, saved.bytes.byteLength);
      Object.assign(model, structuredClone(saved.model));
      advance(model, service.clock.now() + saved.aheadMs - model.now);
    },
  };
}
