import type { ForeignWithdrawals, PayoutErrorCode, PolicyFacts } from '../../../../payouts/payout-error.ts';
import type { StopReason } from '../../../../payouts/engine/run-events.ts';
import { failure, type ErrorText } from '../../../errors/command-error.ts';
import { formatReais } from '../../../../pix/reais-text.ts';
import { withdrawalFacts } from '../../payout-facts.ts';
import { labels } from '../labels.ts';
import { dayText } from '../numbers.ts';
import type { policyProblems as englishProblems, payoutReasons as english } from '../../en/payouts/errors.ts';

type Words = (runId: string, line: string, foreign?: ForeignWithdrawals, facts?: PolicyFacts) => ErrorText;

const RESTORE = 'descubra quem alterou o registro: pix payouts log --verify; até lá, nada é enviado a partir dele';

const WHAT: Readonly<Record<string, string>> = labels.changedParts;

export const policyProblems: typeof englishProblems = {
  not_json: 'não é JSON',
  form: 'falta uma entrada, ou há uma desconhecida ou em outro formato',
  unknown_person: 'um papel cita uma pessoa sem chaves',
  bad_key: 'não é uma chave SSH pública (Ed25519, ECDSA, RSA a partir de 2048 bits, ou chave física)',
  shared_key: 'duas pessoas têm a mesma chave',
  too_few_approvers: 'são exigidas mais aprovações do que há aprovadores além de quem envia',
  bad_amount: 'não é um valor, como "50.000,00"',
  bad_recipient: 'não é uma chave Pix; uma ambígua precisa de pixKeyType',
  signature: 'nenhum administrador a assinou',
  version: 'o número não segue o da anterior',
};

const PROBLEMS: Readonly<Record<string, string>> = policyProblems;

const CAPS: Readonly<Record<string, (line: string, facts: PolicyFacts) => string>> = {
  payment: (line, { sumCentavos, capCentavos }) =>
    `a linha ${line} é de ${reais(sumCentavos)}, e a política permite ${reais(capCentavos)} por pagamento`,
  recipients: (line, { pixKey = '' }) => `a linha ${line} vai para ${pixKey}, que não está na lista da política`,
  day: (_line, { sumCentavos, capCentavos }) =>
    `com isso, o total do dia seria ${reais(sumCentavos)}, e a política permite ${reais(capCentavos)}`,
  approvers: (_line, { needed, person = '', approvers }) =>
    `isto exige ${approvals(needed)} de quem não seja ${person}, e a política ${approvers === '' ? 'não tem outra pessoa' : `só tem ${approvers}`}`,
};

