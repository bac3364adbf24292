import type { TransportTexts, ConfigurationTexts } from '../shapes.ts';

export const transport: TransportTexts = {
  connection_refused: (host) => ({
    message: `nada responde em ${host}: a conexão foi recusada`,
    hint: 'o serviço está rodando, e o endereço está certo? veja: pix auth status',
  }),
  host_not_found: (host) => ({
    message: `o host ${host} não foi encontrado`,
    hint: 'confira o endereço (pix auth status) e a rede',
  }),
  certificate_invalid: (host) => ({
    message: `o certificado de ${host} não é válido, então nada foi enviado`,
    hint: 'confira o endereço; para uma autoridade própria use NODE_EXTRA_CA_CERTS',
  }),
  connect_timeout: (host) => ({ message: `sem conexão com ${host} a tempo`, hint: 'confira a rede e tente de novo' }),
  network_unreachable: (host) => ({
    message: `não há caminho até ${host} nesta rede`,
    hint: 'confira a rede e tente de novo',
  }),
  tls_failed: (host) => ({
    message: `não houve conexão segura com ${host}`,
    hint: 'é https que ele fala? confira o endereço: pix auth status',
  }),
  connection_lost: (host) => ({ message: `a conexão com ${host} caiu antes da resposta`, hint: 'tente de novo' }),
  answer_cut: (host) => ({ message: `a resposta de ${host} parou no meio`, hint: 'tente de novo' }),
  not_http: (host) => ({
    message: `o que responde em ${host} não fala HTTP`,
    hint: 'confira o endereço e a porta: pix auth status',
  }),
  timed_out: (host) => ({
    message: `${host} não respondeu a tempo`,
    hint: 'tente de novo, com mais tempo se preciso: --timeout 60',
  }),
  proxy_refused: (host) => ({
    message: `o proxy recusou a conexão com ${host}; nada foi enviado`,
    hint: 'confira HTTPS_PROXY, HTTP_PROXY e NO_PROXY, e o que o proxy permite',
  }),
  connection_failed: (host) => ({
    message: `a conexão com ${host} falhou`,
    hint: 'tente de novo; --verbose mostra a causa',
  }),
};

export const configuration: ConfigurationTexts = {
  no_key: () => ({ message: 'não há chave de API', hint: 'pix auth login' }),
  no_base_url: () => ({ message: 'não há endereço de um serviço', hint: 'pix auth login' }),
  invalid_key: () => ({
    message: 'isso não é uma chave de API: contém espaços, quebras de linha ou acentos',
    hint: 'copie de novo, sem aspas e sem quebras de linha',
  }),
  invalid_base_url: () => ({
    message: 'o endereço do serviço não é válido',
    hint: 'começa com https:// ou http:// e não contém nome, senha nem query',
  }),
  blocked_port: () => ({
    message: 'a porta no endereço do serviço é de outro protocolo: clientes HTTP não a usam',
    hint: 'faça o serviço atender em outra porta, como 443, 8080 ou 4010',
  }),
  invalid_profile_name: () => ({
    message: 'um perfil não pode ter esse nome',
    hint: 'use letras, dígitos, hífens e sublinhados',
  }),
  invalid_key_name: () => ({
    message: 'uma chave não pode ter esse nome',
    hint: 'use letras, dígitos, hífens e sublinhados',
  }),
  duplicate_key: () => ({
    message: 'o perfil já tem essa chave, ou outra com esse nome',
    hint: 'veja: pix keys list',
  }),
  invalid_proxy: () => ({
    message: 'o endereço do proxy não é válido',
    hint: 'confira HTTPS_PROXY e HTTP_PROXY: começam com http:// ou https://',
  }),
  config_unreadable: (path) => ({
    message: `o arquivo de configuração não pode ser lido: ${path}`,
    hint: 'corrija-o, ou tire-o do lugar e entre de novo: pix auth login',
  }),
  config_unwritable: (path) => ({
    message: `o arquivo de configuração não pode ser gravado: ${path}`,
    hint: 'confira dono e espaço livre, ou escolha outra pasta com PIX_CONFIG_DIR',
  }),
  keychain_failed: () => ({
    message: 'o cofre de senhas do sistema operacional não pode ser usado',
    hint: 'desbloqueie-o e tente de novo, ou guarde a chave no arquivo: pix auth login --no-keychain',
  }),
  read_only: () => ({
    message: 'o perfil é só de leitura: não move dinheiro nem cria nada; nada foi enviado',
    hint: 'use outro perfil com -p, ou libere este: pix auth login --no-read-only',
  }),
};
