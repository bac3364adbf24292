import { failure } from '../../errors/command-error.ts';
import type { stats as english } from '../en/stats.ts';
import { count } from './numbers.ts';

export const stats: typeof english = {
  help: {
    days: '<número> quantos dias, contando hoje (padrão 30)',
  },
  receivedCount: (rows) => `${count(rows)} ${rows === 1 ? 'recebimento' : 'recebimentos'}`,
  sentCount: (rows) => `${count(rows)} ${rows === 1 ? 'envio concluído' : 'envios concluídos'}`,
  week: 'Semana de',
  unreadable: {
    payments: 'A chave não pode ler cobranças: o que foi recebido não aparece.',
    withdraws: 'A chave não pode ler envios: o que foi enviado não aparece.',
  },
  feesUnknown: (rows) =>
    `O serviço não informa a tarifa de ${count(rows)} destes; essas tarifas não entram nos totais.`,
  nothingReadable: failure`
    a chave não pode ler nem cobranças nem envios
    use uma chave com a permissão read:payments ou read:withdraws; veja: pix keys check`,
  incomplete: (lists) => failure`
    parte dos dados não pôde ser lida com certeza (${lists}): os totais podem estar incompletos
    tente de novo; para um arquivo conferido: pix export statement --out ARQUIVO`,
};
