import type { ControlClient } from '../client/controls.ts';
import { controls } from '../contract/control.ts';
import type { TestControls } from './test-controls.ts';

/** @param opened receives the keys of accounts that are opened, by their ids */
export function testControls(client: ControlClient, opened = new Map<string, string>()): TestControls {
  return {
    activatePayment: (id) => client.use(controls.activatePayment, { id }),
    payPayment: (id) => client.use(controls.payPayment, { id }),
    expirePayment: (id) => client.use(controls.expirePayment, { id }),
    settleWithdrawal: (id) => client.use(controls.settleWithdrawal, { id }),
    failWithdrawal: (id, reason) => client.use(controls.failWithdrawal, { id, reason }),
    deposit: (amountCentavos, account) => client.use(controls.deposit, { account, amountCentavos }),
    openDispute: (paymentId) => client.use(controls.openDispute, { paymentId }),
    acceptDispute: (paymentId) => client.use(controls.acceptDispute, { paymentId }),
    refuseDispute: (paymentId) => client.use(controls.refuseDispute, { paymentId }),
    async openAccount(balanceCentavos) {
      const account = await client.use(controls.openAccount, { balanceCentavos });
      opened.set(account.id, account.key);
      return account;
    },
    account: (account = 'demo') => client.use(controls.showAccount, { account }),
    setAccount: (changes) => client.use(controls.setAccount, changes),
    inbox: async () => (await client.use(controls.inbox, {})).messages,
    advance: async (durationMs, account) => (await client.use(controls.advanceClock, { durationMs, account })).now,
    addFault: (plan) => client.use(controls.addFault, plan),
    faults: async () => (await client.use(controls.listFaults, {})).faults,
    async clearFaults(account) {
      if (account === undefined) return (await client.use(controls.clearFaults, {})).faults;
      return (await client.use(controls.clearFaultsOf, { account })).faults;
    },
    requests: async (after = 0) => (await client.use(controls.listRequests, { after: String(after) })).requests,
    changes: async (after = 0, id) => (await client.use(controls.listChanges, { after: String(after), id })).changes,
    addWebhook: (url, options = {}) => client.use(controls.addWebhook, { ...options, url }),
    async removeWebhook(id) {
      await client.use(controls.removeWebhook, { id });
    },
    deliveries: async (after = 0, id) =>
      (await client.use(controls.listDeliveries, { after: String(after), id })).deliveries,
    resendWebhook: async (id) => (await client.use(controls.resendWebhook, { id })).deliveries,
    verify: () => client.use(controls.verify, {}),
    async reset() {
      await client.use(controls.reset, {});
    },
  };
}
