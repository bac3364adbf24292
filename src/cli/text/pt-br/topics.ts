import type { TopicTexts } from '../shapes.ts';

export const topics: TopicTexts = {
  exitCodes: {
    done: 'feito',
    failed: 'falhou: a rede, o serviço ou uma recusa dele; nenhum dinheiro saiu',
    usage: 'uso errado ou entrada inválida, ou a resposta foi Não: nada foi enviado',
    partlyDone: 'feito em parte: alguns pagamentos falharam, ou não foi possível provar que a exportação está completa',
    access: 'sem chave de API, chave inválida ou sem a permissão',
    unknownOutcome: 'resultado desconhecido: o dinheiro pode ter saído. Verifique antes de enviar de novo',
    notFound: 'não encontrado',
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
    PIX_API_KEY: 'a chave de API; vale mais que o perfil',
    PIX_BASE_URL: 'o endereço do serviço; vale mais que o perfil',
    PIX_PROFILE: 'o perfil a usar, quando --profile não diz',
    PIX_CONFIG_DIR: 'a pasta de perfis e de estado, em vez da usual',
    PIX_LANG: 'en ou pt-BR; senão decide o idioma do sistema (LC_ALL, LC_MESSAGES, LANG)',
    'PIX_PAGER, PAGER': 'o programa que mostra saídas longas; cat ou vazio para nenhum',
    'NO_COLOR, CLICOLOR_FORCE': 'sem cores; cores mesmo fora do terminal',
    'HTTPS_PROXY, HTTP_PROXY, NO_PROXY': 'o caminho até o serviço por um proxy',
    NODE_EXTRA_CA_CERTS: 'arquivo com outras autoridades certificadoras (PEM)',
    TZ: 'o fuso horário das datas que as pessoas leem e digitam',
  },
  pages: {
    options: {
      summary: 'Opções que todos os comandos aceitam',
      before: 'Podem vir antes ou depois do comando. A opção vence a variável, e a variável vence o perfil.\n',
    },
    'exit-codes': {
      summary: 'O que o código de saída diz a um script',
      after: 'Com saída JSON, o erro em stderr também tem um código: {"error":{"code","message","hint"}}.\n',
    },
    formatting: {
      summary: 'Saída para pessoas e para programas',
      before: 'stdout leva só os dados; perguntas, andamento, avisos e erros vão para stderr. -o escolhe o formato:\n',
      after: `Pessoas veem R$ 1.234,56 e a hora local. Programas recebem centavos inteiros e horários RFC 3339, sem cortes nem cores.
Nomes, unidades e ordem dos formatos para programas são iguais em todos os idiomas.

--fields escolhe os campos e a ordem; o ponto entra no objeto:

  $ pix payments list --fields id,value,status -o csv
  $ pix balance --json --fields balance.total,limits.dailyRemaining
  $ pix payments list --all -o ndjson | head -1

--jq e --template transformam o JSON no que for preciso, sem outro programa:

  $ pix payments list --jq '.payments[] | select(.value > 10000) | .id'
  $ pix find pedido 17 --template '{{range .matches}}{{.id}} {{money .value}} {{date .createdAt}}{{"\\n"}}{{end}}'

Para planilhas: --format excel-br de pix export e pix payouts report, em que nenhum texto é executado como fórmula.
`,
    },
    environment: {
      summary: 'Variáveis que o pix lê',
      before: 'A opção vale mais que a variável, a variável mais que o perfil, e o perfil mais que o padrão.\n',
      after: `Idioma, fuso horário, paginador e perfil podem ser escolhidos de uma vez por todas: pix config set NOME VALOR. As variáveis
valem mais que isso.

O pix só se conecta ao serviço, e a nenhum outro endereço. Não tem telemetria nem verifica se há versão nova.
`,
    },
    safety: {
      summary: 'Como o pix evita que dinheiro saia duas vezes, ou por engano',
      before: `A API não tem chave de idempotência: quando uma resposta se perde, enviar de novo pode pagar de novo. Por isso:

- O pix não repete nada que mova dinheiro. O que pode ser repetido sem risco (leituras) ele repete.
- A intenção é gravada em disco antes de o pedido sair. Se a resposta se perde, o pix procura o saque no serviço;
  enquanto não houver certeza, o resultado é desconhecido e o código de saída é 5.
- Uma recusa só conta como tal na forma do documento da API; a resposta de um gateway pode esconder um pagamento.
  Para um serviço com outra forma: pix auth login --refusal-form message
- Dê uma referência aos pagamentos: a que já foi paga nunca é paga de novo, em nenhum arquivo ou comando.
- O dinheiro só sai depois de um Sim digitado, ou com --yes. A resposta do Enter é Não.
- Fora do terminal, ou com --no-input, nada pergunta, e nada é enviado sem --yes.
- Antes de perguntar, o pix mostra o perfil e o endereço, quem recebe quanto, a tarifa e o que fica na conta.

Ensaie antes. --dry-run mostra o que aconteceria; um serviço local não tem dinheiro real e falha quando você pede:

  $ pix serve --mock
  $ pix withdraw create --amount 25,00 --pix-key maria.silva@example.com --dry-run

Chaves de API nunca ficam na linha de comando, em log ou em erro; delas só se veem as pontas: pk_…a1b2.
`,
    },
  },
};
