import { failure } from '../../errors/command-error.ts';
import type { twin as english } from '../en/twin.ts';

export const twin: typeof english = {
  keepNames: 'mantém chaves, nomes, documentos e descrições como são',
  withoutBalance: (name: string) =>
    failure(`o índice de "${name}" não tem saldo, limites e plano`, `anote-os com: pix sync -p ${name}`),
  unreadable: (reason: string) =>
    failure(`não foi possível copiar uma linha do índice: ${reason}`, 'refaça o índice com: pix sync --rebuild'),
  withoutDisputes:
    'aviso: nenhuma cobrança combina com as contestações que o serviço conta: a réplica não tem nenhuma.',
};
