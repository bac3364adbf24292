import type { doctor as english } from '../en/doctor.ts';

export const doctor: typeof english = {
  help: {
    command: 'Verifica se configuração, chave, rede e serviço estão como devem estar',
  },
  states: { ok: 'ok', warning: 'atenção', problem: 'PROBLEMA', skipped: 'pulado' },
  checks: {
    version: 'versão',
    terminal: 'terminal',
    configFile: 'perfis',
    settings: 'endereço',
    key: 'chave',
    readOnly: 'só leitura',
    state: 'registros',
    proxy: 'proxy',
    dns: 'DNS',
    certificate: 'certificado',
    service: 'serviço',
    clock: 'relógio',
    permissions: 'permissões',
    rate: 'limite de taxa',
  },
  needs: {
    settings: 'depende de um endereço e de uma chave',
    dns: 'depende do endereço do host',
    service: 'depende de uma resposta do serviço',
  },
  problems: (names) => ({
    message: `há algo errado: ${names.join(', ')}`,
    hint: 'cada linha diz o que fazer',
  }),
  terminal: {
    none: 'sem terminal',
    columns: (columns) => `${columns} colunas`,
    language: (language) => `idioma ${language}`,
    timeZone: (zone) => `fuso horário ${zone}`,
    locale: (locale) => `a localidade ${locale} não conhece acentos`,
    useUtf8: 'escolha uma localidade com UTF-8, como LANG=C.UTF-8',
  },
  configFile: {
    none: (path) => `${path} (ainda) não existe`,
    profiles: (path, count) => `${path}: ${count} ${count === 1 ? 'perfil' : 'perfis'}`,
    wasOpen: 'outras pessoas podiam ler; agora está fechado',
    renew: 'se mais alguém usa esta máquina, peça chaves novas ao serviço',
  },
  settings: {
    noAddress: 'não há endereço de um serviço',
    noKey: 'não há chave de API',
    login: 'pix auth login',
    sources: { flag: 'de --base-url', environment: 'de PIX_BASE_URL', profile: 'da configuração' },
    address: (address, source, profile) =>
      profile === undefined ? `${address}, ${source}` : `${address}, ${source} (perfil ${profile})`,
    useHttps: 'use um endereço que comece com https://: a chave pode ser lida no caminho',
    key: (key, source) => `${key}, ${source}`,
  },
  readOnly: {
    yes: (profile) => `sim: com o perfil ${profile} nada move dinheiro nem cria algo`,
    no: (profile) => `não: com o perfil ${profile} é possível enviar dinheiro`,
    noProfile: 'nenhum perfil em uso',
  },
  state: {
    none: (folder) => `nenhum ainda; ficarão em ${folder}`,
    found: (folder, files) => `${files.join(', ')} em ${folder}`,
    owner: 'torne o arquivo seu de novo, com permissão de escrita',
  },
  proxy: { none: 'nenhum', used: (host) => `por ${host}, como diz HTTPS_PROXY ou HTTP_PROXY` },
  dns: {
    found: (host, addresses) => `${host} é ${addresses.join(', ')}`,
    failed: (host, reason) => `não foi possível encontrar ${host}: ${reason}`,
    remedy: 'confira o endereço e a rede',
    byProxy: 'quem procura o host é o proxy',
  },
  certificate: {
    found: (authority, day, daysLeft) => `de ${authority}, válido até ${day} (faltam ${daysLeft} dias)`,
    distrusted: (reason, facts) => `não confiável (${reason}): ${facts}`,
    trust: 'confira o endereço; para uma autoridade própria, defina NODE_EXTRA_CA_CERTS',
    renew: 'quem opera o serviço precisa renovar',
    remedy: 'confira endereço e porta; o serviço fala https?',
    plainHttp: 'http simples não tem nenhum',
    byProxy: 'visto só pelo proxy',
  },
  service: {
    latency: (minimumMs, medianMs, count) =>
      `responde: ${minimumMs} ms no melhor caso, ${medianMs} ms de mediana em ${count} requisições`,
  },
  clock: {
    right: (seconds) => `certo (a ${seconds} s do relógio do serviço)`,
    behind: (seconds) => `${seconds} s atrasado em relação ao do serviço`,
    ahead: (seconds) => `${seconds} s adiantado em relação ao do serviço`,
    remedy: 'deixe o sistema acertar o relógio pela rede (NTP)',
    untold: 'o serviço não informa o seu',
  },
  permissions: {
    refused: 'o serviço não aceita a chave',
    seen: (keys, granted, missing) =>
      [
        keys === 1 ? 'a chave é válida' : `a primeira de ${keys} chaves é válida`,
        ...(granted.length === 0 ? [] : [`pode: ${granted.join(', ')}`]),
        ...(missing.length === 0 ? [] : [`não pode: ${missing.join(', ')}`]),
      ].join('; '),
    remedy: 'uma chave que possa ler mostra mais: pix auth login, ou outro perfil com -p',
  },
  rate: {
    left: (remaining, limit) => `restam ${remaining} de ${limit} requisições nesta janela`,
    untold: 'o serviço não informa',
  },
};
