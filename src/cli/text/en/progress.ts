import { count } from './numbers.ts';

export const progress = {
  attempt: (number: number) => `attempt ${number}`,
  rate: (remaining: number, limit: number) => `${remaining} of ${limit} requests left`,
  tenths: (seconds: number) => seconds.toFixed(1),
  retrying: (reason: string, seconds: string) => `${reason}; retrying in ${seconds} s`,
  /** Why a request is made again; `service_failed` for whatever else it may be. */
  reasons: {
    too_many_requests: 'rate limit reached',
    timed_out: 'no response',
    connect_timeout: 'no connection',
    connection_refused: 'connection refused',
    connection_failed: 'connection failed',
    connection_lost: 'connection lost',
    answer_cut: 'incomplete response',
    host_unknown: 'host not found',
    service_failed: 'the service failed',
  },
  waitingFor: (host: string, seconds: string) => `waiting for ${host}, ${seconds} s`,
  waiting: (seconds: string) => `rate limit reached; waiting ${seconds} s`,
  noAnswer: (host: string, seconds: string) => `no response from ${host} within ${seconds} s; retrying`,
  keyDropped: (keyName: string) => `the service no longer accepts the key "${keyName}"; continuing with the others`,
  permissionMissing: (keyName: string, permission: string) =>
    `the key "${keyName}" lacks the permission ${permission}; continuing with the others`,
  reading: (list: string, rowsRead: number, total: number) =>
    `${list}: ${count(rowsRead)} of ${count(total)} (${total === 0 ? 100 : Math.floor((rowsRead * 100) / total)}%)`,
  speed: (perSecond: number, left: string) => `, ${count(perSecond)} per second, ${left} left`,
};
