import type { Complaint } from '../../command-error.ts';

export const payouts = {
  stateFolder: {
    unwritable: (path: string, reason: string): Complaint => ({
      message: `the folder for what pix remembers cannot be used: ${reason}`,
      hint: `check owner and free space of ${path}, or choose another place with PIX_CONFIG_DIR`,
    }),
  },
};
