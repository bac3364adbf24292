import type { usage as english } from '../en/usage.ts';

export const usage: typeof english = {
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
    'esta API não tem devolução: para devolver, envie um Pix ao pagador com "pix withdraw create"; o banco trata das contestações (MED)',
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
};
