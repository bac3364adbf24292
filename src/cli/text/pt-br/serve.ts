import { failure } from '../../errors/command-error.ts';
import type { serve as english } from '../en/serve.ts';

export const serve: typeof english = {
  help: {
    command: '<comando> depois de --: executa-o com PIX_BASE_URL e PIX_API_KEY, em uma porta livre, e encerra com ele',
    mock: 'roda o serviço local (obrigatório: não há outro)',
    port: '<porta> porta do serviço; 0 escolhe uma livre (padrão 4010)',
    host: '<host> endereço do serviço (padrão 127.0.0.1)',
    expose: 'permite o acesso de outras máquinas; as chaves passam a ser aleatórias, e "pix mock" exige um token',
    allowHost: '<nome> responde também por este nome de host (pode ser repetida)',
    allowOrigin: '<origem> permite que páginas web desta origem o usem (pode ser repetida)',
    data: '<arquivo> guarda os dados neste arquivo; sem ele, na memória',
    database: '<url> guarda os dados neste banco PostgreSQL, junto com outras instâncias',
    schema: '<nome> o schema nesse banco (padrão pix)',
    tls: 'atende em HTTPS, com um certificado para localhost que ele mesmo cria, e diz como confiar nele',
    seed: '<número> torna histórico, IDs e chaves iguais a cada início (padrão 42)',
    seedFile: '<arquivo> preenche um serviço novo com este mundo, em vez de um histórico (JSON)',
    fromProfile: '<nome> preenche um serviço novo com uma réplica desta conta, a partir do índice dela (pix sync)',
    now: '<data> inicia o relógio do serviço nesta data e hora: 2026-07-14T12:00:00Z (padrão: agora)',
    payments: '<número> cobranças no histórico da conta demo (padrão 120)',
    withdraws: '<número> envios nesse histórico (padrão 30)',
    noRateLimit: 'não limita as requisições por segundo',
    noCache: 'não repete respostas de listas por 60 segundos',
    balanceCache: '<segundos> repete respostas de saldo por esse tempo (padrão 0)',
    webhook: '<url> envia para lá cada mudança de status, assinada; convenção nossa (pode ser repetida)',
    webhookSignature: '<tipo> como: standard (Standard Webhooks, padrão), stripe, none',
    open: 'abre o console no navegador',
    noProfile: 'não salva endereço e chave como perfil "mock"',
    withParent: 'encerra quando o processo que o iniciou termina',
  },
  mockOnly: failure`informe --mock: o pix só roda o serviço local de testes \n pix serve --mock`,
  loopbackOnly: (host) => failure`
    outras máquinas poderiam acessar o serviço em ${host}
    acrescente --expose para permitir isso, ou use 127.0.0.1, ::1 ou localhost`,
  startFailures: {
    port_in_use: ({ address }) => failure`
      ${address} está em uso
      use uma porta livre com --port 0, ou pare o que roda nela`,
    address_unavailable: ({ address }) => failure`
      não foi possível usar o endereço ${address}
      use --host 127.0.0.1 e --port 0`,
    not_exposed: ({ address }) => failure`
      ${address} pode ser acessado por outras máquinas
      acrescente --expose para permitir isso, ou use --host 127.0.0.1`,
    data_file_locked: ({ dataFile }) => failure`
      outro processo está usando ${dataFile}
      pare aquele serviço, ou use outro arquivo com --data`,
    data_file_newer: ({ dataFile }) => failure`
      ${dataFile} foi gravado por um pix mais novo
      use aquela versão, ou outro arquivo com --data`,
    data_file_foreign: ({ dataFile }) => failure`
      ${dataFile} não é um arquivo de dados do serviço local; não foi alterado
      use outro arquivo com --data`,
    data_file_unreadable: ({ dataFile }) => failure`
      não foi possível abrir ${dataFile} como arquivo de dados
      confira a pasta e suas permissões, ou use outro arquivo com --data`,
    data_file_damaged: ({ dataFile, damage }) => failure`
      ${dataFile} está danificado, e seus valores não são confiáveis: ${damage}
      guarde uma cópia dele, inicie com um arquivo novo (--data NOVO.db) e restaure o último snapshot: pix mock restore ARQUIVO`,
    seed_differs: ({ dataFile, storedSeed, requestedSeed }) => failure`
      ${dataFile} foi feito com a semente ${storedSeed}, não ${requestedSeed}
      remova --seed, ou use outro arquivo com --data`,
    world_invalid: ({ path, reason }) => failure`
      mundo inválido: ${path === '' ? '' : `${path}: `}${reason}
      corrija essa parte do arquivo; nada foi gravado`,
    world_differs: ({ dataFile }) => failure`
      ${dataFile} foi preenchido com outra coisa, não com este mundo
      remova --seed-file, ou use um arquivo ou schema novo`,
    database_driver_missing: () => failure`
      o pacote pg, que acessa o PostgreSQL, não está instalado
      instale o pix e o pg pelo npm, pois o executável único não o usa: npm install -g pix-wallet pg`,
    database_unreachable: ({ database, reason }) => failure`
      não foi possível conectar a ${database}: ${reason}
      confira o endereço (--database postgres://USUÁRIO@HOST/BANCO), se o servidor está no ar e se não é um pooler; a senha vem de PGPASSWORD ou de um arquivo pgpass`,
    database_refused: ({ database, reason }) => failure`
      ${database} recusou a conexão: ${reason}
      confira o usuário, o nome do banco e o do schema; a senha vem de PGPASSWORD ou de um arquivo pgpass`,
    database_failed: ({ database, reason }) => failure`
      ${database} informou um erro: ${reason}
      confira se o usuário pode criar um schema ali e se não é um servidor standby nem um pooler`,
    database_pooled: ({ database }) => failure`
      há um pooler antes de ${database}, que descarta as configurações do pix
      conecte ao próprio servidor: --database postgres://USUÁRIO@HOST/BANCO`,
    database_foreign: ({ database }) => failure`
      o schema em ${database} é de outro programa; nada foi alterado
      use outro schema com --schema`,
    database_newer: ({ database }) => failure`
      ${database} foi gravado por um pix mais novo
      use aquela versão, ou outro schema com --schema`,
    database_too_old: ({ database }) => failure`
      ${database} é anterior ao PostgreSQL 14
      use o PostgreSQL 14 ou mais novo`,
    database_not_utf8: ({ database }) => failure`
      ${database} não guarda todos os caracteres: a codificação dele não é UTF8
      crie outro: createdb --encoding=UTF8 --template=template0 BANCO`,
  },
  invalidDatabase: failure`
    valor inválido para --database
    informe postgres://USUÁRIO@HOST/BANCO; a senha vem de PGPASSWORD ou de um arquivo pgpass`,
  invalidSchema: (typed) => failure`
    valor inválido "${typed}" para --schema
    use letras minúsculas, dígitos e _, sem começar com dígito nem com pg_`,
  dataOrDatabase: failure`
    --data e --database não podem ser usados juntos
    use --data para um arquivo de uma só instância, --database para várias instâncias`,
  schemaWithoutDatabase: failure`
    --schema exige --database
    pix serve --mock --database postgres://USUÁRIO@HOST/BANCO --schema NOME`,
  invalidHost: (typed) => failure`
    valor inválido "${typed}" para --allow-host
    informe um nome sem esquema nem porta: --allow-host pix.example.com`,
  invalidOrigin: (typed) => failure`
    valor inválido "${typed}" para --allow-origin
    informe esquema, nome e porta, sem caminho: --allow-origin http://localhost:5173`,
  keepNamesOfProfile: failure`--keep-names exige --from-profile \n pix serve --mock --from-profile NOME --keep-names`,
  worldUnreadable: (file, reason) => failure`
    não foi possível ler ${file}: ${reason}
    deve ser JSON, como "pix mock world export" grava`,
  invalidWebhook: (name, typed) => failure`
    valor inválido para ${name}: "${typed}"
    informe um endereço http ou https sem usuário: http://127.0.0.1:3000/pix`,
  invalidSecret: failure`
    PIX_WEBHOOK_SECRET deve ser "whsec_" e o base64 de 24 a 64 bytes
    crie um com: echo "whsec_$(openssl rand -base64 24)"; ou remova-o: o serviço então cria o seu`,
  weakToken: failure`
    PIX_MOCK_TOKEN deve ter de 16 a 200 caracteres ASCII visíveis
    crie um com "openssl rand -hex 16", ou remova-o: o serviço então cria o seu`,
  notStarted: (command, reason) => ({ message: `não foi possível rodar "${command}": ${reason}` }),
  commandCauses: { ENOENT: 'arquivo ou comando não encontrado' },
  failed: (method, path, cause) => `${method} ${path} recebeu a resposta 500: ${cause}`,
  profileOfAnother: (name, origin, own) =>
    `O perfil "${name}" é do serviço local em ${origin}, que ainda está no ar. O perfil deste serviço é "${own}".`,
  profileNotStored: (reason) => `O perfil "mock" não foi salvo: ${reason}`,
  ready: (url) => `Serviço local de testes em ${url} (nenhum dinheiro real).`,
  console: (url) => `Console para o navegador: ${url}`,
  keys: 'Chaves:',
  exposed: (token) =>
    `Outras máquinas podem acessá-lo. Os comandos de "pix mock" exigem este token em PIX_MOCK_TOKEN:\n  ${token}`,
  webhooks: (urls, secret) =>
    `Cada mudança de status é enviada (convenção nossa) para:\n${urls.map((url) => `  ${url}`).join('\n')}\nassinada com este segredo:\n  ${secret}`,
  webhooksDropped: (count) =>
    count === 1
      ? '1 webhook não foi entregue e foi descartado.'
      : `${count} webhooks não foram entregues e foram descartados.`,
  trust: (file) =>
    [
      'O certificado é assinado por uma autoridade só desta máquina. Confie nela apenas nos seus testes:',
      `  NODE_EXTRA_CA_CERTS=${file}   Node.js e pix`,
      `  REQUESTS_CA_BUNDLE=${file}    Python (requests)`,
      `  curl --cacert ${file}`,
    ].join('\n'),
  tryIt: 'Experimente, em outro terminal:',
  stopHint: 'Ctrl-C o encerra.',
  seeding: (percent) => `gravando o histórico: ${percent}%`,
  stopping: 'Encerrando.',
};
