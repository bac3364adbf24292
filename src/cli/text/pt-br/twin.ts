import { failure } from '../../errors/command-error.ts';
import type { twin as english } from '../en/twin.ts';

export const twin: typeof english = {
  keepNames: 'mantém chaves, nomes, documentos e descrições como são',
  withoutBalance: (name) => failure`
    o índice de "${name}" não tem saldo, limites nem plano
    registre-os com: pix sync -p ${name}`,
  unreadable: (reason) => failure`
    não foi possível copiar uma linha do índice: ${reason}
    refaça o índice com: pix sync --rebuild`,
  isRehearsal: (name, asOf) =>
    `ENSAIO numa réplica de "${name}", posição de ${asOf}: nada é pago, e nenhuma requisição sai desta máquina.`,
  balances: (before, after) =>
    `Disponível na réplica: ${before} antes, ${after} depois. Nada foi pago, e este lote não existe mais.`,
  nothingPaid: (fileAndOptions) =>
    `isto foi um ensaio: nada foi pago, e o lote dele não existe mais; para pagar: pix payouts run ${fileAndOptions}`,
  pay: (fileAndOptions) => `Para pagar: pix payouts run ${fileAndOptions}`,
  run: 'LOTE',
  looking: (lost, until, left) => `${lost}: verificando como num lote de verdade, no máximo até ${until} (${left}).`,
  withoutPolicy: 'aviso: a política do registro não é ensaiada; para conferir com ela: pix payouts check ARQUIVO',
  withoutDisputes:
    'aviso: nenhuma cobrança corresponde às contestações que o serviço informa: a réplica não tem nenhuma.',
};
