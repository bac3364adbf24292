import type { Complaint } from '../../errors/command-error.ts';

export const errors = {
  interrupted: { message: 'interrupted' },
  interruptedAtQuestion: { message: 'interrupted at the question; nothing was carried out' },
  fileCauses: {
    ENOENT: 'there is no such file or folder',
    ENOTDIR: 'a part of its path is no folder',
    EISDIR: 'it is a folder',
    EACCES: 'permission denied',
    EPERM: 'the system does not allow it',
    EROFS: 'it lies where nothing can be written',
    ENOSPC: 'no space is left',
    EDQUOT: 'the quota is used up',
  },
  outputUnread: 'nobody reads the output any more',
  outputLost: (reason: string): Complaint => ({
    message: `the output could not be written whole: ${reason}`,
    hint: 'check what it is written to, and repeat the command',
  }),
  createdUntold: (id: string, amount: string, reason: string): Complaint => ({
    message: `${id} over ${amount} WAS CREATED, and could not be told to its end: ${reason}`,
    hint: 'do not repeat the command; look it up by its id',
  }),
  unexpected: (message: string): Complaint => ({
    message: `something went wrong within pix: ${message}`,
    hint: 'repeat it with --verbose and report what it shows',
  }),
  contractBroken: (path: string, expected: string): Complaint => ({
    message:
      path === ''
        ? `the service answered something that is not its documented answer: ${expected}`
        : `the service answered something that is not its documented answer, at ${path}: ${expected}`,
    hint: 'is it the address of the service? see: pix auth status',
  }),
  redirectRefused: (target: string): Complaint => ({
    message: `the service points elsewhere, and the key does not follow: ${target}`,
    hint: 'set the right address with --base-url or pix auth login',
  }),
  serverFailed: (status: number): Complaint => ({
    message: `the service failed (HTTP ${status})`,
    hint: 'try again later; --verbose shows what was asked',
  }),
  refused: (status: number, code: string): Complaint => ({
    message: `the service refused (HTTP ${status}, ${code})`,
    hint: '--verbose shows what was asked',
  }),
  serviceSays: (words: string) => `— the service says: ${words}`,
  fileExists: (path: string): Complaint => ({
    message: `${path} exists already, and is left as it is`,
    hint: 'choose another file, or replace it with --force',
  }),
  fileUnwritable: (path: string, reason: string): Complaint => ({
    message: `${path} could not be written: ${reason}`,
    hint: 'check the folder, its permissions and the free space',
  }),
  stateFolderUnwritable: (path: string, reason: string): Complaint => ({
    message: `the folder for what pix remembers cannot be used: ${reason}`,
    hint: `check owner and free space of ${path}, or choose another place with PIX_CONFIG_DIR`,
  }),
  notFound: {
    payment: (id: string): Complaint => ({
      message: `there is no payment with the id ${id}`,
      hint: `check the id; withdrawals are looked up with: pix withdraw get`,
    }),
    withdrawal: (id: string): Complaint => ({
      message: `there is no withdrawal with the id ${id}`,
      hint: `check the id; payments are looked up with: pix payments get`,
    }),
    dispute: (paymentId: string): Complaint => ({
      message: `there is no dispute on a payment with the id ${paymentId}`,
      hint: `check the id; a dispute is opened with: pix mock dispute open ${paymentId}`,
    }),
    account: (account: string): Complaint => ({
      message: `there is no account "${account}"`,
      hint: 'the accounts of a new local service are: demo, other',
    }),
  },
};
