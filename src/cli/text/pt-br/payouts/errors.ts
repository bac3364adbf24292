import type { ForeignWithdrawals, PayoutErrorCode, PolicyFacts } from '../../../../payouts/payout-error.ts';
import type { StopReason } from '../../../../payouts/engine/run-events.ts';
import { failure, type ErrorText } from '../../../errors/command-error.ts';
import { formatReais } from '../../../output/money.ts';
import { policyErrors } from './policy-errors.ts';

type Words = (runId: string, line: string, foreign?: ForeignWithdrawals, facts?: PolicyFacts) => ErrorText;

export const payoutErrors: Readonly<Record<PayoutErrorCode, Words>> = {
  run_unknown: (runId) =>
    failure(
      `lote não encontrado: ${runId}`,
      'veja os lotes deste perfil com: pix payouts list; use outro perfil com: -p NOME',
    ),
  run_locked: (runId) =>
    failure(
      `outro processo já está trabalhando no lote ${runId}; nada foi enviado`,
      `espere terminar; acompanhe com: pix payouts status ${runId}`,
    ),
  lock_lost: (runId) =>
    failure(
      `a trava do lote ${runId} se perdeu durante o trabalho; o envio parou`,
      `veja a situação com: pix payouts status ${runId}; retome com: pix payouts resume ${runId}`,
    ),
  run_not_approved: (runId) =>
    failure(`o lote ${runId} nunca foi aprovado; nada foi enviado`, 'rode o arquivo de novo: pix payouts run ARQUIVO'),
  already_approved: (runId, _row, _foreign, { submitted } = {}) =>
    submitted === undefined
      ? failure(
          `o mesmo pagamento acaba de ser aprovado no lote ${runId}; nada foi enviado`,
          `acompanhe com: pix payouts status ${runId}`,
        )
      : failure(
          `o lote ${runId} pagou o mesmo depois que ${submitted} foi enviado para aprovação; nada foi enviado`,
          `rejeite ${submitted}: pix payouts reject ${submitted} --reason TEXTO; depois envie o arquivo de novo com --only-valid, ou confirme nele que o pagamento deve ser feito outra vez`,
        ),
  not_run_before: () =>
    failure(
      'este arquivo nunca foi pago neste perfil, então não há o que repetir; nada foi enviado',
      'para pagar pela primeira vez, remova o --allow again; veja: pix payouts list',
    ),
  run_unfinished: (runId) =>
    failure(
      `o lote anterior deste arquivo (${runId}) não terminou; nada foi enviado`,
      `termine-o primeiro: pix payouts resume ${runId}; veja a situação: pix payouts status ${runId}`,
    ),
  remittance_used: (runId, _row, _foreign, { number = '' } = {}) =>
    failure(
      `o lote ${runId} já pagou uma remessa com o número ${number}; nada foi enviado`,
      `gere o arquivo com um novo número (NSA); veja o que foi pago: pix payouts report ${runId}`,
    ),
  other_origin: (runId) =>
    failure(
      `o lote ${runId} é de um serviço diferente do deste perfil; nada foi enviado`,
      'use o perfil que o iniciou: -p NOME; veja: pix payouts list',
    ),
  payout_unknown: (runId, line) =>
    failure(`o lote ${runId} não tem a linha ${line}`, `veja os pagamentos com: pix payouts report ${runId}`),
  illegal_transition: (runId, line) =>
    failure(
      `o status atual da linha ${line} de ${runId} não permite isso`,
      `veja a situação com: pix payouts status ${runId}`,
    ),
  withdrawal_claimed: (runId, line) =>
    failure(
      `esse envio já é de outro pagamento, então não pode ser o da linha ${line} de ${runId}`,
      'confira o ID; cada envio corresponde a um só pagamento',
    ),
  withdrawal_mismatch: (runId, line) =>
    failure(
      `esse envio não é o da linha ${line} de ${runId}: a chave ou o valor é diferente, ou ele falhou`,
      'confira o ID: pix withdraw get ID; se não foi pago: --not-paid',
    ),
  too_early: (runId, line) =>
    failure(
      `o serviço ainda pode processar a requisição da linha ${line} de ${runId}; nada foi alterado`,
      `verifique antes, por uns três minutos: pix payouts resume ${runId}`,
    ),
  other_account: (runId) =>
    failure(
      `o lote ${runId} é de uma conta diferente da desta chave; nada foi enviado`,
      'use uma chave da conta que o iniciou: -p NOME; veja: pix payouts list',
    ),
  account_unclear: (runId) =>
    failure(
      `não foi possível saber se esta chave é da conta do lote ${runId}; nada foi enviado`,
      `use a chave que iniciou ${runId}; se a conta for a mesma, acrescente --account ${runId}; se for outra, --account new`,
    ),
  foreign_journal: (_runId, _row, foreign) =>
    failure(
      `${foreignCount(foreign)} desta conta por outro registro de pagamentos do pix${newestForeign(foreign)}; nada foi enviado`,
      `outra máquina usa esta conta, ou um registro se perdeu: um arquivo já pago lá seria pago de novo. Rode o arquivo lá; ou, se tiver certeza de que nenhum destes pagamentos foi feito: --allow journal:${foreign?.code ?? ''}`,
    ),
  cannot_look: () =>
    failure(
      'nenhuma chave pode ler envios, e sem isso não dá para confirmar um envio sem resposta; nada foi enviado',
      'use uma chave que tenha também read:withdraws, ou acrescente uma: pix keys add NOME',
    ),
  ...policyErrors,
};

