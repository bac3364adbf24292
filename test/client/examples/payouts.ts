import { centavos } from '../../../src/client/index.ts';
import { openPayouts } from '../../../src/payouts/index.ts';

const payouts = await openPayouts({ profile: 'work', configDirectory: process.env['WALLET_PROFILES'] });
const plan = await payouts.plan([
  { reference: 'invoice-17', pixKey: 'maria.silva@example.com', amountCentavos: centavos(12_34), name: 'Maria Silva' },
  { reference: 'invoice-18', pixKey: '+5511987654321', amountCentavos: centavos(50_00) },
]);
console.log(plan.payments, plan.sumCentavos, plan.feesCentavos); // 2 6234 100
for (const { name, pixKey, amountCentavos, isNew } of plan.recipients)
  console.log(name ?? '', pixKey, amountCentavos, isNew);
for (const { code, column } of plan.notices) console.log(code, column ?? ''); // such as hidden_column valor
for (const { code, message } of plan.refusals) console.log(code, message); // such as insufficient_balance

// These two values are what was approved: nothing else is paid by them.
const consent = { digest: plan.digest, sumCentavos: plan.sumCentavos };
const { outcome, run } = await plan.run(consent, {
  onEvent(event) {
    if (event.type === 'changed') console.log(event.payout.row, event.payout.state);
  },
});
console.log(outcome, run.id, run.paid.payments + run.pending.payments); // paid r-… 2
payouts.close();
