import type { stats as english } from '../en/stats.ts';

export const stats: typeof english = {
  help: {
    command: 'Mostra o que foi recebido e enviado por dia, com tarifas e quantidades',
    days: { value: 'número', description: 'quantos dias olhar para trás, com o de hoje (padrão 30)' },
  },
  fields: {
    day: 'Dia',
    received: 'Recebido',
    fees: 'Tarifas',
    net: 'Líquido',
    payments: 'Pagamentos',
    withdraws: 'Saques',
  },
  title: (days) => (days === 1 ? 'Hoje' : `Os últimos ${days} dias`),
  received: 'Recebido',
  sent: 'Enviado',
  fees: 'Tarifas',
  net: 'Líquido',
  payments: 'Pagamentos',
  withdraws: 'Saques',
  day: 'Dia',
  totals: 'No total',
  explanation:
    'Pagamentos concluídos (antes das tarifas) e saques concluídos (o que chegou), pelo dia local em que foram criados.',
  unreadable: {
    payments: 'A chave não pode ler pagamentos: o que foi recebido não aparece.',
    withdraws: 'A chave não pode ler saques: o que foi enviado não aparece.',
  },
  feesUnknown: (count) =>
    `O serviço não informa a tarifa de ${count} destes: tarifas e líquido estão otimistas nessa medida.`,
  nothingReadable: {
    message: 'a chave não pode ler nem pagamentos nem saques',
    hint: 'use uma chave com a permissão read:payments ou read:withdraws; veja: pix keys check',
  },
  incomplete: (lists) => ({
    message: `nem todos os dias puderam ser vistos com certeza (${lists}): as somas podem ser pequenas demais`,
    hint: 'tente de novo; uma prova do que existe é gravada por: pix export statement --out ARQUIVO',
  }),
};
