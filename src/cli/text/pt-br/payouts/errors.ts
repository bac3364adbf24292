import type { ForeignWithdrawals, PayoutErrorCode } from '../../../../payouts/payout-error.ts';
import type { StopReason } from '../../../../payouts/engine/run-events.ts';
import type { Complaint } from '../../../errors/command-error.ts';
import { formatReais } from '../../../output/money.ts';

type Words = (runId: string, row: string, foreign?: ForeignWithdrawals) => Complaint;

export const payoutErrors: Readonly<Record<PayoutErrorCode, Words>> = {
  run_unknown: (runId) => ({
    message: `não há execução ${runId} neste perfil`,
    hint: 'veja as execuções com: pix payouts list; outro perfil tem outras: -p NOME',
  }),
  run_locked: (runId) => ({
    message: `outro processo está trabalhando na execução ${runId}; nada foi enviado`,
    hint: `espere por ele; veja até onde foi com: pix payouts status ${runId}`,
  }),
  lock_lost: (runId) => ({
    message: `o arquivo de trava da execução ${runId} foi removido enquanto o pix trabalhava nela, então nada mais é enviado`,
    hint: `veja a situação com: pix payouts status ${runId}; continue com: pix payouts resume ${runId}`,
  }),
  run_not_approved: (runId) => ({
    message: `a execução ${runId} nunca foi aprovada; nada foi enviado`,
    hint: 'execute o arquivo de novo: pix payouts run ARQUIVO',
  }),
  already_approved: (runId) => ({
    message: `enquanto isso, o mesmo arquivo foi aprovado como execução ${runId}; nada foi enviado`,
    hint: `veja até onde foi com: pix payouts status ${runId}`,
  }),
  not_run_before: () => ({
    message:
      'este arquivo ainda não foi executado neste perfil, então não pode ser pago mais uma vez; nada foi enviado',
    hint: 'tire o --again se for certo pagá-lo; veja: pix payouts list',
  }),
  run_unfinished: (runId) => ({
    message: `a execução anterior deste arquivo (${runId}) não terminou; nada foi enviado`,
    hint: `termine-a primeiro: pix payouts resume ${runId}; veja a situação: pix payouts status ${runId}`,
  }),
  other_origin: (runId) => ({
    message: `a execução ${runId} é de outro serviço, não do serviço deste perfil; nada foi enviado`,
    hint: 'use o perfil com que ela começou: -p NOME; veja: pix payouts list',
  }),
  payout_unknown: (runId, row) => ({
    message: `a execução ${runId} não tem a linha ${row}`,
    hint: `veja as linhas com: pix payouts report ${runId}`,
  }),
  illegal_transition: (runId, row) => ({
    message: `a linha ${row} de ${runId} não está numa situação em que isso possa ser decidido`,
    hint: `veja a situação com: pix payouts status ${runId}`,
  }),
  withdrawal_claimed: (runId, row) => ({
    message: `esse saque é de outro pagamento, então não pode ser a linha ${row} de ${runId}`,
    hint: 'confira o id; um saque paga uma linha',
  }),
  withdrawal_mismatch: (runId, row) => ({
    message: `esse saque não é a linha ${row} de ${runId}: a chave ou o valor é outro, ou ele falhou`,
    hint: 'confira o id: pix withdraw get ID; se não foi paga: --not-paid',
  }),
  too_early: (runId, row) => ({
    message: `o pedido da linha ${row} de ${runId} ainda pode ser executado; nada foi decidido`,
    hint: `procure antes, por uns três minutos: pix payouts resume ${runId}`,
  }),
  other_account: (runId) => ({
    message: `a execução ${runId} é de outra conta, não da conta desta chave; nada foi enviado`,
    hint: 'use uma chave da conta com que ela começou: -p NOME; veja: pix payouts list',
  }),
  account_unclear: (runId) => ({
    message: `nada mostra se esta chave é da conta da execução ${runId}, que tem pagamentos por esclarecer; nada foi enviado`,
    hint: `use a chave com que ${runId} começou; ou informe qual é a conta: --account ${runId} ou --account new`,
  }),
  foreign_journal: (_runId, _row, foreign) => ({
    message: `${foreignCount(foreign)} desta conta por um pix cujo diário não está aqui${newestForeign(foreign)}; nada foi enviado`,
    hint: 'outra máquina paga a partir desta conta, ou um diário se perdeu: um arquivo já pago por ela seria pago de novo. Execute o arquivo lá; ou, quando souber que nenhum destes pagamentos foi feito, acrescente --other-journal',
  }),
  cannot_look: () => ({
    message:
      'nenhuma chave pode ler saques, então uma resposta perdida nunca poderia ser esclarecida; nada foi enviado',
    hint: 'use uma chave que tenha também read:withdraws, ou acrescente uma: pix keys add NOME',
  }),
};

export const payoutStops: Readonly<Record<StopReason, string>> = {
  interrupted: 'você parou',
  insufficient_balance: 'o saldo é pequeno demais para a próxima linha',
  limit_reached: 'um limite da conta foi atingido (veja: pix balance)',
  verification_wanted: 'a conta pede um código de verificação para cada saque, então não paga arquivos',
  key_refused: 'o serviço não aceita mais nenhuma chave sua (pix keys check)',
  account_blocked: 'a conta está bloqueada; fale com o suporte do serviço',
  one_at_a_time: 'outro saque continua pendente, e a conta permite um por vez',
  rate_limited: 'o serviço continua recusando com "muitas requisições"',
  network: 'não há como alcançar o serviço',
  lock_lost: 'o arquivo de trava da execução foi removido, e outro processo pode estar trabalhando nela',
  foreign_journal: 'outro pix, com outro diário, começou a pagar a partir desta conta',
  outcomes_unknown: 'respostas continuam se perdendo',
};

function foreignCount(foreign: ForeignWithdrawals | undefined): string {
  const count = foreign?.count ?? 0;
  return count === 1 ? '1 saque foi feito' : `${count} saques foram feitos`;
}

function newestForeign(foreign: ForeignWithdrawals | undefined): string {
  if (foreign === undefined) return '';
  const { valueCentavos, createdAt, id } = foreign.newest;
  const when = createdAt === null ? '' : `, ${utcMinute(createdAt)}`;
  return ` (o mais recente: ${formatReais(valueCentavos)}${when}, ${id})`;
}

/** Scripts também leem. */
function utcMinute(createdAt: string): string {
  const moment = new Date(createdAt);
  if (Number.isNaN(moment.getTime())) return createdAt;
  const [day = '', time = ''] = moment.toISOString().slice(0, 16).split('T');
  return `${day.split('-').toReversed().join('/')} ${time} UTC`;
}
