import type { words as english } from './en.ts';

export const words: typeof english = {
  statuses: {
    charge: { PENDING: 'Em criação', ACTIVE: 'Aguardando pagamento', COMPLETED: 'Paga', FAILED: 'Expirada' },
    withdrawal: { PENDING: 'Em processamento', COMPLETED: 'Concluído', FAILED: 'Não concluído' },
    dispute: { OPEN: 'Aberta', ACCEPTED: 'Aceita, valor devolvido', REFUSED: 'Recusada' },
  },
  ledgerKinds: {
    opening_balance: 'Saldo inicial',
    payment_received: 'Cobrança paga',
    withdrawal_sent: 'Pix enviado',
    withdrawal_held: 'Reservado para o envio',
    withdrawal_settled: 'Pix enviado, do reservado',
    withdrawal_returned: 'Devolvido',
    dispute_opened: 'Contestação aberta',
    dispute_accepted: 'Contestação aceita: valor devolvido ao pagador',
    dispute_refused: 'Contestação recusada',
  },
  refusalCodes: {
    AB03: 'os bancos não liquidaram a tempo',
    AC03: 'a conta da chave não existe',
    AC06: 'a conta do destinatário está bloqueada',
    AC07: 'a conta do destinatário está encerrada',
    AG03: 'a conta do destinatário não aceita esse tipo de transferência',
    AM02: 'excede o que a conta do destinatário aceita',
    BE01: 'o CPF ou CNPJ não é o do titular da conta',
    DS04: 'o banco do destinatário recusou',
    DUPL: 'recusado por duplicidade',
    ED05: 'não foi possível processar',
    FRAD: 'recusado por suspeita de fraude',
    RR04: 'recusado por exigência regulatória',
  },
  invariants: {
    'what is stored is not damaged': 'os dados não estão danificados',
    'every transfer balances': 'cada transferência fecha em zero',
    'the ledger sums to zero': 'o livro-razão soma zero',
    'the balance of each ledger account equals its entries': 'cada saldo é a soma dos seus lançamentos',
    'what is in transit equals the PENDING withdrawals': 'o dinheiro em trânsito é o dos envios em processamento',
    'what is blocked equals the OPEN disputes': 'o dinheiro bloqueado é o das contestações abertas',
    'no available balance went below zero but by a dispute': 'nenhum saldo está negativo, a não ser por contestação',
    'counters and statistics equal a recount': 'contadores e estatísticas conferem com a recontagem',
    'the use of limits equals a recount': 'o uso dos limites confere com a recontagem',
    'each withdrawal has exactly one debit, and one return exactly when it FAILED':
      'cada envio é debitado uma vez e devolvido uma vez só quando falha',
    'each payment is credited once, exactly when it is COMPLETED': 'cada cobrança é creditada uma vez, quando é paga',
    'each dispute blocks its money once, and takes or releases it exactly when it ends':
      'cada contestação bloqueia o dinheiro uma vez e o debita ou libera quando termina',
  },
};
