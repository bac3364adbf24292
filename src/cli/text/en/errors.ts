import { failure } from '../../errors/command-error.ts';
import { count } from './numbers.ts';
import { inEnglish } from '../../../contract/words/pairs.ts';
import { FILE_CAUSES, DATABASE_CAUSES, DATABASE_REFUSALS } from '../labels.ts';

const DISK_HINT = 'free some space on the disk, or check it; then repeat the command';

export const errors = {
  interrupted: { message: 'interrupted' },
  cancelled: { message: 'cancelled; nothing was sent' },
  /** For a file to be written, whose folder is missing. */
  folderNotFound: 'folder not found',
  fileCauses: inEnglish(FILE_CAUSES),
  databaseCauses: inEnglish(DATABASE_CAUSES),
  databaseRefusals: inEnglish(DATABASE_REFUSALS),
  outputUnread: 'the output was closed',
  outputLost: (reason: string) =>
    failure(`the output was cut off: ${reason}`, 'check its destination and repeat the command'),
  createdUnreported: (id: string, amount: string, reason: string) =>
    failure(
      `${id} for ${amount} WAS CREATED, but the output was cut off: ${reason}`,
      'do not repeat the command; look it up by its ID',
    ),
  sqliteMissing: (version: string) =>
    failure(
      `Node ${version} has no SQLite of its own, and this command stores data; nothing was done`,
      'use Node 22.13 or newer, or install it beside pix: npm install -g @photostructure/sqlite',
    ),
  diskHint: DISK_HINT,
  diskFailed: (reason: string) => failure(`cannot write to the disk: ${reason}`, DISK_HINT),
  unexpected: (message: string) =>
    failure(`unexpected error in pix: ${message}`, 'repeat the command with --verbose and report what it shows'),
  contractBroken: (path: string, expected: string) =>
    failure(
      path === ''
        ? `unexpected response from the service: ${expected}`
        : `unexpected response from the service, at ${path}: ${expected}`,
      'is it the address of the service? see: pix auth status',
    ),
  redirectRefused: (target: string) =>
    failure(
      `the service redirected to another address; the key was not sent there: ${target}`,
      'set the right address with --base-url or pix auth login',
    ),
  serverFailed: (status: number) =>
    failure(`the service failed (HTTP ${status})`, 'try again later; --verbose shows the request'),
  refused: (status: number, code: string) =>
    failure(`the service refused (HTTP ${status}, ${code})`, '--verbose shows the request'),
  serviceSays: (words: string) => `(message from the service: ${words})`,
  fileExists: (path: string) =>
    failure(`${path} already exists and was not changed`, 'choose another file, or replace it with --force'),
  tooManyRows: (maximum: number) =>
    failure(
      `a sheet of Excel has room for ${count(maximum)} rows, and there are more`,
      'write CSV instead: --out FILE.csv',
    ),
  workbookNeedsOut: failure('a workbook is only written to a file', 'add its name: --out FILE.xlsx'),
  fileUnwritable: (path: string, reason: string) =>
    failure(`cannot write ${path}: ${reason}`, 'check the folder, its permissions and the free space'),
  stateFolderUnwritable: (path: string, reason: string) =>
    failure(
      `cannot use the data folder of pix: ${reason}`,
      `check owner and free space of ${path}, or choose another folder with PIX_CONFIG_DIR`,
    ),
  ambiguousId: (typed: string, ids: readonly string[]) =>
    failure(`several IDs begin or end with "${typed}": ${ids.join(', ')}`, 'type more of it'),
  isRun: (runId: string) => failure(`${runId} is a run of payouts`, `see it with: pix payouts status ${runId}`),
  findPart: (typed: string) => `to search by any code, name or amount: pix find ${typed}`,
  notFound: {
    payment: (id: string) =>
      failure(`charge not found: ${id}`, 'for withdrawals: pix withdraw get; to search by any code: pix find'),
    withdrawal: (id: string) =>
      failure(`withdrawal not found: ${id}`, 'for charges: pix payments get; to search by any code: pix find'),
    dispute: (paymentId: string) =>
      failure(
        `no dispute found for charge ${paymentId}`,
        `check the ID, or open a dispute with: pix mock dispute open ${paymentId}`,
      ),
    webhook: (id: string) => failure(`no address has the ID ${id}`, 'see: pix mock webhooks list'),
    event: (id: string) =>
      failure(`no event ${id} was posted to an address that is registered`, 'see: pix mock webhooks deliveries'),
    entry: (id: string) => failure(`no charge and no withdrawal found: ${id}`, 'to search by any code: pix find'),
    account: (account: string) =>
      failure(`account not found: "${account}"`, 'the accounts of a new local service are: demo, other'),
  },
};
