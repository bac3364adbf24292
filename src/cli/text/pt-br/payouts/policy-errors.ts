import { centavos } from '../../../../pix/centavos.ts';
import type { PolicyFacts } from '../../../../payouts/payout-error.ts';
import { failure, type ErrorText } from '../../../errors/command-error.ts';
import { formatReais } from '../../../output/money.ts';
import { dayText } from '../day.ts';
import type { policyErrors as english, policyProblems as englishProblems } from '../../en/payouts/policy-errors.ts';

const RESTORE = 'descubra quem alterou o registro: pix payouts log --verify; até lá, nada é enviado a partir dele';

const WHAT: Readonly<Record<string, string>> = {
  rows: 'as linhas não são as que foram enviadas para aprovação',
  run: 'a quantidade ou a soma não é a das linhas',
  submission: 'o pedido de aprovação não é o que foi assinado',
  approval: 'uma aprovação não é a que foi assinada',
};

export const policyProblems: typeof englishProblems = {
  not_json: 'não é JSON',
  form: 'falta uma entrada, ou há uma desconhecida ou em outro formato',
  unknown_person: 'um papel cita uma pessoa sem chaves',
  bad_key: 'não é uma chave SSH pública (Ed25519, ECDSA, RSA a partir de 2048 bits, ou chave física)',
  shared_key: 'duas pessoas têm a mesma chave',
  too_few_approvers: 'são exigidas mais aprovações do que há aprovadores',
  bad_amount: 'não é um valor, como "50.000,00"',
  bad_recipient: 'não é uma chave Pix; uma ambígua precisa de pixKeyType',
  signature: 'nenhum administrador a assinou',
  version: 'o número não segue o da anterior',
};

const PROBLEMS: Readonly<Record<string, string>> = policyProblems;

export const policyErrors: typeof english = {
  approval_required: (_runId, _row, _foreign, facts = {}) =>
    failure(
      `a política exige ${approvals(facts['needed'])} para ${reais(facts['sumCentavos'])}` +
        (facts['othersCentavos'] === 0 ? '' : ` mais ${reais(facts['othersCentavos'])} enviados hoje sem aprovação`) +
        '; nada foi enviado',
      'envie o arquivo para aprovação: pix payouts submit ARQUIVO',
    ),
  approvals_missing: (runId, _row, _foreign, facts = {}) =>
    failure(
      facts['submitters'] === ''
        ? `o lote ${runId} foi enviado para aprovação sem a assinatura de uma pessoa citada na política; nada foi enviado`
        : `o lote ${runId} tem ${facts['given'] ?? 0} de ${approvals(facts['needed'])}; nada foi enviado`,
      facts['submitters'] === ''
        ? 'envie de novo como uma delas: pix payouts submit ARQUIVO'
        : `veja o que falta: pix payouts pending ${runId}; aprove: pix payouts approve ${runId}`,
    ),
  approval_invalid: (runId, _row, _foreign, facts = {}) =>
    failure(`o lote ${runId} foi alterado: ${WHAT[String(facts['what'])] ?? ''}; nada foi enviado`, RESTORE),
  cap_exceeded: (_runId, line, _foreign, facts = {}) => capText(line, facts),
  not_due: (runId, _row, _foreign, facts = {}) =>
    failure(
      `o lote ${runId} está agendado para ${dayText(String(facts['dueOn'] ?? ''))}; nada foi enviado`,
      `nessa data: pix payouts resume ${runId}; para enviar agora: pix payouts resume ${runId} --now`,
    ),
  no_policy: () =>
    failure(
      'este perfil não exige aprovação',
      'para exigir, um administrador define uma política: pix payouts policy set ARQUIVO',
    ),
  policy_invalid: (_runId, _row, _foreign, facts = {}) =>
    failure(
      `a versão ${facts['version'] ?? ''} da política não pode ser usada: ${PROBLEMS[String(facts['problem'])] ?? ''}`,
      RESTORE,
    ),
  policy_replaced: (_runId, _row, _foreign, facts = {}) =>
    failure(
      `o registro não tem mais a versão ${facts['version'] ?? ''} da política que esta máquina conhece (${facts['digest'] ?? ''})`,
      RESTORE,
    ),
  not_submitted: (runId) =>
    failure(`o lote ${runId} não foi enviado para aprovação`, 'veja o que aguarda aprovação: pix payouts pending'),
  not_submitter: (_runId, _row, _foreign, facts = {}) =>
    failure(
      notNamed('enviar para aprovação', facts['person']),
      `Quem pode enviar: ${facts['submitters'] ?? ''}; veja: pix payouts policy show`,
    ),
  not_approver: (_runId, _row, _foreign, facts = {}) =>
    failure(
      notNamed('aprovar', facts['person']),
      `Quem pode aprovar: ${facts['approvers'] ?? ''}; veja: pix payouts policy show`,
    ),
  own_submission: (runId, _row, _foreign, facts = {}) =>
    failure(
      `${facts['person'] ?? ''} enviou o lote ${runId} para aprovação e não pode aprová-lo`,
      'a decisão é de outra pessoa: pix payouts policy show',
    ),
  run_rejected: (runId, _row, _foreign, facts = {}) =>
    failure(
      `${facts['person'] ?? ''} rejeitou o lote ${runId}: ${facts['reason'] ?? ''}; nada foi enviado`,
      'envie o arquivo de novo para aprovação: pix payouts submit ARQUIVO',
    ),
  run_started: (runId) =>
    failure(`o lote ${runId} já começou e não pode mais ser rejeitado`, `veja a situação: pix payouts status ${runId}`),
  not_rejecter: (_runId, _row, _foreign, facts = {}) =>
    failure(notNamed('rejeitar', facts['person']), `Quem pode rejeitar: ${facts['rejecters'] ?? ''}`),
};

function capText(line: string, facts: PolicyFacts): ErrorText {
  const hint = 'veja os limites: pix payouts policy show';
  const cap = reais(facts['capCentavos']);
  const sum = reais(facts['sumCentavos']);
  switch (facts['cap']) {
    case 'payment':
      return failure(`a linha ${line} é de ${sum}, e a política permite ${cap} por pagamento; nada foi enviado`, hint);
    case 'recipients':
      return failure(
        `a linha ${line} vai para ${facts['pixKey'] ?? ''}, que não está na lista da política; nada foi enviado`,
        hint,
      );
    default:
      return failure(`com isso, o total de hoje seria ${sum}, e a política permite ${cap}; nada foi enviado`, hint);
  }
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
  return formatReais(centavos(Number(amount ?? 0)));
}
