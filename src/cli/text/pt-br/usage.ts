import type { usage as english } from '../en/usage.ts';

export const usage: typeof english = {
  commander: {
    unknownOption: (option) => `opção desconhecida: ${option}`,
    unknownCommand: (command) => `comando desconhecido: "${command}"`,
    missingArgument: (argument) => `falta o argumento <${argument}>`,
    optionMissingArgument: (option) => `a opção ${option} exige um valor`,
    excessArguments: 'argumentos demais',
  },
  seeHelp: (commandPath) => `veja: ${commandPath} --help`,
  didYouMean: (suggestion) => `você quis dizer ${suggestion}?`,
  noRefunds:
    'esta API não tem devolução: para devolver, envie um Pix ao pagador com "pix withdraw create"; o banco trata das contestações (MED)',
  missingOption: (flag) => ({
    message: `informe ${flag}: não há terminal para perguntar`,
    hint: `acrescente ${flag}, ou execute o comando em um terminal`,
  }),
  conflictingOptions: (one, other) => ({
    message: `${one} e ${other} não podem ser usadas juntas`,
    hint: 'use só uma delas',
  }),
  ownForm: (asked, forms) => ({
    message: `${asked} não é aceito: esta saída tem formato próprio`,
    hint: `tire essa opção${forms.length === 0 ? '' : `, ou use --output ${forms.join(' ou ')}`}`,
  }),
  unknownField: (field, known, closest) => ({
    message: `campo desconhecido: "${field}"`,
    hint: `${closest === undefined ? '' : `você quis dizer ${closest}? `}campos: ${known.join(', ')}`,
  }),
  notYet: { message: 'esse período ainda não começou', hint: 'escolha um anterior' },
  basisWithoutSpan: {
    message: '--by só se aplica a um período',
    hint: 'acrescente --month 2026-07, ou --since e --until',
  },
  unknownValue: (flag, typed, known, closest) => ({
    message: `valor inválido para ${flag}: "${typed}"`,
    hint: `${closest === undefined ? '' : `você quis dizer ${closest}? `}valores válidos: ${known.join(', ')}`,
  }),
  invalidNumber: (flag, typed, minimum, maximum) => ({
    message: `valor inválido para ${flag}: "${typed}"`,
    hint: maximum === Infinity ? `é um número inteiro, ${minimum} ou mais` : `é um número de ${minimum} a ${maximum}`,
  }),
  invalidDuration: (flag, typed) => ({
    message: `valor inválido para ${flag}: "${typed}"`,
    hint: 'informe um número e uma unidade: 500ms, 90s, 5m, 2h, 3d; no máximo dez anos, ou uma hora para um atraso',
  }),
  invalidJq: (expression, cause) => ({
    message: `valor inválido "${expression}" para --jq: ${cause}`,
    hint: 'a linguagem é a do jq 1.8; nada foi enviado',
  }),
  jqFailed: (cause) => ({
    message: `--jq falhou: ${cause}`,
    hint: 'veja o documento com --json',
  }),
  invalidDate: (flag, typed) => ({
    message: `valor inválido para ${flag}: "${typed}"`,
    hint: 'informe um dia (14/07/2026 ou 2026-07-14), com hora se quiser (14/07/2026 09:30), um nome (ontem, julho, 07/2026), ou há quanto tempo (7d, 24h, 90m)',
  }),
  invalidMonth: (typed) => ({
    message: `valor inválido para --month: "${typed}"`,
    hint: 'informe um mês: 07/2026, 2026-07, julho, mês passado',
  }),
  emptySpan: (since, until) => ({
    message: `período vazio: --since ${since} não é anterior a --until ${until}`,
    hint: '--since deve vir antes',
  }),
  invalidId: { message: 'ID inválido', hint: 'os IDs estão na última coluna das listas' },
  longDescription: (length, maximum) => ({
    message: `a descrição tem ${length} caracteres; o máximo é ${maximum}`,
    hint: 'encurte-a; nada foi enviado',
  }),
  controlsInDescription: {
    message: 'a descrição contém quebras de linha ou caracteres de controle',
    hint: 'escreva numa só linha; nada foi enviado',
  },
};
