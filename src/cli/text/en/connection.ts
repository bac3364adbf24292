import type { TransportTexts, ConfigurationTexts } from '../shapes.ts';

export const transport: TransportTexts = {
  connection_refused: (host) => ({
    message: `nothing answers at ${host}: the connection was refused`,
    hint: 'is the service running, and the address right? see: pix auth status',
  }),
  host_not_found: (host) => ({
    message: `the host ${host} could not be found`,
    hint: 'check the address (pix auth status) and the network',
  }),
  certificate_invalid: (host) => ({
    message: `the certificate of ${host} is not valid, so nothing was sent`,
    hint: 'check the address; for a private authority set NODE_EXTRA_CA_CERTS',
  }),
  connect_timeout: (host) => ({
    message: `no connection to ${host} in time`,
    hint: 'check the network, then try again',
  }),
  network_unreachable: (host) => ({
    message: `there is no way to ${host} on this network`,
    hint: 'check the network, then try again',
  }),
  tls_failed: (host) => ({
    message: `no secure connection to ${host} came about`,
    hint: 'is it https that it speaks? check the address: pix auth status',
  }),
  connection_lost: (host) => ({ message: `the connection to ${host} was cut before it answered`, hint: 'try again' }),
  answer_cut: (host) => ({ message: `the answer of ${host} ended in the middle`, hint: 'try again' }),
  not_http: (host) => ({
    message: `what answers at ${host} does not speak HTTP`,
    hint: 'check the address and the port: pix auth status',
  }),
  timed_out: (host) => ({
    message: `${host} did not answer in time`,
    hint: 'try again, with more time if need be: --timeout 60',
  }),
  proxy_refused: (host) => ({
    message: `the proxy refused to connect to ${host}, so nothing was sent`,
    hint: 'check HTTPS_PROXY, HTTP_PROXY and NO_PROXY, and what the proxy allows',
  }),
  connection_failed: (host) => ({
    message: `the connection to ${host} failed`,
    hint: 'try again; --verbose shows the cause',
  }),
};

export const configuration: ConfigurationTexts = {
  no_key: () => ({ message: 'there is no API key', hint: 'pix auth login' }),
  no_base_url: () => ({ message: 'there is no address of a service', hint: 'pix auth login' }),
  invalid_key: () => ({
    message: 'that is no API key: it holds spaces, line breaks or accents',
    hint: 'copy it again, without quotation marks and line breaks',
  }),
  invalid_base_url: () => ({
    message: 'the address of the service is not valid',
    hint: 'it begins with https:// or http:// and holds no name, password or query',
  }),
  blocked_port: () => ({
    message: 'the port in the address of the service belongs to another protocol: HTTP clients do not use it',
    hint: 'have the service listen on another port, such as 443, 8080 or 4010',
  }),
  invalid_profile_name: () => ({
    message: 'a profile cannot have this name',
    hint: 'use letters, digits, hyphens and underscores',
  }),
  invalid_key_name: () => ({
    message: 'a key cannot have this name',
    hint: 'use letters, digits, hyphens and underscores',
  }),
  duplicate_key: () => ({
    message: 'the profile already holds this key, or another one of that name',
    hint: 'see: pix keys list',
  }),
  invalid_proxy: () => ({
    message: 'the address of the proxy is not valid',
    hint: 'check HTTPS_PROXY and HTTP_PROXY: they begin with http:// or https://',
  }),
  config_unreadable: (path) => ({
    message: `the configuration file cannot be read: ${path}`,
    hint: 'correct it, or move it away and log in again: pix auth login',
  }),
  config_unwritable: (path) => ({
    message: `the configuration file cannot be written: ${path}`,
    hint: 'check owner and free space, or choose another folder with PIX_CONFIG_DIR',
  }),
  keychain_failed: () => ({
    message: "the operating system's keychain cannot be used",
    hint: 'unlock it and try again, or keep the key in the file: pix auth login --no-keychain',
  }),
  read_only: () => ({
    message: 'the profile is read-only: it moves no money and creates nothing; nothing was sent',
    hint: 'use another profile with -p, or lift it: pix auth login --no-read-only',
  }),
};