export const payoutErrors: Readonly<Record<PayoutErrorCode, Words>> = {
  run_unknown: (runId) => failure`
    lote não encontrado: ${runId}
    veja os lotes: pix payouts list (de outro perfil: -p NOME)`,
  run_locked: (runId) => failure`
    outro processo já está trabalhando no lote ${runId}; nada foi enviado
    espere terminar, ou um minuto se a máquina dele parou; acompanhe com: pix payouts status ${runId}`,
  lock_lost: (runId) => failure`
    a trava do lote ${runId} se perdeu durante o trabalho; o envio parou
    veja a situação com: pix payouts status ${runId}; retome com: pix payouts resume ${runId}`,
  run_not_approved: (runId) => failure`
    o lote ${runId} nunca foi aprovado; nada foi enviado
    rode o arquivo de novo: pix payouts run ARQUIVO`,
  already_approved: (runId, _row, _foreign, { submitted, withdrawal } = {}) =>
    submitted === undefined
      ? failure`
        o mesmo pagamento acaba de ser aprovado no lote ${runId}; nada foi enviado
        acompanhe com: pix payouts status ${runId}`
      : failure`
        ${withdrawal === undefined ? `o lote ${runId}` : `o envio ${withdrawal}, feito fora deste registro,`} pagou o mesmo, o que não se sabia quando ${submitted} foi enviado para aprovação; nada foi enviado
        rejeite ${submitted}: pix payouts reject ${submitted} --reason TEXTO; depois envie o arquivo de novo com --only-valid, ou confirme nele que o pagamento deve ser feito outra vez; use uma chave que possa ler envios`,
  plan_changed: (runId) => failure`
    o lote ${runId} tem agora mais a pagar do que foi mostrado: outro pagamento falhou nesse meio-tempo; nada foi enviado
    veja o que falta pagar e confirme: pix payouts resume ${runId}`,
  not_run_before: () => failure`
    este arquivo nunca foi pago neste perfil, então não há o que repetir; nada foi enviado
    para pagar pela primeira vez, remova o --allow again; veja: pix payouts list`,
  run_unfinished: (runId) => failure`
    o lote anterior deste arquivo (${runId}) não terminou; nada foi enviado
    termine-o primeiro: pix payouts resume ${runId}; veja a situação: pix payouts status ${runId}`,
  remittance_used: (runId, _row, _foreign, { number = '' } = {}) => failure`
    o lote ${runId} já é de uma remessa com o número ${number}; nada foi enviado
    gere o arquivo com um novo número (NSA); veja como ficaram os pagamentos: pix payouts report ${runId}`,
  other_origin: (runId) => failure`
    o lote ${runId} é de um serviço diferente do deste perfil; nada foi enviado
    use o perfil que o iniciou: -p NOME; veja: pix payouts list`,
  payout_unknown: (runId, line) => failure`
    o lote ${runId} não tem a linha ${line}
    veja os pagamentos com: pix payouts report ${runId}`,
  illegal_transition: (runId, line) => failure`
    o status atual da linha ${line} de ${runId} não permite isso
    veja a situação com: pix payouts status ${runId}`,
  withdrawal_claimed: (runId, line) => failure`
    esse envio já é de outro pagamento, então não pode ser o da linha ${line} de ${runId}
    confira o ID; cada envio corresponde a um só pagamento`,
  withdrawal_mismatch: (runId, line) => failure`
    esse envio não é o da linha ${line} de ${runId}: a chave ou o valor é diferente, ou ele falhou
    confira o ID: pix withdraw get ID; se não foi pago: --not-paid`,
  too_early: (runId, line) => failure`
    o serviço ainda pode processar a requisição da linha ${line} de ${runId}; nada foi alterado
    verifique antes, por uns três minutos: pix payouts resume ${runId}`,
  other_account: (runId) => failure`
    o lote ${runId} é de uma conta diferente da desta chave; nada foi enviado
    use uma chave da conta que o iniciou: -p NOME; veja: pix payouts list`,
  account_unclear: (runId) => failure`
    não foi possível saber se esta chave é da conta do lote ${runId}; nada foi enviado
    use a chave que iniciou ${runId}; se a conta for a mesma, acrescente --account ${runId}; se for outra, --account new`,
  foreign_journal: (runId, line, foreign) =>
    foreign?.isOfRow === true
      ? failure`
        ${byHand(runId, line, foreign)}; nada foi enviado
        antes de retomar, informe a linha que ele pagou: pix payouts resolve ${runId} ${line || 'LINHA'} --paid ${foreign.newest.id}; se não pagou nenhuma: --allow journal:${foreign.code}`
      : failure`
        outro registro de pagamentos do pix faz envios desta conta${newestForeign(foreign)}; nada foi enviado
        outra máquina usa esta conta, ou esta máquina a usa por outro endereço do serviço (localhost, 127.0.0.1), ou um registro se perdeu ou voltou de um backup: um arquivo já pago lá seria pago de novo. Rode o arquivo lá, ou informe o que um lote restaurado já pagou: pix payouts resolve LOTE LINHA --paid ID; ou, se tiver certeza de que nenhum destes pagamentos foi feito: --allow journal:${foreign?.code ?? ''}`,
  cannot_look: () => failure`
    nenhuma chave pode ler envios, e sem isso não dá para confirmar um envio sem resposta; nada foi enviado
    use uma chave que tenha também read:withdraws, ou acrescente uma: pix keys add NOME`,
  approval_required: (_runId, _row, _foreign, facts = {}) => failure`
    a política exige ${approvals(facts['needed'])} para ${reais(facts['sumCentavos'])}${facts['othersCentavos'] === 0 ? '' : ` mais ${reais(facts['othersCentavos'])} enviados hoje sem aprovação`}; nada foi enviado
    envie o arquivo para aprovação, com as mesmas opções: pix payouts submit ARQUIVO`,
  approvals_missing: (runId, _row, _foreign, facts = {}) =>
    facts['submitters'] === ''
      ? failure`
        o lote ${runId} foi enviado para aprovação sem a assinatura de uma pessoa citada na política; nada foi enviado
        envie de novo como uma delas: pix payouts submit ARQUIVO`
      : failure`
        o lote ${runId} tem ${facts['given'] ?? 0} de ${approvals(facts['needed'])}; nada foi enviado
        veja o que falta: pix payouts pending ${runId}; aprove: pix payouts approve ${runId}`,
  approval_invalid: (runId, _row, _foreign, facts = {}) => failure`
    o lote ${runId} foi alterado: ${WHAT[String(facts['what'])] ?? ''}; nada foi enviado
    ${RESTORE}`,
  cap_exceeded: (_runId, line, _foreign, facts = {}) => failure`
    ${CAPS[String(facts['cap'])]?.(line, facts) ?? ''}; nada foi enviado
    ${facts['waitingRun'] === undefined ? '' : `isso inclui o que o lote ${facts['waitingRun']} ainda não enviou; para tirar um pagamento dele: pix payouts resolve ${facts['waitingRun']} LINHA --not-paid; `}veja a política: pix payouts policy show`,
  not_due: (runId, _row, _foreign, facts = {}) => failure`
    o lote ${runId} está agendado para ${dayText(String(facts['dueOn'] ?? ''))}; nada foi enviado
    nessa data: pix payouts resume ${runId}; para enviar agora: pix payouts resume ${runId} --now`,
  no_policy: () => failure`
    este perfil não exige aprovação
    para exigir, um administrador define uma política: pix payouts policy init`,
  policy_invalid: (_runId, _row, _foreign, facts = {}) => failure`
    a versão ${facts['version'] ?? ''} da política não pode ser usada: ${PROBLEMS[String(facts['problem'])] ?? ''}
    ${facts['administrators'] === undefined ? RESTORE : `quem pode assinar: ${facts['administrators']}`}`,
  policy_replaced: (_runId, _row, _foreign, facts = {}) => failure`
    o registro não tem mais a versão ${facts['version'] ?? ''} da política que esta máquina conhece (${facts['digest'] ?? ''})
    ${RESTORE}`,
  pin_unreadable: (_runId, _row, _foreign, facts = {}) => failure`
    não foi possível ler ${facts['path'] ?? ''}, que guarda a política que esta máquina conhece; nada é enviado
    restaure o arquivo, ou remova-o e confira o código da política com o administrador: pix payouts policy show`,
  not_submitted: (runId) => failure`
    o lote ${runId} não foi enviado para aprovação
    veja o que aguarda aprovação: pix payouts pending`,
  not_submitter: (_runId, _row, _foreign, facts = {}) => failure`
    ${notNamed('enviar para aprovação', facts['person'])}
    quem pode enviar: ${facts['submitters'] ?? ''}; veja: pix payouts policy show`,
  not_approver: (_runId, _row, _foreign, facts = {}) => failure`
    ${notNamed('aprovar', facts['person'])}
    quem pode aprovar: ${facts['approvers'] ?? ''}; veja: pix payouts policy show`,
  own_submission: (runId, _row, _foreign, facts = {}) => failure`
    ${facts['person'] ?? ''} enviou o lote ${runId} para aprovação e não pode aprová-lo
    outro aprovador decide: pix payouts policy show`,
  run_rejected: (runId, _row, _foreign, facts = {}) => failure`
    ${facts['person'] ?? ''} rejeitou o lote ${runId}: ${facts['reason'] ?? ''}; nada foi enviado
    envie o arquivo de novo para aprovação: pix payouts submit ARQUIVO`,
  run_started: (runId) => failure`
    o lote ${runId} já começou e não pode mais ser rejeitado
    veja a situação: pix payouts status ${runId}`,
  not_rejecter: (_runId, _row, _foreign, facts = {}) => failure`
    ${notNamed('rejeitar', facts['person'])}
    quem pode rejeitar: ${facts['rejecters'] ?? ''}`,
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

/** O que um lote encontrou ao enviar ou ao ser retomado. */
export function byHand(runId: string, line: string, foreign: ForeignWithdrawals | undefined): string {
  const which = line === '' ? 'd' : `o da linha ${line} d`;
  return `um envio desta conta, feito à mão ou por outro programa, pode ser ${which}o lote ${runId}${newestForeign(foreign)}`;
}

function newestForeign(foreign: ForeignWithdrawals | undefined): string {
  return foreign === undefined ? '' : ` (o último: ${withdrawalFacts(foreign.newest, 'pt-BR')})`;
}

function approvals(needed: string | number | undefined): string {
  return needed === 1 ? '1 aprovação' : `${needed ?? ''} aprovações`;
}

function notNamed(verb: string, person: string | number | undefined): string {
  return person === '' || person === undefined
    ? `esta chave não é de uma pessoa citada na política, e por isso não pode ${verb}`
    : `${person} não pode ${verb}, segundo a política`;
}

function reais(amount: string | number | undefined): string {
  return formatReais(Number(amount ?? 0));
}

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
  moneyIsBack: (advice) => `${advice}; o dinheiro voltou para o saldo`,
};
