import type { localService as english } from '../en/connection.ts';
import type { TransportTexts, ConfigurationTexts } from '../shapes.ts';

export const transport: TransportTexts = {
  connection_refused: (host) => ({
    message: `não foi possível conectar a ${host}: conexão recusada`,
    hint: 'o serviço está no ar, e o endereço está certo? veja: pix auth status',
  }),
  host_not_found: (host) => ({
    message: `host não encontrado: ${host}`,
    hint: 'confira o endereço (pix auth status) e a rede',
  }),
  certificate_invalid: (host) => ({
    message: `o certificado de ${host} não é válido; nada foi enviado`,
    hint: 'confira o endereço; para uma autoridade certificadora própria, defina NODE_EXTRA_CA_CERTS',
  }),
  connect_timeout: (host) => ({
    message: `tempo esgotado ao conectar a ${host}`,
    hint: 'confira a rede e tente de novo',
  }),
  network_unreachable: (host) => ({
    message: `${host} está inacessível a partir desta rede`,
    hint: 'confira a rede e tente de novo',
  }),
  tls_failed: (host) => ({
    message: `não foi possível estabelecer uma conexão segura com ${host}`,
    hint: 'o serviço usa https? confira o endereço: pix auth status',
  }),
  connection_lost: (host) => ({ message: `a conexão com ${host} caiu antes da resposta`, hint: 'tente de novo' }),
  answer_cut: (host) => ({ message: `a resposta de ${host} veio incompleta`, hint: 'tente de novo' }),
  not_http: (host) => ({
    message: `${host} não respondeu em HTTP`,
    hint: 'confira o endereço e a porta: pix auth status',
  }),
  timed_out: (host) => ({
    message: `${host} não respondeu a tempo`,
    hint: 'tente de novo, se preciso com mais tempo: --timeout 60',
  }),
  proxy_refused: (host) => ({
    message: `o proxy recusou a conexão com ${host}; nada foi enviado`,
    hint: 'confira HTTPS_PROXY, HTTP_PROXY e NO_PROXY, e as regras do proxy',
  }),
  connection_failed: (host) => ({
    message: `a conexão com ${host} falhou`,
    hint: 'tente de novo; --verbose mostra a causa',
  }),
};

export const configuration: ConfigurationTexts = {
  no_key: () => ({ message: 'nenhuma chave de API configurada', hint: 'pix auth login' }),
  invalid_key: () => ({
    message: 'chave de API inválida: contém espaços, quebras de linha ou acentos',
    hint: 'copie de novo, sem aspas e sem quebras de linha',
  }),
  invalid_base_url: () => ({
    message: 'endereço do serviço inválido',
    hint: 'começa com https:// ou http:// e não contém usuário, senha nem query',
  }),
  blocked_port: () => ({
    message: 'a porta no endereço do serviço é reservada a outro protocolo; clientes HTTP a recusam',
    hint: 'rode o serviço em outra porta, como 443, 8080 ou 4010',
  }),
  invalid_profile_name: () => ({
    message: 'nome de perfil inválido',
    hint: 'use letras, dígitos, hífens e sublinhados',
  }),
  invalid_key_name: () => ({
    message: 'nome de chave inválido',
    hint: 'use letras, dígitos, hífens e sublinhados',
  }),
  duplicate_key: () => ({
    message: 'o perfil já tem essa chave, ou outra com esse nome',
    hint: 'veja: pix keys list',
  }),
  invalid_proxy: () => ({
    message: 'endereço do proxy inválido',
    hint: 'confira HTTPS_PROXY e HTTP_PROXY: começam com http:// ou https://',
  }),
  config_unreadable: (path) => ({
    message: `não foi possível ler o arquivo de configuração: ${path}`,
    hint: 'corrija-o, ou mova-o e entre de novo: pix auth login',
  }),
  config_unwritable: (path) => ({
    message: `não foi possível gravar o arquivo de configuração: ${path}`,
    hint: 'confira dono e espaço livre, ou escolha outra pasta com PIX_CONFIG_DIR',
  }),
  keychain_failed: () => ({
    message: 'não foi possível usar o cofre de senhas do sistema',
    hint: 'desbloqueie-o e tente de novo, ou guarde a chave no arquivo: pix auth login --no-keychain',
  }),
  read_only: () => ({
    message: 'o perfil é somente leitura: não movimenta dinheiro nem cria nada; nada foi enviado',
    hint: 'use outro perfil com -p, ou libere este: pix auth login --no-read-only',
  }),
};

export const localService: typeof english = {
  unreachable: {
    not_local_service: (origin) => ({
      message: `${origin} não é um serviço local; nada foi alterado`,
      hint: 'escolha o serviço local com -p mock ou --base-url; inicie um com: pix serve --mock',
    }),
    lever_token_wanted: (origin) => ({
      message: `o serviço local em ${origin} está exposto e exige o token dele`,
      hint: 'ele foi mostrado na partida do serviço; defina-o em PIX_MOCK_TOKEN',
    }),
  },
  noService: {
    message: 'nenhum serviço local configurado',
    hint: 'inicie um com "pix serve --mock", ou informe o endereço com --base-url',
  },
  token: 'Token do serviço local (não aparece)',
};
