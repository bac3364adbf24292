import { PixError } from '../../../src/client/index.ts';
import { openPayouts, PayoutError, PlanRefusedError } from '../../../src/payouts/index.ts';

const payouts = await openPayouts({ profile: 'work', configDirectory: process.env['WALLET_PROFILES'] });
const file = `reference;pix_key;amount
invoice-17;maria.silva@example.com;12,34
invoice-19;12345678909;80,00
`;
try {
  const plan = await payouts.plan(file, { source: 'july.csv' });
  const { outcome, run } = await plan.run({ digest: plan.digest, sumCentavos: plan.sumCentavos }, { waits: true });
  if (outcome === 'outcome_unknown') {
    const rest = payouts.remaining(run.id);
    await payouts.resume(run.id, { sumCentavos: rest.sumCentavos });
  }
  for (const row of payouts.report(run.id)) console.log(row.reference, row.state, row.withdrawalId ?? row.reason ?? '');
} catch (error) {
  if (error instanceof PlanRefusedError) console.log(error.refusals.map(({ code }) => code));
  else if (error instanceof PayoutError || error instanceof PixError) console.log(error.code, error.message);
  else throw error;
} finally {
  payouts.close();
}