export const payoutStops: Readonly<Record<StopReason, string>> = {
  interrupted: 'você interrompeu',
  insufficient_balance: 'saldo insuficiente para o próximo pagamento',
  limit_reached: 'um limite da conta foi atingido (veja: pix balance)',
  verification_wanted: 'a conta exige um código de verificação a cada envio e, por isso, não faz pagamentos em lote',
  key_refused: 'o serviço não aceita mais nenhuma das suas chaves (pix keys check)',
  account_blocked: 'a conta está bloqueada; fale com o suporte do serviço',
  one_at_a_time: 'outro envio continua em processamento, e a conta permite um por vez',
  rate_limited: 'o serviço continua recusando por excesso de requisições',
  network: 'sem acesso ao serviço',
  lock_lost: 'a trava do lote se perdeu, e outro processo pode estar trabalhando nele',
  foreign_journal:
    'outra máquina ou outro programa começou a pagar por esta conta; os pagamentos não enviados talvez tenham sido feitos lá',
  policy: 'a política, ou a data do lote, não permite agora (pix payouts pending)',
  answer_contradicts:
    'o serviço informa um valor diferente do pedido: talvez cobre a tarifa de outro modo (--cover-fee soma a tarifa à parte)',
  outcomes_unknown: 'muitas respostas se perderam',
};

function foreignCount(foreign: ForeignWithdrawals | undefined): string {
  const count = foreign?.count ?? 0;
  return count === 1 ? '1 envio foi feito' : `${count} envios foram feitos`;
}

function newestForeign(foreign: ForeignWithdrawals | undefined): string {
  if (foreign === undefined) return '';
  const { valueCentavos, createdAt, id } = foreign.newest;
  const when = createdAt === null ? '' : `, ${utcMinute(createdAt)}`;
  return ` (o último: ${formatReais(valueCentavos)}${when}, ${id})`;
}

/** Scripts também leem. */
function utcMinute(createdAt: string): string {
  const moment = new Date(createdAt);
  if (Number.isNaN(moment.getTime())) return createdAt;
  const [day = '', time = ''] = moment.toISOString().slice(0, 16).split('T');
  return `${day.split('-').toReversed().join('/')} ${time} UTC`;
}
