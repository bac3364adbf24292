import { failure } from '../../errors/command-error.ts';

export const twin = {
  keepNames: 'keep keys, names, documents and descriptions as they are',
  withoutBalance: (name: string) =>
    failure(`the index of "${name}" has no balance, limits and plan`, `note them with: pix sync -p ${name}`),
  unreadable: (reason: string) =>
    failure(`a row of the index cannot be copied: ${reason}`, 'rebuild it with: pix sync --rebuild'),
  withoutDisputes: 'warning: no charges fit the disputes that the service counts: the twin has none.',
};
