import type { failures as english } from '../en/failures.ts';
import type { AmountTexts, ConfigurationTexts, PixKeyTexts, RefusalTexts, TransportTexts } from '../shapes.ts';

const PERIODS: Readonly<Record<string, string>> = { transaction: 'por transação', day: 'do dia', month: 'do mês' };
const login = 'pix auth login';

const refusals: RefusalTexts = {
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
    hint: `ela pode ter sido revogada, ou ser de outro serviço; "pix auth status" diz de onde ela vem; se não for de PIX_API_KEY, grave uma válida com: ${login}`,
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

const transport: TransportTexts = {
  connection_refused: (host) => ({
    message: `nada responde em ${host}: a conexão foi recusada`,
    hint: 'o serviço está rodando, e o endereço está certo? veja: pix auth status',
  }),
  host_not_found: (host) => ({
    message: `o host ${host} não foi encontrado`,
    hint: 'confira o endereço (pix auth status) e a rede',
  }),
  certificate_invalid: (host) => ({
    message: `o certificado de ${host} não é válido, então nada foi enviado`,
    hint: 'confira o endereço; para uma autoridade própria use NODE_EXTRA_CA_CERTS',
  }),
  connect_timeout: (host) => ({ message: `sem conexão com ${host} a tempo`, hint: 'confira a rede e tente de novo' }),
  network_unreachable: (host) => ({
    message: `não há caminho até ${host} nesta rede`,
    hint: 'confira a rede e tente de novo',
  }),
  tls_failed: (host) => ({
    message: `não houve conexão segura com ${host}`,
    hint: 'é https que ele fala? confira o endereço: pix auth status',
  }),
  connection_lost: (host) => ({ message: `a conexão com ${host} caiu antes da resposta`, hint: 'tente de novo' }),
  answer_cut: (host) => ({ message: `a resposta de ${host} parou no meio`, hint: 'tente de novo' }),
  not_http: (host) => ({
    message: `o que responde em ${host} não fala HTTP`,
    hint: 'confira o endereço e a porta: pix auth status',
  }),
  timed_out: (host) => ({
    message: `${host} não respondeu a tempo`,
    hint: 'tente de novo, com mais tempo se preciso: --timeout 60',
  }),
  proxy_refused: (host) => ({
    message: `o proxy recusou a conexão com ${host}; nada foi enviado`,
    hint: 'confira HTTPS_PROXY, HTTP_PROXY e NO_PROXY, e o que o proxy permite',
  }),
  connection_failed: (host) => ({
    message: `a conexão com ${host} falhou`,
    hint: 'tente de novo; --verbose mostra a causa',
  }),
};

const configuration: ConfigurationTexts = {
  no_key: () => ({ message: 'não há chave de API', hint: login }),
  no_base_url: () => ({ message: 'não há endereço de um serviço', hint: login }),
  unknown_profile: () => ({ message: 'não há esse perfil', hint: 'veja: pix auth status' }),
  invalid_key: () => ({
    message: 'isso não é uma chave de API: contém espaços, quebras de linha ou acentos',
    hint: 'copie de novo, sem aspas e sem quebras de linha',
  }),
  invalid_base_url: () => ({
    message: 'o endereço do serviço não é válido',
    hint: 'começa com https:// ou http:// e não contém nome, senha nem query',
  }),
  blocked_port: () => ({
    message: 'a porta no endereço do serviço é de outro protocolo: clientes HTTP não a usam',
    hint: 'faça o serviço atender em outra porta, como 443, 8080 ou 4010',
  }),
  invalid_profile_name: () => ({
    message: 'um perfil não pode ter esse nome',
    hint: 'use letras, dígitos, hífens e sublinhados',
  }),
  invalid_key_name: () => ({
    message: 'uma chave não pode ter esse nome',
    hint: 'use letras, dígitos, hífens e sublinhados',
  }),
  duplicate_key: () => ({
    message: 'o perfil já tem essa chave, ou outra com esse nome',
    hint: 'veja: pix keys list',
  }),
  invalid_proxy: () => ({
    message: 'o endereço do proxy não é válido',
    hint: 'confira HTTPS_PROXY e HTTP_PROXY: começam com http:// ou https://',
  }),
  config_unreadable: (path) => ({
    message: `o arquivo de configuração não pode ser lido: ${path}`,
    hint: 'corrija-o, ou tire-o do lugar e entre de novo: pix auth login',
  }),
  config_unwritable: (path) => ({
    message: `o arquivo de configuração não pode ser gravado: ${path}`,
    hint: 'confira dono e espaço livre, ou escolha outra pasta com PIX_CONFIG_DIR',
  }),
  keychain_failed: () => ({
    message: 'o cofre de senhas do sistema operacional não pode ser usado',
    hint: 'desbloqueie-o e tente de novo, ou guarde a chave no arquivo: pix auth login --no-keychain',
  }),
  read_only: () => ({
    message: 'o perfil é só de leitura: não move dinheiro nem cria nada; nada foi enviado',
    hint: 'use outro perfil com -p, ou libere este: pix auth login --no-read-only',
  }),
};

export const AMOUNT_REASONS: AmountTexts = {
  empty: 'está vazio',
  not_a_number: 'não é um número',
  sign: 'um valor não tem sinal',
  exponent: 'expoentes não são valores',
  too_many_decimals: 'tem mais de duas casas decimais',
  too_large: 'é grande demais',
};

export const KEY_REASONS: PixKeyTexts = {
  empty: 'está vazia',
  unrecognised: 'não parece CPF, CNPJ, e-mail, telefone nem chave aleatória',
  malformed: 'não tem a forma de uma',
  wrong_length: 'tem o número errado de dígitos',
  lost_leading_zeros: 'parece ter perdido os zeros à esquerda',
  scientific_notation: 'uma planilha a arredondou (notação científica)',
  repeated_digit: 'todos os dígitos são iguais',
  wrong_check_digits: 'os dígitos verificadores não conferem: há um erro de digitação',
  foreign_number: 'não é um número brasileiro',
  area_code_missing: 'falta o DDD',
  unknown_area_code: 'esse DDD não existe',
  landline: 'é um telefone fixo, e só celulares são chaves Pix',
  ninth_digit_missing: 'um celular tem nove dígitos e começa com 9',
  not_a_mobile: 'não é um número de celular',
  too_long: 'tem mais de 77 caracteres',
  domain_without_dot: 'o que vem depois do @ não é um domínio',
};

export const failures: typeof english = {
  refusals,
  transport,
  configuration,
  failures: {
    interrupted: { message: 'interrompido' },
    interruptedAtQuestion: { message: 'interrompido na pergunta; nada foi executado' },
    fileCauses: {
      ENOENT: 'não há tal arquivo ou pasta',
      ENOTDIR: 'parte do caminho não é uma pasta',
      EISDIR: 'é uma pasta',
      EACCES: 'sem permissão',
      EPERM: 'o sistema não permite',
      EROFS: 'fica num lugar onde não se pode gravar',
      ENOSPC: 'não há mais espaço',
      EDQUOT: 'a cota se esgotou',
    },
    outputLost: (reason) => ({
      message: `a saída não pôde ser escrita por inteiro: ${reason}`,
      hint: 'verifique para onde ela vai e repita o comando',
    }),
    createdUntold: (id, amount, reason) => ({
      message: `${id}, de ${amount}, FOI CRIADO, e não foi possível informar até o fim: ${reason}`,
      hint: 'não repita o comando; consulte pelo id',
    }),
    unexpected: (message) => ({
      message: `algo deu errado dentro do pix: ${message}`,
      hint: 'repita com --verbose e relate o que aparece',
    }),
    contractBroken: (path, expected) => ({
      message:
        path === ''
          ? `o serviço respondeu algo que não é a resposta documentada: ${expected}`
          : `o serviço respondeu algo que não é a resposta documentada, em ${path}: ${expected}`,
      hint: 'é o endereço do serviço? veja: pix auth status',
    }),
    redirectRefused: (target) => ({
      message: `o serviço aponta para outro lugar, e a chave não vai atrás: ${target}`,
      hint: 'informe o endereço certo com --base-url ou pix auth login',
    }),
    serverFailed: (status) => ({
      message: `o serviço falhou (HTTP ${status})`,
      hint: 'tente mais tarde; --verbose mostra o que foi pedido',
    }),
    refused: (status, code) => ({
      message: `o serviço recusou (HTTP ${status}, ${code})`,
      hint: '--verbose mostra o que foi pedido',
    }),
    serviceSays: (words) => `— o serviço diz: ${words}`,
  },
  amount: {
    refused: (typed, reason) => ({
      message: `"${typed}" não é um valor: ${AMOUNT_REASONS[reason]}`,
      hint: 'escreva reais como 10 ou 10,50 ou 1.234,56',
    }),
    ambiguous: (typed, grouped, decimal) => ({
      message: `"${typed}" pode ser ${grouped} ou ${decimal}`,
      hint: `escreva por extenso: ${grouped.replace('R$ ', '')} ou ${decimal.replace('R$ ', '')}`,
    }),
    belowMinimum: (amount, minimum) => ({
      message: `${amount} está abaixo do mínimo de ${minimum}`,
      hint: `use ${minimum} ou mais; nada foi enviado`,
    }),
  },
  pixKey: {
    refused: (typed, reason, type) => ({
      message: `"${typed}" não é uma chave Pix${type === undefined ? '' : ` do tipo ${type}`}: ${KEY_REASONS[reason]}`,
      hint: 'peça a chave de novo a quem vai receber; nada foi enviado',
    }),
    ambiguous: (typed, types) => ({
      message: `"${typed}" pode ser uma chave do tipo ${types.join(' ou ')}`,
      hint: `diga qual: ${types.map((type) => `--pix-key-type ${type}`).join(' ou ')}`,
    }),
    suggestion: (type, key) => `seria ${key} (${type})?`,
    insist: 'se a chave estiver certa mesmo assim, insista com --force-key',
  },
  lookUp: {
    payment: (id) => ({
      message: `não há pagamento com o id ${id}`,
      hint: 'confira o id; saques se consultam com: pix withdraw get',
    }),
    withdrawal: (id) => ({
      message: `não há saque com o id ${id}`,
      hint: 'confira o id; pagamentos se consultam com: pix payments get',
    }),
    dispute: (paymentId) => ({
      message: `não há contestação sobre um pagamento com o id ${paymentId}`,
      hint: `confira o id; uma contestação se abre com: pix mock dispute open ${paymentId}`,
    }),
    account: (account) => ({
      message: `não há conta "${account}"`,
      hint: 'as contas de um serviço local novo são: demo, other',
    }),
  },
  usage: {
    commander: {
      unknownOption: (option) => `não há opção ${option}`,
      unknownCommand: (command) => `não há comando "${command}"`,
      missingArgument: (argument) => `falta o argumento <${argument}>`,
      optionMissingArgument: (option) => `a opção ${option} pede um valor`,
      excessArguments: 'há mais argumentos do que o comando aceita',
    },
    seeHelp: (commandPath) => `veja: ${commandPath} --help`,
    didYouMean: (suggestion) => `seria ${suggestion}?`,
    missingOption: (flag) => ({
      message: `falta ${flag}, e não há a quem perguntar`,
      hint: `acrescente ${flag}, ou rode o comando num terminal`,
    }),
    conflictingOptions: (one, other) => ({ message: `${one} e ${other} se contradizem`, hint: 'use só uma' }),
    ownForm: (asked, forms) => ({
      message: `${asked} não combina com este comando: o que sai aqui tem formato próprio`,
      hint: `tire essa opção${forms.length === 0 ? '' : `, ou peça --output ${forms.join(' ou ')}`}`,
    }),
    unknownField: (field, known, closest) => ({
      message: `não há campo "${field}"`,
      hint: `${closest === undefined ? '' : `seria ${closest}? `}há: ${known.join(', ')}`,
    }),
    unknownValue: (flag, typed, known, closest) => ({
      message: `${flag} não pode ser "${typed}"`,
      hint: `${closest === undefined ? '' : `seria ${closest}? `}pode ser: ${known.join(', ')}`,
    }),
    invalidNumber: (flag, typed, minimum, maximum) => ({
      message: `${flag} não pode ser "${typed}"`,
      hint: maximum === Infinity ? `é um número inteiro, ${minimum} ou mais` : `é um número de ${minimum} a ${maximum}`,
    }),
    invalidDuration: (flag, typed) => ({
      message: `${flag} não pode ser "${typed}"`,
      hint: 'é um número e uma unidade: 500ms, 90s, 5m, 2h, 3d; no máximo dez anos, e uma hora para um atraso',
    }),
    invalidDate: (flag, typed) => ({
      message: `${flag} não pode ser "${typed}"`,
      hint: 'é um dia (14/07/2026 ou 2026-07-14), com hora se preciso (14/07/2026 09:30), ou há quanto tempo (7d, 24h, 90m)',
    }),
    emptySpan: (since, until) => ({
      message: `não há tempo entre --since ${since} e --until ${until}`,
      hint: '--since vem antes',
    }),
    invalidId: { message: 'isso não é um id', hint: 'os ids estão na última coluna das listas' },
    longDescription: (length, maximum) => ({
      message: `a descrição tem ${length} caracteres, e o máximo é ${maximum}`,
      hint: 'encurte-a; nada foi enviado',
    }),
    controlsInDescription: {
      message: 'a descrição contém quebras de linha ou caracteres de controle',
      hint: 'escreva numa só linha; nada foi enviado',
    },
  },
};
