import { failure } from '../../errors/command-error.ts';
import type { balance as english } from '../en/balance.ts';

export const balance: typeof english = {
  help: {
    all: 'tudo o que o serviço informa: limites, contestações, estatísticas e plano',
    watch: '<segundos> atualiza a tela, por padrão a cada 5 segundos, e destaca o que mudou',
    at: '<quando> o saldo no fim desse dia ou mês, pelo índice local: 31/07/2026, julho; veja: pix sync',
  },
  sections: {
    balance: 'Saldo',
    limits: 'Limites',
    disputes: 'Contestações',
    statistics: 'Estatísticas',
    plan: 'Plano',
  },
  noNote: failure`
    o saldo desta conta nunca foi registrado
    registre com: pix sync, quando não estiverem entrando pagamentos (a chave precisa da permissão read:balance)`,
  indexTooOld: (until) => failure`o índice só conhece os lançamentos até ${until} \n atualize com: pix sync`,
  endOf: (day) => `fim do dia ${day}`,
  notOver: (until) => `Este dia ou mês ainda não terminou: o saldo é o de ${until}.`,
  afterLastNote:
    'O saldo não foi registrado depois disso: este foi calculado pelos lançamentos. O pix sync registra o saldo.',
  spanDiffers: (amount) =>
    `Diferença não identificada de ${amount} entre os registros antes e depois desse momento: não se sabe quando surgiu.`,
  sameAccount: (one, other) => `${one} e ${other} são a mesma conta: não some os saldos.`,
  likeAccount: (one, other) =>
    `${one} e ${other} mostram os mesmos valores e podem ser a mesma conta: confira antes de somar os saldos.`,
  disputesAccepted: (amount) =>
    `Contestações (MED) aceitas entre os registros antes e depois desse momento debitaram ${amount}. A API não informa a data: este saldo ainda inclui o valor.`,
  short: {
    ofLimit: (limit) => `de ${limit}`,
    disputes: (open) => (open === 1 ? '1 contestação em aberto (MED)' : `${open} contestações em aberto (MED)`),
  },
  used: (percent) => `${percent > 0 && percent < 1 ? 'menos de 1' : percent}% usado`,
  blocked: (amount, open) =>
    `${amount} bloqueados por contestações (MED), ${open} em aberto. Se for recusada, a contestação libera o valor; se for aceita, debita-o. A API não informa quais cobranças foram contestadas: consulte o banco da conta, que responde às contestações.`,
  negative: (amount) => `O SALDO ESTÁ NEGATIVO: ${amount}`,
  negativeByDisputes: (closed) =>
    `Contestações (MED) encerradas até agora: ${closed}. Cada contestação aceita debitou o seu valor, mesmo que o dinheiro já tivesse sido enviado. O suporte do serviço informa de quais cobranças são.`,
  negativeAdvice: 'Só será possível enviar quando novos recebimentos deixarem o saldo positivo.',
  watching: (seconds, time) => `Às ${time}, atualizado a cada ${seconds} s. Ctrl-C encerra.`,
  changedAt: (time) => `Última alteração: ${time}`,
};
