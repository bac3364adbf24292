import type { SetPolicy } from '../../../payouts/approval/policies.ts';
import type { Screen } from '../../context/screen.ts';

/** The first time that a machine sees a policy, a person compares it: from then on, a replaced one is refused. */
export function announcePolicy({ text, warn }: Screen, policy: SetPolicy | undefined): void {
  if (policy?.isNewHere !== true) return;
  warn(text.payouts.approval.policySeenFirst(policy.version, policy.setBy, policy.digest));
}
