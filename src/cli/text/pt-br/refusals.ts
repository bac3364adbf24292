import type { RefusalTexts } from '../shapes.ts';

const PERIODS: Readonly<Record<string, string>> = { transaction: 'por transação', day: 'do dia', month: 'do mês' };

export const refusals: RefusalTexts = {
  validation_failed: ({ problems }) => ({
    message:
      problems === undefined
        ? 'o serviço recusou a requisição como inválida'
        : `o serviço recusou a requisição como inválida (${problems})`,
    hint: 'confira os valores das opções',
  }),
  invalid_json: () => ({
    message: 'o serviço não conseguiu ler a requisição',
    hint: 'há um proxy que altera requisições? --verbose as mostra',
  }),
  below_minimum: () => ({
    message: 'o valor está abaixo do mínimo',
    hint: 'o mínimo de um envio é R$ 5,00; o de uma cobrança, R$ 1,00',
  }),
  insufficient_balance: ({ balance, required }) => ({
    message:
      balance === undefined || required === undefined
        ? 'saldo insuficiente'
        : `saldo insuficiente: o envio debita ${required}; disponível ${balance}`,
    hint: 'escolha um valor menor; consulte o saldo com: pix balance',
  }),
  limit_exceeded: ({ limit, remaining, period = '' }) => ({
    message:
      limit === undefined
        ? 'o valor excede um limite da conta'
        : `o valor excede o limite ${PERIODS[period] ?? ''} de ${limit}${remaining === undefined ? '' : `: disponível ${remaining}`}`,
    hint: 'veja os limites com: pix balance',
  }),
  withdrawal_in_progress: () => ({
    message: 'outro envio ainda está em processamento, e a conta permite um por vez',
    hint: 'espere por ele: pix withdraw list --status PENDING',
  }),
  verification_required: () => ({
    message: 'a conta exige um código de verificação para enviar',
    hint: 'solicite um com "pix withdraw request-code" para o mesmo --amount e --cover-fee e repita o comando com --code',
  }),
  verification_invalid: () => ({
    message: 'código de verificação inválido, já usado ou expirado',
    hint: 'um código vale para um envio de um valor; solicite outro com: pix withdraw request-code',
  }),
  invalid_transition: () => ({
    message: 'o status atual não permite isso',
    hint: 'consulte de novo: o status pode ter mudado',
  }),
  unauthorized: () => ({
    message: 'chave de API inválida ou revogada',
    hint: `a chave é deste serviço? veja de onde ela vem: pix auth status; depois corrija PIX_API_KEY, ou grave outra chave: pix auth login`,
  }),
  permission_missing: ({ permission }) => ({
    message:
      permission === undefined
        ? 'a chave de API não tem permissão para isso'
        : `a chave de API não tem a permissão ${permission}`,
    hint: 'use uma chave que a tenha: pix auth login, ou outro perfil com -p',
  }),
  account_blocked: () => ({
    message: 'a conta está bloqueada',
    hint: 'só o serviço pode desbloqueá-la: fale com o suporte',
  }),
  origin_refused: () => ({
    message: 'o serviço recusa requisições por este endereço',
    hint: 'use o endereço que o serviço documenta (--base-url)',
  }),
  not_found: () => ({
    message: 'não encontrado neste endereço do serviço',
    hint: 'é o endereço do serviço? veja: pix auth status',
  }),
  method_not_allowed: () => ({
    message: 'o serviço não permite isso neste endereço',
    hint: 'é o endereço do serviço? veja: pix auth status',
  }),
  body_too_large: () => ({
    message: 'a requisição é grande demais para o serviço',
    hint: 'use uma descrição mais curta',
  }),
  unsupported_media_type: () => ({
    message: 'o serviço não conseguiu ler a requisição',
    hint: 'há um proxy que altera requisições? --verbose as mostra',
  }),
  too_many_requests: ({ retryAfterSeconds }) => ({
    message: 'requisições demais para esta chave; nada foi feito',
    hint:
      retryAfterSeconds === undefined
        ? 'espere um momento e repita o comando'
        : `espere ${retryAfterSeconds} s e repita o comando`,
  }),
  internal_error: () => ({
    message: 'o serviço teve um erro interno',
    hint: 'tente mais tarde; --verbose mostra a requisição',
  }),
};
