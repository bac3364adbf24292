export const doctor = {
  states: { ok: 'ok', warning: 'warning', problem: 'PROBLEM', skipped: 'skipped' },
  good: (good: number, all: number) =>
    good === all ? `All ${all} checks passed (--verbose)` : `${good} of ${all} checks passed (--verbose)`,
  problems: (names: readonly string[]) => ({ message: `problems found: ${names.join(', ')}` }),
  terminal: {
    none: 'no terminal',
    columns: (columns: number) => `${columns} columns`,
    language: (language: string) => `language ${language}`,
    timeZone: (zone: string) => `time zone ${zone}`,
    locale: (locale: string) => `the locale ${locale} does not support accents`,
    useUtf8: 'choose a locale with UTF-8, such as LANG=C.UTF-8',
  },
  configFile: {
    none: (path: string) => `${path} does not exist yet`,
    profiles: (path: string, count: number) => `${path}: ${count} ${count === 1 ? 'profile' : 'profiles'}`,
    wasOpen: 'other users could read it; its permissions are fixed now',
    renew: 'if other people use this machine, have the service issue new keys',
  },
  settings: {
    login: 'pix auth login',
    sources: { flag: '--base-url', environment: 'PIX_BASE_URL', profile: 'profile' },
    address: (address: string, source: string, profile: string | undefined) =>
      `${address}, from ${source}${profile === undefined ? '' : ` ${profile}`}`,
    useHttps: 'use an address that begins with https://: over http the key can be intercepted',
    key: (key: string, source: string) => `${key}, from ${source}`,
  },
  readOnly: {
    yes: (profile: string) => `yes: the profile ${profile} cannot move money or create anything`,
    no: (profile: string) => `no: the profile ${profile} can send money`,
    noProfile: 'no profile is in use',
  },
  state: {
    none: (folder: string) => `none yet; they will be stored in ${folder}`,
    owner: 'make yourself the owner of the file, with write permission',
  },
  proxy: { none: 'none', used: (host: string) => `through ${host}, set by HTTPS_PROXY or HTTP_PROXY` },
  dns: {
    found: (host: string, addresses: readonly string[]) => `${host} resolves to ${addresses.join(', ')}`,
    failed: (host: string, reason: string) => `host not found: ${host} (${reason})`,
    remedy: 'check the address and the network',
    byProxy: 'resolved by the proxy',
  },
  certificate: {
    found: (authority: string, day: string, daysLeft: number) =>
      `by ${authority}, valid until ${day} (${daysLeft} ${daysLeft === 1 ? 'day' : 'days'} left)`,
    distrusted: (reason: string, facts: string) => `not trusted (${reason}): ${facts}`,
    trust: 'check the address; for a private certificate authority set NODE_EXTRA_CA_CERTS',
    renew: 'the operator of the service has to renew it',
    remedy: 'check address and port; does the service use https?',
    plainHttp: 'the address uses http',
    byProxy: 'only the proxy sees it',
  },
  service: {
    latency: (medianMs: number) => `responds in ${medianMs} ms`,
  },
  clock: {
    right: (seconds: number) => `in sync (${seconds} s off the service clock)`,
    behind: (off: string) => `${off} behind the service clock`,
    ahead: (off: string) => `${off} ahead of the service clock`,
    remedy: 'synchronize the system clock over the network (NTP)',
    unreported: 'not reported by the service',
  },
  permissions: {
    refused: 'the service rejects the key',
    seen: (keys: number, granted: readonly string[], missing: readonly string[]) =>
      [
        keys === 1 ? 'the key is good' : `the first of ${keys} keys is good`,
        ...(granted.length === 0 ? [] : [`can: ${granted.join(', ')}`]),
        ...(missing.length === 0 ? [] : [`may not: ${missing.join(', ')}`]),
      ].join('; '),
    remedy: 'use a key with more read permissions: pix auth login, or another profile with -p',
  },
  rate: {
    left: (remaining: string, limit: string) => `${remaining} of ${limit} requests left in this window`,
  },
};
