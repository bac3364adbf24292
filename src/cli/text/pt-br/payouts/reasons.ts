import type { payoutReasons as english } from '../../en/payouts/reasons.ts';

export const payoutReasons: typeof english = {
  moneyCameBack: (why) => `${why}; o dinheiro voltou`,
  moneyNeverLeft: (why) => `${why}; o dinheiro não saiu`,
  reasons: {
    no_response: 'sem resposta do serviço',
    interrupted: 'interrompido antes da resposta',
    unexpected: 'interrompido por um erro antes da resposta',
    contract_broken: 'o serviço enviou uma resposta inesperada',
    answer_contradicts: 'a resposta descreve outro pagamento',
    answer_outdated: 'a resposta traz um envio mais antigo',
    withdrawal_claimed: 'a resposta traz o envio de outro pagamento',
    found_by_mark: 'localizado pelo identificador, sem uma resposta clara',
    proven_absent: 'o serviço não tem envio para ele',
    ambiguous: 'algum envio pode ser este pagamento',
    other_mark: 'o envio tem o identificador de outro pagamento',
    redirect_refused: 'o serviço redirecionou a requisição',
  },
  moneyIsBack: (advice: string) => `${advice}; o dinheiro voltou para o saldo`,
};
