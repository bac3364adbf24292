import type { Complaint } from '../../errors/command-error.ts';

export const doctor = {
  help: {
    command: 'Look whether settings, key, network and service are as they have to be',
  },
  states: { ok: 'ok', warning: 'warning', problem: 'PROBLEM', skipped: 'skipped' },
  checks: {
    version: 'version',
    terminal: 'terminal',
    configFile: 'profiles',
    settings: 'address',
    key: 'key',
    readOnly: 'read-only',
    state: 'records',
    proxy: 'proxy',
    dns: 'DNS',
    certificate: 'certificate',
    service: 'service',
    clock: 'clock',
    permissions: 'permissions',
    rate: 'rate limit',
  },
  needs: {
    settings: 'needs an address and a key',
    dns: 'needs the address of the host',
    service: 'needs an answer of the service',
  },
  problems: (names: readonly string[]): Complaint => ({
    message: `something is wrong: ${names.join(', ')}`,
    hint: 'each line says what to do about it',
  }),
  terminal: {
    none: 'no terminal',
    columns: (columns: number) => `${columns} columns`,
    language: (language: string) => `language ${language}`,
    timeZone: (zone: string) => `time zone ${zone}`,
    locale: (locale: string) => `the locale ${locale} knows no accents`,
    useUtf8: 'choose a locale with UTF-8, such as LANG=C.UTF-8',
  },
  configFile: {
    none: (path: string) => `${path} is not there (yet)`,
    profiles: (path: string, count: number) => `${path}: ${count} ${count === 1 ? 'profile' : 'profiles'}`,
    wasOpen: 'others could read it; it is closed now',
    renew: 'if somebody else uses this machine, have the service issue new keys',
  },
  settings: {
    noAddress: 'there is no address of a service',
    noKey: 'there is no API key',
    login: 'pix auth login',
    sources: { flag: '--base-url', environment: 'PIX_BASE_URL', profile: 'the profile' },
    address: (address: string, source: string, profile: string | undefined) =>
      profile === undefined ? `${address}, from ${source}` : `${address}, from ${source} (profile ${profile})`,
    useHttps: 'use an address that begins with https://: the key can be read on the way',
    key: (key: string, source: string) => `${key}, from ${source}`,
  },
  readOnly: {
    yes: (profile: string) => `yes: with the profile ${profile} nothing moves money or creates something`,
    no: (profile: string) => `no: with the profile ${profile} money may be sent`,
    noProfile: 'no profile is in use',
  },
  state: {
    none: (folder: string) => `none yet; they will lie in ${folder}`,
    found: (folder: string, files: readonly string[]) => `${files.join(', ')} in ${folder}`,
    owner: 'make the file yours again, and writable',
  },
  proxy: { none: 'none', used: (host: string) => `through ${host}, as HTTPS_PROXY or HTTP_PROXY says` },
  dns: {
    found: (host: string, addresses: readonly string[]) => `${host} is ${addresses.join(', ')}`,
    failed: (host: string, reason: string) => `${host} could not be found: ${reason}`,
    remedy: 'check the address and the network',
    byProxy: 'the proxy looks the host up',
  },
  certificate: {
    found: (authority: string, day: string, daysLeft: number) =>
      `by ${authority}, valid until ${day} (${daysLeft} days left)`,
    distrusted: (reason: string, facts: string) => `not trusted (${reason}): ${facts}`,
    trust: 'check the address; for a private authority set NODE_EXTRA_CA_CERTS',
    renew: 'whoever runs the service has to renew it',
    remedy: 'check address and port; is it https that the service speaks?',
    plainHttp: 'plain http has none',
    byProxy: 'seen through the proxy alone',
  },
  service: {
    latency: (minimumMs: number, medianMs: number, count: number) =>
      `answers: ${minimumMs} ms at best, ${medianMs} ms in the middle of ${count} requests`,
  },
  clock: {
    right: (seconds: number) => `right (${seconds} s from that of the service)`,
    behind: (seconds: number) => `${seconds} s behind that of the service`,
    ahead: (seconds: number) => `${seconds} s ahead of that of the service`,
    remedy: 'have the system set its clock by the network (NTP)',
    untold: 'the service does not tell its own',
  },
  permissions: {
    refused: 'the service does not accept the key',
    seen: (keys: number, granted: readonly string[], missing: readonly string[]) =>
      [
        keys === 1 ? 'the key is good' : `the first of ${keys} keys is good`,
        ...(granted.length === 0 ? [] : [`may: ${granted.join(', ')}`]),
        ...(missing.length === 0 ? [] : [`may not: ${missing.join(', ')}`]),
      ].join('; '),
    remedy: 'a key that may read shows more: pix auth login, or another profile with -p',
  },
  rate: {
    left: (remaining: string, limit: string) => `${remaining} of ${limit} requests left in this window`,
    untold: 'the service does not tell it',
  },
};
