import type { doctor as english } from '../en/doctor.ts';

export const doctor: typeof english = {
  states: { ok: 'ok', warning: 'atenção', problem: 'PROBLEMA', skipped: 'não se aplica' },
  good: (good, all) =>
    good === all
      ? `Tudo certo: ${all} verificações (--verbose)`
      : `Sem problemas: ${good} de ${all} verificações (--verbose)`,
  problems: (names) => ({ message: `problemas encontrados: ${names.join(', ')}` }),
  terminal: {
    none: 'sem terminal',
    columns: (columns) => `${columns} colunas`,
    language: (language) => `idioma ${language}`,
    timeZone: (zone) => `fuso horário ${zone}`,
    locale: (locale) => `a localidade (locale) ${locale} não aceita acentos`,
    useUtf8: 'escolha uma localidade com UTF-8, como LANG=C.UTF-8',
  },
  configFile: {
    none: (path) => `${path} ainda não existe`,
    profiles: (path, count) => `${path}: ${count} ${count === 1 ? 'perfil' : 'perfis'}`,
    wasOpen: 'outros usuários podiam ler este arquivo; a permissão foi corrigida',
    renew: 'se outras pessoas usam esta máquina, peça chaves novas ao serviço',
  },
  settings: {
    login: 'pix auth login',
    sources: { flag: 'de --base-url', environment: 'de PIX_BASE_URL', profile: 'do perfil' },
    address: (address, source, profile) => `${address}, ${source}${profile === undefined ? '' : ` ${profile}`}`,
    useHttps: 'use um endereço que comece com https://: por HTTP a chave pode ser interceptada',
    key: (key, source) => `${key}, ${source}`,
  },
  readOnly: {
    yes: (profile) => `sim: o perfil ${profile} só consulta`,
    no: (profile) => `não: o perfil ${profile} pode enviar dinheiro`,
    noProfile: 'nenhum perfil em uso',
  },
  state: {
    none: (folder) => `nenhum ainda; ficarão em ${folder}`,
    owner: 'torne-se dono do arquivo, com permissão de escrita',
  },
  proxy: { none: 'nenhum', used: (host) => `por ${host}, definido em HTTPS_PROXY ou HTTP_PROXY` },
  dns: {
    found: (host, addresses) => `${host} resolve para ${addresses.join(', ')}`,
    failed: (host, reason) => `host não encontrado: ${host} (${reason})`,
    remedy: 'confira o endereço e a rede',
    byProxy: 'resolvido pelo proxy',
  },
  certificate: {
    found: (authority, day, daysLeft) =>
      `de ${authority}, válido até ${day} (${daysLeft === 1 ? 'falta 1 dia' : `faltam ${daysLeft} dias`})`,
    distrusted: (reason, facts) => `não confiável (${reason}): ${facts}`,
    trust: 'confira o endereço; para uma autoridade certificadora própria, defina NODE_EXTRA_CA_CERTS',
    renew: 'o operador do serviço precisa renová-lo',
    remedy: 'confira endereço e porta; o serviço usa https?',
    plainHttp: 'o endereço usa http',
    byProxy: 'verificado só pelo proxy',
  },
  service: {
    latency: (medianMs) => `responde em ${medianMs} ms`,
  },
  clock: {
    right: (seconds) => `certo (a ${seconds} s do relógio do serviço)`,
    behind: (off) => `${off} atrasado em relação ao do serviço`,
    ahead: (off) => `${off} adiantado em relação ao do serviço`,
    remedy: 'sincronize o relógio do sistema pela rede (NTP)',
    unreported: 'não informado pelo serviço',
  },
  permissions: {
    refused: 'o serviço recusa a chave',
    seen: (keys, granted, missing) =>
      [
        keys === 1 ? 'a chave é válida' : `a primeira de ${keys} chaves é válida`,
        ...(granted.length === 0 ? [] : [`pode: ${granted.join(', ')}`]),
        ...(missing.length === 0 ? [] : [`não pode: ${missing.join(', ')}`]),
      ].join('; '),
    remedy: 'use uma chave com mais permissões de leitura: pix auth login, ou outro perfil com -p',
  },
  rate: {
    left: (remaining, limit) => `restam ${remaining} de ${limit} requisições nesta janela`,
  },
};
