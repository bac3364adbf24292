import { failure } from '../../errors/command-error.ts';
import type * as english from '../en/errors.ts';
import { count, oneDecimal } from './numbers.ts';
import { labels } from './labels.ts';
import { settings } from './settings.ts';
import { isLoopbackHost } from '../../../contract/addresses.ts';

const DISK_HINT = 'libere espaço no disco ou verifique o disco; depois repita o comando';

export const errors: typeof english.errors = {
  interrupted: { message: 'interrompido' },
  cancelled: { message: 'cancelado; nada foi enviado' },
  nothingSent: (message) => `${message.replace(/; nada foi enviado$/, '')}; nada foi enviado`,
  folderNotFound: 'pasta não encontrada',
  outputUnread: 'a saída foi fechada',
  outputLost: (reason) => failure`a saída foi interrompida: ${reason} \n verifique o destino e repita o comando`,
  createdUnreported: (id, amount, reason) => failure`
    ${id}, de ${amount}, FOI CRIADO, mas a saída foi interrompida: ${reason}
    não repita o comando; consulte pelo ID`,
  sqliteMissing: (version) => failure`
    o Node ${version} não traz SQLite, e este comando grava dados; nada foi feito
    use o Node 22.13 ou mais recente, ou instale-o ao lado do pix: npm install -g @photostructure/sqlite`,
  diskHint: DISK_HINT,
  diskFailed: (reason) => failure`não foi possível gravar no disco: ${reason} \n ${DISK_HINT}`,
  unexpected: (message) => failure`
    erro interno do pix: ${message}
    repita o comando com --verbose e relate o que aparece`,
  contractBroken: (path, expected) => failure`
    resposta inesperada do serviço${path === '' ? '' : `, em ${path}`}: ${expected.replace(/^expected/, 'esperava-se')}
    é o endereço do serviço? veja: pix auth status`,
  redirectRefused: (target) => failure`
    o serviço redirecionou para outro endereço; a chave não foi enviada: ${target}
    informe o endereço certo com --base-url ou pix auth login`,
  serverFailed: (status) => failure`
    o serviço falhou (HTTP ${status})
    tente mais tarde; --verbose mostra a requisição`,
  refused: (status, code) => failure`o serviço recusou (HTTP ${status}, ${code}) \n --verbose mostra a requisição`,
  serviceSays: (words) => `(mensagem do serviço: ${words})`,
  fileExists: (path) => failure`
    ${path} já existe e não foi alterado
    escolha outro arquivo, ou substitua com --force`,
  tooManyRows: (maximum) => failure`
    uma planilha do Excel comporta ${count(maximum)} linhas, e há mais do que isso
    grave em CSV: --out ARQUIVO.csv`,
  workbookNeedsOut: failure`uma planilha .xlsx só pode ser gravada em arquivo \n informe o nome: --out ARQUIVO.xlsx`,
  fileUnreadable: (path, reason) => failure`
    não foi possível ler ${path}: ${reason}
    confira o nome e as permissões`,
  fileUnwritable: (path, reason) => failure`
    não foi possível gravar ${path}: ${reason}
    confira a pasta, as permissões e o espaço livre`,
  stateFolderUnwritable: (path, reason) => failure`
    não foi possível usar a pasta de dados do pix: ${reason}
    confira dono e espaço livre de ${path}, ou escolha outra pasta com PIX_CONFIG_DIR`,
  ambiguousId: (typed, ids) => failure`
    vários IDs começam ou terminam com "${typed}": ${ids.join(', ')}
    digite mais caracteres`,
  isRun: (runId) => failure`${runId} é um lote de pagamentos \n veja-o com: pix payouts status ${runId}`,
  findPart: (typed) => `para procurar por qualquer código, nome ou valor: pix find ${typed}`,
  notFound: {
    payment: (id) => failure`
      cobrança não encontrada: ${id}
      procure com: pix find ${id}`,
    withdrawal: (id) => failure`
      Pix enviado não encontrado: ${id}
      procure com: pix find ${id}`,
    dispute: (paymentId) => failure`
      nenhuma contestação encontrada para a cobrança ${paymentId}
      confira o ID, ou abra uma contestação com: pix mock dispute open ${paymentId}`,
    webhook: (id) => failure`nenhum endereço tem o ID ${id} \n veja: pix mock webhooks list`,
    event: (id) => failure`
      nenhum evento ${id} foi enviado a um endereço cadastrado
      veja: pix mock webhooks deliveries`,
    entry: (id) => failure`
      cobrança ou envio não encontrado: ${id}
      procure com: pix find ${id}`,
    account: (account) => failure`
      conta não encontrada: "${account}"
      as contas de um serviço local novo são: demo, other`,
  },
};

