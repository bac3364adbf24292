import nodeAssert from 'node:assert/strict';

/** What the simulations of this process have compared: a campaign tells how much. */
export const checked = { claims: 0 };

/** `node:assert`, counted. */
export const assert: typeof nodeAssert = new Proxy(nodeAssert, {
  get(target, name, receiver) {
    checked.claims += 1;
    return Reflect.get(target, name, receiver);
  },
});
