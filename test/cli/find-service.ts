import { BASE_URL } from '../support/cli.ts';
import { refusal } from '../support/bodies.ts';
import { serveLists, UNHURRIED, type ListService } from './export-service.ts';
import { nock } from '../support/nock-network.ts';

interface FoundService extends ListService {
  /** Fields that only look-ups return, by id. */
  readonly details: Map<string, object>;
  /** Ids that were looked up: `payment pay-1`. */
  readonly lookedUp: string[];
}

/** Lists, and look-ups of all their rows. */
export function serveWallet(rows: Parameters<typeof serveLists>[0] = {}): FoundService {
  const service = Object.assign(serveLists(rows), { details: new Map<string, object>(), lookedUp: [] as string[] });
  for (const [path, name] of [
    ['payment', 'payments'],
    ['withdraw', 'withdraws'],
  ] as const) {
    nock(BASE_URL)
      .persist()
      .get(new RegExp(`^/api/v1/${path}/get/`))
      .reply((uri) => {
        const id = decodeURIComponent(uri.split('/').at(-1) ?? '');
        service.lookedUp.push(`${path} ${id}`);
        const row = service[name].find((candidate) => candidate.id === id);
        if (row === undefined) return [404, refusal('Not Found', 'not_found'), UNHURRIED];
        const data = { ...row, fee: 50, sent: 0, ...service.details.get(id) };
        return [200, { success: true, statusUpdated: false, data }, UNHURRIED];
      });
  }
  return service;
}
