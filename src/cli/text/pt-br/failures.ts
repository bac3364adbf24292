import type { failures as english } from '../en/failures.ts';
import type { AmountTexts, PixKeyTexts } from '../shapes.ts';
import { configuration, transport } from './connection.ts';
import { refusals } from './refusals.ts';

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
    outputUnread: 'ninguém mais lê a saída',
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
    noRefunds:
      'esta API não tem devolução: para devolver, envie um Pix ao pagador com "pix withdraw create"; contestações (MED) são tratadas pelo banco',
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
      hint: 'é um dia (14/07/2026 ou 2026-07-14), com hora se preciso (14/07/2026 09:30), um nome (ontem, julho, 07/2026), ou há quanto tempo (7d, 24h, 90m)',
    }),
    invalidMonth: (typed) => ({
      message: `--month não pode ser "${typed}"`,
      hint: 'é um mês: 07/2026, 2026-07, julho, mês passado',
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
