import type { RefusalTexts } from '../shapes.ts';

const PERIODS: Readonly<Record<string, string>> = { transaction: 'por transação', day: 'do dia', month: 'do mês' };

export const refusals: RefusalTexts = {
  validation_failed: ({ problems }) => ({
    message:
      problems === undefined
        ? 'o serviço considera a requisição inválida'
        : `o serviço considera a requisição inválida (${problems})`,
    hint: 'confira os valores das opções',
  }),
  invalid_json: () => ({
    message: 'o serviço não conseguiu ler a requisição',
    hint: 'há um proxy que altera requisições? --verbose as mostra',
  }),
  below_minimum: () => ({
    message: 'o valor está abaixo do mínimo',
    hint: 'um saque é de no mínimo R$ 5,00, uma cobrança de R$ 1,00',
  }),
  insufficient_balance: ({ balance, required }) => ({
    message:
      balance === undefined || required === undefined
        ? 'o saldo é insuficiente'
        : `o saldo é insuficiente: sairiam ${required}, e ele é de ${balance}`,
    hint: 'escolha um valor menor; veja o que há com: pix balance',
  }),
  limit_exceeded: ({ limit, remaining, period = '' }) => ({
    message:
      limit === undefined
        ? 'o valor passa de um limite da conta'
        : `o valor passa do limite ${PERIODS[period] ?? ''} de ${limit}${remaining === undefined ? '' : `: restam ${remaining}`}`,
    hint: 'veja os limites com: pix balance',
  }),
  withdrawal_in_progress: () => ({
    message: 'outro saque ainda está em andamento, e a conta permite um por vez',
    hint: 'espere por ele: pix withdraw list --status PENDING',
  }),
  verification_required: () => ({
    message: 'a conta pede um código de verificação para saques',
    hint: 'peça um com "pix withdraw request-code" para o mesmo --amount (e --cover-fee igual) e repita o comando com --code',
  }),
  verification_invalid: () => ({
    message: 'o código de verificação está errado, já foi usado ou é antigo demais',
    hint: 'um código vale para um saque de um valor; peça um novo com: pix withdraw request-code',
  }),
  invalid_transition: () => ({ message: 'o status não permite isso', hint: 'consulte de novo, pode ter mudado' }),
  unauthorized: () => ({
    message: 'o serviço não aceita a chave de API',
    hint: `ela pode ter sido revogada, ou ser de outro serviço; "pix auth status" diz de onde ela vem; se não for de PIX_API_KEY, grave uma válida com: pix auth login`,
  }),
  permission_missing: ({ permission }) => ({
    message:
      permission === undefined
        ? 'a chave de API não pode fazer isso'
        : `falta à chave de API a permissão ${permission}`,
    hint: 'use uma chave que a tenha: pix auth login, ou outro perfil com -p',
  }),
  account_blocked: () => ({
    message: 'a conta está bloqueada',
    hint: 'só o serviço pode desbloqueá-la: fale com o suporte dele',
  }),
  origin_refused: () => ({
    message: 'o serviço recusa requisições que chegam por este endereço',
    hint: 'use o endereço que o próprio serviço informa (--base-url)',
  }),
  not_found: () => ({
    message: 'o serviço não conhece nada neste endereço',
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
  internal_error: () => ({ message: 'o serviço falhou', hint: 'tente mais tarde; --verbose mostra o que foi pedido' }),
};
