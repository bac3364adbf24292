import type { completion as englishCompletion, help as englishHelp } from '../en/help.ts';
import type { TopicTexts } from '../shapes.ts';

/** Names of files and people's own words in examples. */
const EXAMPLES = [
  [/july-report/, 'relatorio-julho'],
  [/july-receipts/, 'comprovantes-julho'],
  [/july(?=\.)/, 'julho'],
  [/statement(?=\.)/, 'extrato'],
  [/payments(?=\.)/, 'cobrancas'],
  [/payouts(?=\.)/, 'pagamentos'],
  [/withdraws(?=\.)/, 'envios'],
  [/receipt(?=\.)/, 'comprovante'],
  [/books(?=\.)/, 'livro'],
  [/bank(?=\.)/, 'banco'],
  [/charge(?=\.)/, 'cobranca'],
  [/journal(?=\.)/, 'registro'],
  [/again(?=\.)/, 'refazer'],
  [/before(?=\.)/, 'antes'],
  [/key(?=\.txt)/, 'chave'],
  [/INV-/, 'NF-'],
  [/order (?=17)/i, 'pedido '],
  [/wrong month/, 'mês errado'],
  [/yesterday/, 'ontem'],
  [/--status COMPLETED/, '--status paga'],
  [/last-business-day/, '"último dia útil"'],
  [/shop,factory/, 'loja,fabrica'],
  [/production/, 'producao'],
] as const;

export const help: typeof englishHelp = {
  program: 'Envia e recebe Pix pela linha de comando.',
  version: 'mostra a versão',
  help: 'mostra esta ajuda',
  helpCommand: 'Mostra a ajuda de um comando ou tópico',
  commandArgument: 'comando',
  manual: { name: 'Nome', synopsis: 'Sinopse', seeAlso: 'Veja também' },
  chapters: { 'exit-codes': 'Códigos de saída', formatting: 'Formatos', environment: 'Ambiente', safety: 'Segurança' },
  example: (line) => EXAMPLES.reduce((shown, [english, portuguese]) => shown.replace(english, portuguese), line),
  helpAll: 'explica todas as opções, também as avançadas',
  globalOptions: 'Opções globais: -p, -o, --json, --fields, --lang, -h … (pix help options)',
  advanced: (command) => `Avançadas (pix help ${command} --all):`,
  topics: (names) => `Tópicos (pix help NOME): ${names}`,
  /** By the names of the commands and groups. */
  commands: {
    auth: 'Entra, troca de perfil e mostra a chave em uso',
    keys: 'Gerencia várias chaves de API no mesmo perfil',
    balance: 'Mostra quanto pode ser enviado e quanto resta dos limites',
    stats: 'Mostra o que entrou e o que saiu, dia a dia',
    payments: 'Cria, lista e consulta cobranças',
    withdraw: 'Envia Pix e consulta os Pix enviados',
    payouts: 'Faz pagamentos em lote a partir de uma planilha, sem duplicidade',
    find: 'Encontra cobranças e envios por ID, chave, valor, nome ou texto',
    sync: 'Atualiza o índice local, para uso sem rede',
    export: 'Exporta todos os lançamentos para um arquivo',
    reconcile: 'Concilia a conta com a contabilidade: OFX, CSV, .xlsx ou camt.053',
    explain: 'Explica um código de erro, um código de saída ou uma transação',
    api: 'Faz uma requisição autenticada a qualquer rota do serviço',
    config: 'Idioma, fuso horário, paginador, perfil e tarifas',
    doctor: 'Verifica configuração, chave de API, rede e serviço',
    prompt: 'Mostra o perfil para o prompt do shell',
    completion: 'Gera o script de autocompletar de um shell',
    serve: 'Inicia um serviço local de testes, sem dinheiro real',
    mock: 'Simula eventos externos: pagamentos, contestações, falhas',
  },
  placeholders: { options: '[opções]', command: '[comando]' },
  globals: {
    profile: '<nome> usa este perfil salvo (PIX_PROFILE)',
    baseUrl: '<url> endereço do serviço (PIX_BASE_URL)',
    output: 'formato da saída: table num terminal, senão tsv',
    json: 'o mesmo que --output json',
    fields: '<a,b,c> só estes campos, nesta ordem; pontos selecionam campos internos: balance.total',
    jq: '<expressão> filtra a saída JSON com jq; textos saem sem aspas',
    lang: 'idioma dos textos (PIX_LANG, depois o do sistema)',
    quiet: 'sem avisos em stderr, só erros',
    verbose: 'mostra as requisições em stderr, sem a chave',
    noColor: 'sem cores (NO_COLOR)',
    noInput: 'nunca pergunta nada',
    timeout: '<segundos> tempo máximo de uma requisição (padrão 30); uma leitura sem resposta é tentada mais uma vez',
  },
  options: {
    offline: 'usa o índice local como está, sem requisições',
    force: 'substitui o arquivo se ele existir',
    yes: 'não pede confirmação',
    keychain: 'guarda a chave só no cofre de senhas do sistema',
    noKeychain: 'guarda a chave no arquivo de configuração, que só você pode ler',
    keyCommand:
      '<comando> pede a chave a este comando sempre que precisar, e não salva nenhuma: op read op://banco/pix/chave',
  },
};

