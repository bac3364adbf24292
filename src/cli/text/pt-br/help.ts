import type { help as english } from '../en/help.ts';

export const help: typeof english = {
  program: 'Envie e receba Pix pela linha de comando.',
  version: 'mostra a versão',
  help: 'mostra esta ajuda',
  helpCommand: 'Mostra a ajuda de um comando ou tópico',
  commandArgument: 'comando',
  headings: {
    usage: 'Uso:',
    arguments: 'Argumentos:',
    options: 'Opções:',
    commands: 'Comandos:',
    examples: 'Exemplos:',
    topics: 'Ajuda de um comando ou tópico (pix help NOME):',
  },
  explainedByTopic: 'Opções globais (explicadas por: pix help options):',
  groups: {
    account: 'Conta',
    money: 'Dinheiro',
    lookUp: 'Consultas',
    setUp: 'Configuração',
    localService: 'Serviço local',
  },
  summaries: {
    stats: 'Mostra o que entrou e o que saiu, dia a dia',
    find: 'Encontra transações por ID, chave Pix, valor, nome ou palavras',
    explain: 'Explica um código, um código de saída ou uma transação',
    api: 'Faz uma requisição autenticada a qualquer rota do serviço',
  },
  placeholders: { options: '[opções]', command: '[comando]' },
  globals: {
    profile: { value: 'nome', description: 'usa este perfil salvo (PIX_PROFILE)' },
    baseUrl: { value: 'url', description: 'endereço do serviço (PIX_BASE_URL)' },
    output: 'formato da saída: table num terminal, senão tsv',
    json: 'o mesmo que --output json',
    fields: {
      value: 'a,b,c',
      description: 'só estes campos, nesta ordem; pontos selecionam campos internos: balance.total',
    },
    jq: { value: 'expressão', description: 'filtra a saída JSON com jq; textos saem sem aspas' },
    lang: 'idioma dos textos (PIX_LANG, depois o do sistema)',
    quiet: 'sem avisos em stderr, só erros',
    verbose: 'mostra as requisições em stderr, sem a chave',
    noColor: 'sem cores (NO_COLOR)',
    noInput: 'nunca pergunta nada',
    timeout: {
      value: 'segundos',
      description: 'tempo máximo de uma requisição (padrão 30); uma leitura sem resposta é tentada mais uma vez',
    },
  },
  options: {
    force: 'substitui o arquivo se ele existir',
    keychain: 'guarda a chave só no cofre de senhas do sistema',
    noKeychain: 'guarda a chave no arquivo de configuração, que só você pode ler',
  },
};
