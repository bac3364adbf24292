import { centavos } from '../../../../pix/centavos.ts';
import type { PolicyFacts } from '../../../../payouts/payout-error.ts';
import type { ErrorText } from '../../../errors/command-error.ts';
import { formatReais } from '../../../output/money.ts';
import type { policyErrors as english, policyProblems as englishProblems } from '../../en/payouts/policy-errors.ts';

const RESTORE = 'descubra quem alterou o registro: pix payouts log --verify; até lá, nada é enviado a partir dele';

const WHAT: Readonly<Record<string, string>> = {
  rows: 'as linhas não são as que foram submetidas',
  run: 'a quantidade ou a soma não é a das linhas',
  submission: 'a submissão não é a que foi assinada',
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
  approval_required: (_runId, _row, _foreign, facts = {}) => ({
    message: `a política exige ${approvals(facts['needed'])} para esta soma; nada foi enviado`,
    hint: 'submeta o arquivo à aprovação: pix payouts submit ARQUIVO',
  }),
  approvals_missing: (runId, _row, _foreign, facts = {}) => ({
    message:
      facts['submitters'] === ''
        ? `o lote ${runId} foi submetido sem a assinatura de uma pessoa citada na política; nada foi enviado`
        : `o lote ${runId} tem ${facts['given'] ?? 0} de ${approvals(facts['needed'])}; nada foi enviado`,
    hint:
      facts['submitters'] === ''
        ? 'submeta de novo como uma delas: pix payouts submit ARQUIVO'
        : `veja o que falta: pix payouts pending ${runId}; aprove: pix payouts approve ${runId}`,
  }),
  approval_invalid: (runId, _row, _foreign, facts = {}) => ({
    message: `o lote ${runId} foi alterado: ${WHAT[String(facts['what'])] ?? ''}; nada foi enviado`,
    hint: RESTORE,
  }),
  cap_exceeded: (_runId, row, _foreign, facts = {}) => capText(row, facts),
  no_policy: () => ({
    message: 'não há política, então não há o que aprovar',
    hint: 'um administrador define uma: pix payouts policy set ARQUIVO',
  }),
  policy_invalid: (_runId, _row, _foreign, facts = {}) => ({
    message: `a versão ${facts['version'] ?? ''} da política não pode ser usada: ${PROBLEMS[String(facts['problem'])] ?? ''}`,
    hint: RESTORE,
  }),
  policy_replaced: (_runId, _row, _foreign, facts = {}) => ({
    message: `o registro não tem mais a versão ${facts['version'] ?? ''} da política que esta máquina conhece (${facts['digest'] ?? ''})`,
    hint: RESTORE,
  }),
  not_submitted: (runId) => ({
    message: `o lote ${runId} não foi submetido à aprovação`,
    hint: 'veja o que aguarda aprovação: pix payouts pending',
  }),
  not_submitter: (_runId, _row, _foreign, facts = {}) => ({
    message: notNamed('submeter', facts['person']),
    hint: `a política cita: ${facts['submitters'] ?? ''}; veja: pix payouts policy show`,
  }),
  not_approver: (_runId, _row, _foreign, facts = {}) => ({
    message: notNamed('aprovar', facts['person']),
    hint: `a política cita: ${facts['approvers'] ?? ''}; veja: pix payouts policy show`,
  }),
  own_submission: (runId, _row, _foreign, facts = {}) => ({
    message: `${facts['person'] ?? ''} submeteu o lote ${runId} e não pode aprová-lo`,
    hint: 'a decisão é de outra pessoa: pix payouts policy show',
  }),
};

function capText(row: string, facts: PolicyFacts): ErrorText {
  const hint = 'veja os limites: pix payouts policy show';
  const cap = reais(facts['capCentavos']);
  const sum = reais(facts['sumCentavos']);
  switch (facts['cap']) {
    case 'payment':
      return {
        message: `a linha ${row} é de ${sum}, e a política permite ${cap} por pagamento; nada foi enviado`,
        hint,
      };
    case 'recipients':
      return {
        message: `a linha ${row} paga ${facts['pixKey'] ?? ''}, que não está na lista da política; nada foi enviado`,
        hint,
      };
    default:
      return { message: `com isso, o total de hoje seria ${sum}, e a política permite ${cap}; nada foi enviado`, hint };
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