export const transport: typeof english.transport = {
  connection_refused: (host) => failure`
    não foi possível conectar a ${host}: conexão recusada
    ${isLoopbackHost(new URL(`http://${host}`).hostname) ? 'ele está no ar? o serviço local se inicia com: pix serve --mock' : 'o serviço está no ar, e o endereço está certo? veja: pix auth status'}`,
  host_not_found: (host) => failure`host não encontrado: ${host} \n confira o endereço (pix auth status) e a rede`,
  certificate_invalid: (host) => failure`
    o certificado de ${host} não é válido
    confira o endereço; para uma autoridade certificadora própria, defina NODE_EXTRA_CA_CERTS`,
  connect_timeout: (host) => failure`tempo esgotado ao conectar a ${host} \n confira a rede e tente de novo`,
  network_unreachable: (host) => failure`
    ${host} está inacessível a partir desta rede
    confira a rede e tente de novo`,
  tls_failed: (host) => failure`
    não foi possível estabelecer uma conexão segura com ${host}
    o serviço usa https? confira o endereço: pix auth status`,
  connection_lost: (host) => failure`a conexão com ${host} caiu antes da resposta \n tente de novo`,
  answer_cut: (host) => failure`a resposta de ${host} veio incompleta \n tente de novo`,
  not_http: (host) => failure`${host} não respondeu em HTTP \n confira o endereço e a porta: pix auth status`,
  timed_out: (host) => failure`${host} não respondeu a tempo \n tente de novo, se preciso com mais tempo: --timeout 60`,
  proxy_refused: (host) => failure`
    não foi possível conectar a ${host} pelo proxy
    confira HTTPS_PROXY, HTTP_PROXY e NO_PROXY: o proxy está no ar e permite este host?`,
  connection_failed: (host) => failure`a conexão com ${host} falhou \n tente de novo; --verbose mostra a causa`,
};

export const configuration: typeof english.configuration = {
  no_key: () => failure`nenhuma chave de API configurada \n pix auth login`,
  invalid_key: () => failure`
    chave de API inválida: contém espaços, quebras de linha ou acentos
    copie de novo, sem aspas e sem quebras de linha`,
  invalid_base_url: () => settings.invalidBaseUrl(''),
  blocked_port: () => failure`
    a porta no endereço do serviço é reservada a outro protocolo; clientes HTTP a recusam
    rode o serviço em outra porta, como 443, 8080 ou 4010`,
  invalid_profile_name: () => failure`nome de perfil inválido \n use letras, dígitos, hífens e sublinhados`,
  invalid_key_name: () => failure`nome de chave inválido \n use letras, dígitos, hífens e sublinhados`,
  duplicate_key: () => failure`o perfil já tem essa chave, ou outra com esse nome \n veja: pix keys list`,
  invalid_proxy: () => failure`
    endereço do proxy inválido
    confira HTTPS_PROXY e HTTP_PROXY: começam com http:// ou https://`,
  config_unreadable: (path) => failure`
    não foi possível ler o arquivo de configuração: ${path}
    corrija-o, ou mova-o e entre de novo: pix auth login`,
  config_unwritable: (path) => failure`
    não foi possível gravar o arquivo de configuração: ${path}
    confira dono e espaço livre, ou escolha outra pasta com PIX_CONFIG_DIR`,
  keychain_failed: () => failure`
    não foi possível usar o cofre de senhas do sistema
    desbloqueie-o e tente de novo, ou guarde a chave no arquivo: pix auth login --no-keychain`,
  read_only: () => failure`
    o perfil é somente leitura: não movimenta dinheiro nem cria nada; nada foi enviado
    use outro perfil com -p, ou libere este: pix auth login --no-read-only`,
};

export const localService: typeof english.localService = {
  unreachable: {
    not_local_service: (origin) => failure`
      ${origin} não é um serviço local; nada foi alterado
      escolha o serviço local com -p mock ou --base-url; inicie um com: pix serve --mock`,
    lever_token_wanted: (origin) => failure`
      o serviço local em ${origin} está exposto e exige o token dele
      o serviço o mostrou ao iniciar; defina-o em PIX_MOCK_TOKEN`,
  },
  noService: failure`
    nenhum serviço local configurado
    inicie um com "pix serve --mock", ou informe o endereço com --base-url`,
  token: 'Token do serviço local (não aparece)',
};

export const progress: typeof english.progress = {
  attempt: (number) => `tentativa ${number}`,
  rate: (remaining, limit) => `restam ${remaining} de ${limit} requisições`,
  tenths: oneDecimal,
  retrying: (reason, seconds) => `${reason}; nova tentativa em ${seconds} s`,
  reasons: labels.retryReasons,
  waitingFor: (host, seconds) => `aguardando ${host}, ${seconds} s`,
  waiting: (seconds) => `limite de requisições atingido; aguardando ${seconds} s`,
  noAnswer: (host, seconds) => `sem resposta de ${host} em ${seconds} s; tentando de novo`,
  keyDropped: (keyName) => `o serviço não aceita mais a chave "${keyName}"; continuando com as outras`,
  permissionMissing: (keyName, permission) =>
    `a chave "${keyName}" não tem a permissão ${permission}; continuando com as outras`,
  reading: (list, rowsRead, total) =>
    `${list}: ${count(rowsRead)} de ${count(total)} (${total === 0 ? 100 : Math.floor((rowsRead * 100) / total)}%)`,
  speed: (perSecond, left) => `, ${count(perSecond)} por segundo, faltam ${left}`,
};
