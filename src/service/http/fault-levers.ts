import { levers } from '../../contract/lever.ts';
import type { FaultPlans } from './fault-plans.ts';
import { lever, type LeverRoute } from './lever.ts';
import type { RequestLog } from './request-log.ts';
import { bodyOf, nothing, queryOf } from './route.ts';

/** The levers of the door: what spoils requests, and what came through. */
export function faultLevers(plans: FaultPlans, log: RequestLog): readonly LeverRoute[] {
  return [
    lever(levers.addFault, bodyOf(levers.addFault.body), (plan) => plans.add(plan)),
    lever(levers.listFaults, nothing, () => ({ faults: [...plans.list()] })),
    lever(levers.clearFaults, nothing, () => ({ faults: [...plans.clear()] })),
    lever(levers.listRequests, queryOf(levers.listRequests.query), ({ after }) => ({
      requests: log.after(after).map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() })),
    })),
  ];
}
