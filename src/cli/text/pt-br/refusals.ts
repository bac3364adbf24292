import { words } from '../../../contract/words/pt-br.ts';
import { failure } from '../../errors/command-error.ts';
import type { RefusalTexts } from '../shapes.ts';
import type { refusalCodes as english } from '../en/refusals.ts';

const PERIODS: Readonly<Record<string, string>> = { transaction: 'por transação', day: 'do dia', month: 'do mês' };

export const refusals: RefusalTexts = {
  validation_failed: ({ problems }) => failure`
    ${problems === undefined ? 'o serviço recusou a requisição como inválida' : `o serviço recusou a requisição como inválida (${problems})`}
    confira os valores das opções`,
  invalid_json: () => failure`
    o serviço não conseguiu ler a requisição
    há um proxy que altera requisições? --verbose as mostra`,
  below_minimum: () => failure`
    o valor está abaixo do mínimo
    o mínimo de um envio é R$ 5,00; o de uma cobrança, R$ 1,00`,
  insufficient_balance: ({ balance, required }) => failure`
    ${balance === undefined || required === undefined ? 'saldo insuficiente' : `saldo insuficiente: o envio debita ${required}; disponível ${balance}`}
    escolha um valor menor; consulte o saldo com: pix balance`,
  limit_exceeded: ({ limit, remaining, period = '' }) => failure`
    ${limit === undefined ? 'o total debitado excede um limite da conta' : `o total debitado excede o limite ${PERIODS[period] ?? ''} de ${limit}${remaining === undefined || remaining === limit ? '' : `: disponível ${remaining}`}`}
    veja os limites com: pix balance`,
  withdrawal_in_progress: () => failure`
    outro envio ainda está em processamento, e a conta permite um por vez
    espere por ele: pix withdraw list --status PENDING`,
  verification_required: () => failure`
    a conta exige um código de verificação para enviar
    solicite um com "pix withdraw request-code" para o mesmo --amount e --cover-fee e repita o comando com --code`,
  verification_invalid: () => failure`
    código de verificação inválido, já usado ou expirado
    um código vale para um envio de um valor; solicite outro com: pix withdraw request-code`,
  invalid_transition: () => failure`o status atual não permite isso \n consulte de novo: o status pode ter mudado`,
  unauthorized: () => failure`
    chave de API inválida ou revogada
    veja de onde vem a chave: pix auth status; para trocá-la: pix auth login`,
  permission_missing: ({ permission }) => failure`
    ${permission === undefined ? 'a chave de API não tem permissão para isso' : `a chave de API não tem a permissão ${permission}`}
    use uma chave que a tenha: pix auth login, ou outro perfil com -p`,
  account_blocked: () => failure`a conta está bloqueada \n só o serviço pode desbloqueá-la: fale com o suporte`,
  origin_refused: () => failure`
    o serviço recusa requisições por este endereço
    use o endereço que o serviço documenta (--base-url)`,
  not_found: () => failure`não encontrado neste endereço do serviço \n é o endereço do serviço? veja: pix auth status`,
  method_not_allowed: () => failure`
    o serviço não permite isso neste endereço
    é o endereço do serviço? veja: pix auth status`,
  body_too_large: () => failure`a requisição é grande demais para o serviço \n use uma descrição mais curta`,
  unsupported_media_type: () => failure`
    o serviço não conseguiu ler a requisição
    há um proxy que altera requisições? --verbose as mostra`,
  too_many_requests: ({ retryAfterSeconds }) => failure`
    requisições demais para esta chave
    ${retryAfterSeconds === undefined ? 'espere um momento e repita o comando' : `espere ${retryAfterSeconds} s e repita o comando`}`,
  internal_error: () => failure`o serviço teve um erro interno \n tente mais tarde; --verbose mostra a requisição`,
};

const reasons = words.refusalCodes;

export const refusalCodes: typeof english = {
  AB03: { why: reasons.AB03, advice: 'tente de novo mais tarde' },
  AC03: { why: reasons.AC03, advice: 'peça outra chave ao destinatário' },
  AC06: { why: reasons.AC06, advice: 'peça outra chave' },
  AC07: { why: reasons.AC07, advice: 'peça outra chave' },
  AG03: { why: reasons.AG03, advice: 'peça outra chave' },
  AM02: { why: reasons.AM02, advice: 'confirme com o destinatário ou envie menos' },
  BE01: { why: reasons.BE01, advice: 'confira a chave com o destinatário' },
  DS04: { why: reasons.DS04, advice: 'o destinatário pode perguntar o motivo ao banco dele' },
  DUPL: { why: reasons.DUPL, advice: 'procure o primeiro envio antes de tentar de novo: pix withdraw list' },
  ED05: { why: reasons.ED05, advice: 'tente de novo mais tarde' },
  FRAD: { why: reasons.FRAD, advice: 'confirme quem é o destinatário e fale com o suporte do serviço' },
  RR04: { why: reasons.RR04, advice: 'fale com o suporte do serviço' },
};
