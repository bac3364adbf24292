import { failure } from '../../errors/command-error.ts';
import type { localService as englishService, progress as englishProgress } from '../en/connection.ts';
import type { TransportTexts, ConfigurationTexts } from '../shapes.ts';
import { count, oneDecimal } from './numbers.ts';
import { isLoopbackHost } from '../../../contract/addresses.ts';
import { inPortuguese } from '../../../contract/words/pairs.ts';
import { RETRY_REASONS } from '../labels.ts';

export const transport: TransportTexts = {
  connection_refused: (host) =>
    failure(
      `não foi possível conectar a ${host}: conexão recusada`,
      isLoopbackHost(new URL(`http://${host}`).hostname)
        ? 'ele está no ar? o serviço local se inicia com: pix serve --mock'
        : 'o serviço está no ar, e o endereço está certo? veja: pix auth status',
    ),
  host_not_found: (host) => failure(`host não encontrado: ${host}`, 'confira o endereço (pix auth status) e a rede'),
  certificate_invalid: (host) =>
    failure(
      `o certificado de ${host} não é válido; nada foi enviado`,
      'confira o endereço; para uma autoridade certificadora própria, defina NODE_EXTRA_CA_CERTS',
    ),
  connect_timeout: (host) => failure(`tempo esgotado ao conectar a ${host}`, 'confira a rede e tente de novo'),
  network_unreachable: (host) =>
    failure(`${host} está inacessível a partir desta rede`, 'confira a rede e tente de novo'),
  tls_failed: (host) =>
    failure(
      `não foi possível estabelecer uma conexão segura com ${host}`,
      'o serviço usa https? confira o endereço: pix auth status',
    ),
  connection_lost: (host) => failure(`a conexão com ${host} caiu antes da resposta`, 'tente de novo'),
  answer_cut: (host) => failure(`a resposta de ${host} veio incompleta`, 'tente de novo'),
  not_http: (host) => failure(`${host} não respondeu em HTTP`, 'confira o endereço e a porta: pix auth status'),
  timed_out: (host) =>
    failure(`${host} não respondeu a tempo`, 'tente de novo, se preciso com mais tempo: --timeout 60'),
  proxy_refused: (host) =>
    failure(
      `o proxy recusou a conexão com ${host}; nada foi enviado`,
      'confira HTTPS_PROXY, HTTP_PROXY e NO_PROXY, e as regras do proxy',
    ),
  connection_failed: (host) => failure(`a conexão com ${host} falhou`, 'tente de novo; --verbose mostra a causa'),
};

export const configuration: ConfigurationTexts = {
  no_key: () => failure('nenhuma chave de API configurada', 'pix auth login'),
  invalid_key: () =>
    failure(
      'chave de API inválida: contém espaços, quebras de linha ou acentos',
      'copie de novo, sem aspas e sem quebras de linha',
    ),
  invalid_base_url: () =>
    failure('endereço do serviço inválido', 'começa com https:// ou http:// e não contém usuário, senha nem query'),
  blocked_port: () =>
    failure(
      'a porta no endereço do serviço é reservada a outro protocolo; clientes HTTP a recusam',
      'rode o serviço em outra porta, como 443, 8080 ou 4010',
    ),
  invalid_profile_name: () => failure('nome de perfil inválido', 'use letras, dígitos, hífens e sublinhados'),
  invalid_key_name: () => failure('nome de chave inválido', 'use letras, dígitos, hífens e sublinhados'),
  duplicate_key: () => failure('o perfil já tem essa chave, ou outra com esse nome', 'veja: pix keys list'),
  invalid_proxy: () =>
    failure('endereço do proxy inválido', 'confira HTTPS_PROXY e HTTP_PROXY: começam com http:// ou https://'),
  config_unreadable: (path) =>
    failure(
      `não foi possível ler o arquivo de configuração: ${path}`,
      'corrija-o, ou mova-o e entre de novo: pix auth login',
    ),
  config_unwritable: (path) =>
    failure(
      `não foi possível gravar o arquivo de configuração: ${path}`,
      'confira dono e espaço livre, ou escolha outra pasta com PIX_CONFIG_DIR',
    ),
  keychain_failed: () =>
    failure(
      'não foi possível usar o cofre de senhas do sistema',
      'desbloqueie-o e tente de novo, ou guarde a chave no arquivo: pix auth login --no-keychain',
    ),
  read_only: () =>
    failure(
      'o perfil é somente leitura: não movimenta dinheiro nem cria nada; nada foi enviado',
      'use outro perfil com -p, ou libere este: pix auth login --no-read-only',
    ),
};

export const localService: typeof englishService = {
  unreachable: {
    not_local_service: (origin) =>
      failure(
        `${origin} não é um serviço local; nada foi alterado`,
        'escolha o serviço local com -p mock ou --base-url; inicie um com: pix serve --mock',
      ),
    lever_token_wanted: (origin) =>
      failure(
        `o serviço local em ${origin} está exposto e exige o token dele`,
        'ele foi mostrado na partida do serviço; defina-o em PIX_MOCK_TOKEN',
      ),
  },
  noService: failure(
    'nenhum serviço local configurado',
    'inicie um com "pix serve --mock", ou informe o endereço com --base-url',
  ),
  token: 'Token do serviço local (não aparece)',
};

export const progress: typeof englishProgress = {
  attempt: (number) => `tentativa ${number}`,
  rate: (remaining, limit) => `restam ${remaining} de ${limit} requisições`,
  tenths: oneDecimal,
  retrying: (reason, seconds) => `${reason}; nova tentativa em ${seconds} s`,
  reasons: inPortuguese(RETRY_REASONS),
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
