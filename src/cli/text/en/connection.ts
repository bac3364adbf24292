import type { ErrorText } from '../../errors/command-error.ts';
import type { TransportTexts, ConfigurationTexts } from '../shapes.ts';

export const transport: TransportTexts = {
  connection_refused: (host) => ({
    message: `could not connect to ${host}: connection refused`,
    hint: 'is the service running, and is the address right? see: pix auth status',
  }),
  host_not_found: (host) => ({
    message: `host not found: ${host}`,
    hint: 'check the address (pix auth status) and the network',
  }),
  certificate_invalid: (host) => ({
    message: `the certificate of ${host} is not valid; nothing was sent`,
    hint: 'check the address; for a private certificate authority set NODE_EXTRA_CA_CERTS',
  }),
  connect_timeout: (host) => ({
    message: `timed out connecting to ${host}`,
    hint: 'check the network, then try again',
  }),
  network_unreachable: (host) => ({
    message: `${host} is unreachable from this network`,
    hint: 'check the network, then try again',
  }),
  tls_failed: (host) => ({
    message: `could not establish a secure connection to ${host}`,
    hint: 'does it use https? check the address: pix auth status',
  }),
  connection_lost: (host) => ({ message: `the connection to ${host} was lost before it responded`, hint: 'try again' }),
  answer_cut: (host) => ({ message: `the response from ${host} was cut off`, hint: 'try again' }),
  not_http: (host) => ({
    message: `${host} did not return an HTTP response`,
    hint: 'check the address and the port: pix auth status',
  }),
  timed_out: (host) => ({
    message: `${host} did not respond in time`,
    hint: 'try again, if necessary with more time: --timeout 60',
  }),
  proxy_refused: (host) => ({
    message: `the proxy refused the connection to ${host}; nothing was sent`,
    hint: 'check HTTPS_PROXY, HTTP_PROXY and NO_PROXY, and the rules of the proxy',
  }),
  connection_failed: (host) => ({
    message: `the connection to ${host} failed`,
    hint: 'try again; --verbose shows the cause',
  }),
};

export const configuration: ConfigurationTexts = {
  no_key: () => ({ message: 'no API key configured', hint: 'pix auth login' }),
  invalid_key: () => ({
    message: 'invalid API key: it contains spaces, line breaks or accents',
    hint: 'copy it again, without quotation marks and line breaks',
  }),
  invalid_base_url: () => ({
    message: 'invalid service address',
    hint: 'it begins with https:// or http:// and contains no user name, password or query',
  }),
  blocked_port: () => ({
    message: 'the port in the service address is reserved for another protocol; HTTP clients refuse it',
    hint: 'run the service on another port, such as 443, 8080 or 4010',
  }),
  invalid_profile_name: () => ({
    message: 'invalid profile name',
    hint: 'use letters, digits, hyphens and underscores',
  }),
  invalid_key_name: () => ({
    message: 'invalid key name',
    hint: 'use letters, digits, hyphens and underscores',
  }),
  duplicate_key: () => ({
    message: 'the profile already has this key, or another one with that name',
    hint: 'see: pix keys list',
  }),
  invalid_proxy: () => ({
    message: 'invalid proxy address',
    hint: 'check HTTPS_PROXY and HTTP_PROXY: they begin with http:// or https://',
  }),
  config_unreadable: (path) => ({
    message: `cannot read the configuration file: ${path}`,
    hint: 'correct it, or move it away and log in again: pix auth login',
  }),
  config_unwritable: (path) => ({
    message: `cannot write the configuration file: ${path}`,
    hint: 'check its owner and the free space, or choose another folder with PIX_CONFIG_DIR',
  }),
  keychain_failed: () => ({
    message: 'cannot use the system keychain',
    hint: 'unlock it and try again, or store the key in the file: pix auth login --no-keychain',
  }),
  read_only: () => ({
    message: 'the profile is read-only: it cannot move money or create anything; nothing was sent',
    hint: 'use another profile with -p, or allow writes: pix auth login --no-read-only',
  }),
};

export const localService = {
  unreachable: {
    not_local_service: (origin: string): ErrorText => ({
      message: `${origin} is not a local service; nothing was changed`,
      hint: 'choose the local service with -p mock or --base-url; start one with: pix serve --mock',
    }),
    lever_token_wanted: (origin: string): ErrorText => ({
      message: `the local service at ${origin} is exposed and requires its token`,
      hint: 'the service printed it at the start; set it in PIX_MOCK_TOKEN',
    }),
  },
  noService: {
    message: 'no local service configured',
    hint: 'start one with "pix serve --mock", or give its address with --base-url',
  },
  token: 'Token of the local service (not shown)',
};
