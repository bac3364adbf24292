import { count } from './numbers.ts';

export const progress = {
  attempt: (number: number) => `attempt ${number}`,
  rate: (remaining: number, limit: number) => `${remaining} of ${limit} requests left`,
  tenths: (seconds: number) => seconds.toFixed(1),
  retry: (code: string, seconds: string) => `${code}: trying again in ${seconds} s`,
  waiting: (seconds: string) => `waiting for the rate limit, ${seconds} s`,
  noAnswer: (host: string, seconds: string) => `no answer from ${host} within ${seconds} s; trying again`,
  keyDropped: (keyName: string) => `the service no longer accepts the key "${keyName}"; going on with the others`,
  permissionMissing: (keyName: string, permission: string) =>
    `the key "${keyName}" lacks the permission ${permission}; going on with the others`,
  reading: (list: string, held: number, total: number) =>
    `${list}: ${count(held)} of ${count(total)} (${total === 0 ? 100 : Math.floor((held * 100) / total)}%)`,
  speed: (perSecond: number, left: string) => `, ${count(perSecond)} a second, ${left} left`,
};
