import type { Complaint } from '../../command-error.ts';

export const payouts = {
  stateFolder: {
    unwritable: (path: string, reason: string): Complaint => ({
      message: `não foi possível usar a pasta em que o pix guarda o que precisa lembrar: ${reason}`,
      hint: `verifique o dono e o espaço livre de ${path}, ou escolha outro lugar com PIX_CONFIG_DIR`,
    }),
  },
};
