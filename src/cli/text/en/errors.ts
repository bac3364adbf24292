import type { ErrorText } from '../../errors/command-error.ts';
import { count } from './numbers.ts';

export const errors = {
  interrupted: { message: 'interrupted' },
  interruptedAtQuestion: { message: 'cancelled at the prompt; nothing was carried out' },
  fileCauses: {
    ENOENT: 'no such file or folder',
    ENOTDIR: 'part of the path is not a folder',
    EISDIR: 'it is a folder',
    EACCES: 'permission denied',
    EPERM: 'the system does not allow it',
    EBUSY: 'another program has it open; close it there',
    EROFS: 'read-only file system',
    ENOSPC: 'no space left',
    EDQUOT: 'quota exceeded',
  },
  /** By the primary result codes of SQLite: https://www.sqlite.org/rescode.html */
  databaseCauses: {
    3: 'permission denied',
    5: 'another process is using the file',
    6: 'another process is using the file',
    8: 'the file is read-only',
    10: 'the disk reported an error',
    11: 'the file is damaged',
    13: 'no space left',
    14: 'the file cannot be opened',
    23: 'permission denied',
    26: 'the file is not a database',
  },
  databaseRefusals: {
    locked: 'another process is using the file',
    unreadable: 'the file cannot be read',
    foreign: 'the file belongs to another program',
    newer: 'a newer pix wrote the file',
  },
  outputUnread: 'the output was closed',
  outputLost: (reason: string): ErrorText => ({
    message: `the output was cut off: ${reason}`,
    hint: 'check its destination and repeat the command',
  }),
  createdUnreported: (id: string, amount: string, reason: string): ErrorText => ({
    message: `${id} for ${amount} WAS CREATED, but the output was cut off: ${reason}`,
    hint: 'do not repeat the command; look it up by its ID',
  }),
  sqliteMissing: (version: string): ErrorText => ({
    message: `Node ${version} has no SQLite of its own, and this command stores data; nothing was done`,
    hint: 'use Node 22.13 or newer, or install it beside pix: npm install -g @photostructure/sqlite',
  }),
  unexpected: (message: string): ErrorText => ({
    message: `unexpected error in pix: ${message}`,
    hint: 'repeat the command with --verbose and report what it shows',
  }),
  contractBroken: (path: string, expected: string): ErrorText => ({
    message:
      path === ''
        ? `unexpected response from the service: ${expected}`
        : `unexpected response from the service, at ${path}: ${expected}`,
    hint: 'is it the address of the service? see: pix auth status',
  }),
  redirectRefused: (target: string): ErrorText => ({
    message: `the service redirected to another address; the key was not sent there: ${target}`,
    hint: 'set the right address with --base-url or pix auth login',
  }),
  serverFailed: (status: number): ErrorText => ({
    message: `the service failed (HTTP ${status})`,
    hint: 'try again later; --verbose shows the request',
  }),
  refused: (status: number, code: string): ErrorText => ({
    message: `the service refused (HTTP ${status}, ${code})`,
    hint: '--verbose shows the request',
  }),
  serviceSays: (words: string) => `(message from the service: ${words})`,
  fileExists: (path: string): ErrorText => ({
    message: `${path} already exists and was not changed`,
    hint: 'choose another file, or replace it with --force',
  }),
  tooManyRows: (maximum: number): ErrorText => ({
    message: `a sheet of Excel has room for ${count(maximum)} rows, and there are more`,
    hint: 'write CSV instead: --out FILE.csv',
  }),
  workbookNeedsOut: {
    message: 'a workbook is only written to a file',
    hint: 'add its name: --out FILE.xlsx',
  },
  fileUnwritable: (path: string, reason: string): ErrorText => ({
    message: `cannot write ${path}: ${reason}`,
    hint: 'check the folder, its permissions and the free space',
  }),
  stateFolderUnwritable: (path: string, reason: string): ErrorText => ({
    message: `cannot use the data folder of pix: ${reason}`,
    hint: `check owner and free space of ${path}, or choose another folder with PIX_CONFIG_DIR`,
  }),
  completedId: (typed: string, id: string) => `${typed} is ${id}`,
  ambiguousId: (typed: string, ids: readonly string[]): ErrorText => ({
    message: `several IDs begin with "${typed}": ${ids.join(', ')}`,
    hint: 'type more of it',
  }),
  findPart: (typed: string) => `to search by any code, name or amount: pix find ${typed}`,
  notFound: {
    payment: (id: string): ErrorText => ({
      message: `charge not found: ${id}`,
      hint: 'for withdrawals: pix withdraw get; to search by any code: pix find',
    }),
    withdrawal: (id: string): ErrorText => ({
      message: `withdrawal not found: ${id}`,
      hint: 'for charges: pix payments get; to search by any code: pix find',
    }),
    dispute: (paymentId: string): ErrorText => ({
      message: `no dispute found for charge ${paymentId}`,
      hint: `check the ID, or open a dispute with: pix mock dispute open ${paymentId}`,
    }),
    account: (account: string): ErrorText => ({
      message: `account not found: "${account}"`,
      hint: 'the accounts of a new local service are: demo, other',
    }),
  },
};