export const topics: TopicTexts = {
  exitCodes: {
    done: 'feito',
    failed: 'falhou: a rede, o serviço ou uma recusa dele; nenhum dinheiro saiu',
    usage: 'uso errado ou entrada inválida, ou a resposta foi Não: nada foi enviado',
    partlyDone: 'feito em parte: alguns pagamentos falharam, ou não foi possível conferir a exportação',
    access: 'sem chave de API, chave inválida ou sem permissão',
    unknownOutcome: 'resultado desconhecido: o dinheiro pode ter saído. Verifique antes de enviar de novo',
    notFound: 'não encontrado',
    notStarted:
      'não foi possível executar o comando informado a "pix serve" depois de --; senão, o código de saída é o dele',
    interrupted: 'interrompido (Ctrl-C)',
  },
  formats: {
    table: 'para pessoas; o padrão no terminal',
    tsv: 'uma linha por registro, valores separados por tabulação, sem cabeçalho; o padrão fora do terminal',
    csv: 'RFC 4180, UTF-8, com cabeçalho; textos como vieram, portanto não para planilhas',
    json: 'os nomes da própria API: um objeto, ou a lista com paginação e estatísticas (igual a --json)',
    ndjson: 'um objeto JSON por linha',
  },
  variables: {
    PIX_API_KEY: 'a chave de API; tem prioridade sobre o perfil',
    PIX_BASE_URL: 'o endereço do serviço; tem prioridade sobre o perfil',
    PIX_PROFILE: 'o perfil, quando --profile não é informado',
    PIX_CONFIG_DIR: 'a pasta de perfis e de estado, em vez da usual',
    PIX_LANG: 'en ou pt-BR; por padrão, o idioma do sistema (LC_ALL, LC_MESSAGES, LANG)',
    'PIX_PAGER, PAGER': 'o programa que mostra saídas longas; cat ou vazio para nenhum',
    ACCESSIBLE: '1 para leitores de tela: nada é redesenhado, sinais viram palavras, escolhas têm número',
    'NO_COLOR, CLICOLOR_FORCE': 'sem cores; cores mesmo fora do terminal',
    'HTTPS_PROXY, HTTP_PROXY, NO_PROXY': 'o proxy até o serviço',
    NODE_EXTRA_CA_CERTS: 'arquivo com outras autoridades certificadoras (PEM)',
    TZ: 'o fuso horário das datas que as pessoas leem e digitam',
  },
  pages: {
    options: {
      summary: 'Opções que todos os comandos aceitam',
      before:
        'Podem vir antes ou depois do comando. A opção tem prioridade sobre a variável, e a variável sobre o perfil.\n',
    },
    'exit-codes': {
      summary: 'O que significa cada código de saída',
      after: 'Com saída JSON, o erro em stderr também tem um código: {"error":{"code","message","hint"}}.\n',
    },
    formatting: {
      summary: 'Saída para pessoas e para programas',
      before: 'stdout leva só os dados; perguntas, andamento, avisos e erros vão para stderr. -o escolhe o formato:\n',
      after: `Pessoas veem R$ 1.234,56 e a hora local. Programas recebem centavos inteiros e horários RFC 3339, sem cortes nem cores.
Nomes, unidades e ordem dos formatos para programas são iguais em todos os idiomas.

--fields escolhe os campos e a ordem; use ponto para subcampos:

  $ pix payments list --fields id,value,status -o csv
  $ pix balance --json --fields balance.total,limits.dailyRemaining
  $ pix payments list --all -o ndjson | head -1

--jq transforma o JSON no que for preciso, sem outro programa:

  $ pix payments list --jq '.payments[] | select(.value > 10000) | .id'

Para planilhas, use --format excel-br em pix export e pix payouts report: nenhum texto vira fórmula.
`,
    },
    environment: {
      summary: 'Variáveis que o pix lê',
      before: 'Prioridade: opção, variável de ambiente, perfil, padrão.\n',
      after: `Idioma, fuso horário, paginador e perfil podem ficar salvos: pix config set NOME VALOR. As variáveis têm prioridade.

O pix só se conecta ao serviço, a nenhum outro endereço. Não tem telemetria nem verifica se há versão nova.
`,
    },
    safety: {
      summary: 'Como o pix evita que o dinheiro saia duas vezes, ou por engano',
      before: `A API não tem chave de idempotência: quando uma resposta se perde, enviar de novo pode pagar de novo. Por isso:

- O pix nunca repete uma requisição que movimenta dinheiro. Só repete leituras.
- O pix registra cada pagamento em disco antes de enviar a requisição. Se a resposta se perde, procura o envio no serviço;
  enquanto não houver certeza, o resultado é desconhecido e o código de saída é 5.
- Uma recusa só vale na forma documentada pela API; a resposta de um gateway pode esconder um pagamento.
  Para um serviço com outra forma: pix auth login --refusal-form message
- Use uma referência em cada pagamento: a que já foi paga nunca é paga de novo, por nenhum arquivo ou comando.
- O dinheiro só sai depois de um Sim digitado, ou com --yes. Enter é Não.
- Fora do terminal, ou com --no-input, o pix não pergunta nada e não envia nada sem --yes.
- Antes de perguntar, o pix mostra o perfil e o endereço, quanto cada destinatário recebe, a tarifa e o que fica disponível.

Experimente antes. --dry-run mostra o que aconteceria; um serviço local não tem dinheiro real e falha quando você pede:

  $ pix serve --mock
  $ pix withdraw create --amount 25,00 --pix-key maria.silva@example.com --dry-run

Chaves de API nunca aparecem na linha de comando, em logs ou em erros; são exibidas só em parte: pk_…a1b2.
`,
    },
  },
};

export const completion: typeof englishCompletion = {
  help: {
    shell: '<shell> bash, zsh, fish ou powershell; vale para os shells abertos depois',
  },
};
