import { failure } from '../../errors/command-error.ts';
import type * as english from '../en/usage.ts';
import { labels } from './labels.ts';

export const usage: typeof english.usage = {
  commander: {
    unknownOption: (option) => `opção desconhecida: ${option}`,
    unknownCommand: (command) => `comando desconhecido: "${command}"`,
    missingArgument: (argument) => `informe ${argument.toUpperCase()}`,
    optionMissingArgument: (option) => `a opção ${option} exige um valor`,
    excessArguments: (argument) => `argumento inesperado: "${argument}"`,
  },
  dashesMissing: (word, line) => failure`falta -- antes de "${word}", o comando a executar \n ${line}`,
  seeHelp: (commandPath) => `veja: ${commandPath} --help`,
  didYouMean: (suggestion) => `você quis dizer ${suggestion}?`,
  noRefunds:
    'esta API não tem devolução: para devolver, envie um Pix ao pagador com "pix withdraw create"; o banco trata das contestações (MED)',
  missingOption: (flag) => failure`${flag} é obrigatório \n acrescente ${flag}, ou execute o comando em um terminal`,
  conflictingOptions: (one, other) => failure`${one} e ${other} não podem ser usadas juntas \n use só uma delas`,
  givenTwice: (option) => failure`${option} aparece duas vezes \n informe uma vez só`,
  ownForm: (asked, forms) => failure`
    ${asked} não é aceito: esta saída tem formato próprio
    remova essa opção${forms.length === 0 ? '' : `, ou use --output ${forms.join(' ou ')}`}`,
  unknownField: (field, known, closest) => failure`
    campo desconhecido: "${field}"
    ${closest === undefined ? '' : `você quis dizer ${closest}? `}campos: ${known.join(', ')}`,
  oneAccountOnly: failure`
    --base-url não pode ser usada com vários perfis: cada um tem o seu endereço
    remova essa opção, ou indique um só perfil`,
  notYet: failure`esse período ainda não começou \n escolha um anterior`,
  basisWithoutSpan: failure`--by só se aplica a um período \n acrescente --month 2026-07, ou --since e --until`,
  unknownValue: (flag, typed, known, closest) => failure`
    valor inválido para ${flag}: "${typed}"
    ${closest === undefined ? '' : `você quis dizer ${closest}? `}valores válidos: ${known.join(', ')}`,
  invalidNumber: (flag, typed, minimum, maximum) => failure`
    valor inválido para ${flag}: "${typed}"
    ${maximum === Infinity ? `use um número inteiro, ${minimum} ou mais` : `use um número de ${minimum} a ${maximum}`}`,
  invalidPermission: (flag, typed, kinds) => failure`
    valor inválido para ${flag}: "${typed}"
    informe o que a recusa mostra: um tipo (${kinds.join(', ')}) e o código, como repeated:3f9a2c`,
  invalidDuration: (flag, typed, maximum) => failure`
    valor inválido para ${flag}: "${typed}"
    informe um número e uma unidade (ms, s, m, h, d), como 90s; no máximo ${maximum}`,
  invalidJq: (expression, cause) => failure`
    valor inválido "${expression}" para --jq: ${cause}
    a linguagem é a do jq 1.8; nada foi enviado`,
  jqNotInstalled: failure`
    --jq precisa do pacote jq-wasm, que não está instalado; nada foi enviado
    instale-o: npm install -g jq-wasm; ou passe --json ao jq: pix … --json | jq …`,
  jqFailed: (cause) => failure`--jq falhou: ${cause} \n veja o documento com --json`,
  invalidDate: (flag, typed) => failure`
    valor inválido para ${flag}: "${typed}"
    informe um dia (14/07/2026 ou 2026-07-14), com hora se quiser (14/07/2026 09:30), um nome (ontem, julho, 07/2026), ou há quanto tempo (7d, 24h, 90m)`,
  invalidMonth: (typed) => failure`
    valor inválido para --month: "${typed}"
    informe um mês: 07/2026, 2026-07, julho, mês passado`,
  emptySpan: (since, until) => failure`
    período vazio: --since ${since} não é anterior a --until ${until}
    --since deve vir antes`,
  invalidId: failure`ID inválido \n os IDs estão na última coluna das listas`,
  longDescription: (length, maximum) => failure`
    a descrição tem ${length} caracteres; o máximo é ${maximum}
    encurte-a; nada foi enviado`,
  controlsInDescription: failure`
    a descrição contém quebras de linha ou caracteres de controle
    escreva numa só linha; nada foi enviado`,
};

export const pixKey: typeof english.pixKey = {
  types: labels.keyTypes,
  refused: (typed, reason, type) => failure`
    chave Pix${type === undefined ? '' : ` do tipo ${labels.keyTypes[type]}`} inválida "${typed}": ${labels.keyFlaws[reason]}
    peça a chave de novo ao destinatário; nada foi enviado`,
  ambiguous: (typed, types) => failure`
    "${typed}" pode ser uma chave do tipo ${types.map((type) => labels.keyTypes[type]).join(' ou ')}
    informe qual: ${types.map((type) => `--pix-key-type ${type}`).join(' ou ')}`,
  suggestion: (type, key) => `você quis dizer ${key} (${labels.keyTypes[type]})?`,
  insist: 'se a chave estiver correta, use --force-key',
  recipient: 'Chave Pix do destinatário',
  which: (typed) => `Qual é o tipo da chave ${typed}?`,
  whichRecipient: 'Para quem?',
  anotherKey: 'outra chave',
};

export const amount: typeof english.amount = {
  refused: (typed, reason, flag) => failure`
    valor inválido${flag === undefined ? '' : ` para ${flag}`}: "${typed}": ${labels.amountFlaws[reason]}
    escreva reais como 10 ou 10,50 ou 1.234,56`,
  ambiguous: (typed, grouped, decimal) => failure`
    "${typed}" pode ser ${grouped} ou ${decimal}
    escreva ${grouped.replace('R$ ', '')} ou ${decimal.replace('R$ ', '')}`,
  belowMinimum: (amount, minimum) => failure`
    ${amount} está abaixo do mínimo de ${minimum}
    use ${minimum} ou mais; nada foi enviado`,
};
