import { failure } from '../../errors/command-error.ts';
import { count } from './numbers.ts';
import { labels } from './labels.ts';
import { settings } from './settings.ts';
import type { TransportTexts, ConfigurationTexts } from '../shapes.ts';
import { isLoopbackHost } from '../../../contract/addresses.ts';

const DISK_HINT = 'free some space on the disk, or check it; then repeat the command';

export const errors = {
  interrupted: { message: 'interrupted' },
  cancelled: { message: 'cancelled; nothing was sent' },
  nothingSent: (message: string) => `${message.replace(/; nothing was sent$/, '')}; nothing was sent`,
  /** For a file to be written, whose folder is missing. */
  folderNotFound: 'folder not found',
  outputUnread: 'the output was closed',
  outputLost: (reason: string) => failure`
    the output was cut off: ${reason}
    check its destination and repeat the command`,
  createdUnreported: (id: string, amount: string, reason: string) => failure`
    ${id} for ${amount} WAS CREATED, but the output was cut off: ${reason}
    do not repeat the command; look it up by its ID`,
  sqliteMissing: (version: string) => failure`
    Node ${version} has no SQLite of its own, and this command stores data; nothing was done
    use Node 22.13 or newer, or install it beside pix: npm install -g @photostructure/sqlite`,
  diskHint: DISK_HINT,
  diskFailed: (reason: string) => failure`cannot write to the disk: ${reason} \n ${DISK_HINT}`,
  unexpected: (message: string) => failure`
    unexpected error in pix: ${message}
    repeat the command with --verbose and report what it shows`,
  contractBroken: (path: string, expected: string) => failure`
    ${path === '' ? `unexpected response from the service: ${expected}` : `unexpected response from the service, at ${path}: ${expected}`}
    is it the address of the service? see: pix auth status`,
  redirectRefused: (target: string) => failure`
    the service redirected to another address; the key was not sent there: ${target}
    set the right address with --base-url or pix auth login`,
  serverFailed: (status: number) => failure`
    the service failed (HTTP ${status})
    try again later; --verbose shows the request`,
  refused: (status: number, code: string) => failure`
    the service refused (HTTP ${status}, ${code})
    --verbose shows the request`,
  serviceSays: (words: string) => `(message from the service: ${words})`,
  fileExists: (path: string) => failure`
    ${path} already exists and was not changed
    choose another file, or replace it with --force`,
  tooManyRows: (maximum: number) => failure`
    a sheet of Excel has room for ${count(maximum)} rows, and there are more
    write CSV instead: --out FILE.csv`,
  workbookNeedsOut: failure`a workbook is only written to a file \n add its name: --out FILE.xlsx`,
  fileUnreadable: (path: string, reason: string) => failure`
    cannot read ${path}: ${reason}
    check the name and the permissions`,
  fileUnwritable: (path: string, reason: string) => failure`
    cannot write ${path}: ${reason}
    check the folder, its permissions and the free space`,
  stateFolderUnwritable: (path: string, reason: string) => failure`
    cannot use the data folder of pix: ${reason}
    check owner and free space of ${path}, or choose another folder with PIX_CONFIG_DIR`,
  ambiguousId: (typed: string, ids: readonly string[]) => failure`
    several IDs begin or end with "${typed}": ${ids.join(', ')}
    type more of it`,
  isRun: (runId: string) => failure`${runId} is a run of payouts \n see it with: pix payouts status ${runId}`,
  findPart: (typed: string) => `to search by any code, name or amount: pix find ${typed}`,
  notFound: {
    payment: (id: string) => failure`
      charge not found: ${id}
      search for it: pix find ${id}`,
    withdrawal: (id: string) => failure`
      withdrawal not found: ${id}
      search for it: pix find ${id}`,
    dispute: (paymentId: string) => failure`
      no dispute found for charge ${paymentId}
      check the ID, or open a dispute with: pix mock dispute open ${paymentId}`,
    webhook: (id: string) => failure`no address has the ID ${id} \n see: pix mock webhooks list`,
    event: (id: string) => failure`
      no event ${id} was posted to an address that is registered
      see: pix mock webhooks deliveries`,
    entry: (id: string) => failure`no charge and no withdrawal found: ${id} \n search for it: pix find ${id}`,
    account: (account: string) => failure`
      account not found: "${account}"
      the accounts of a new local service are: demo, other`,
  },
};

export const transport: TransportTexts = {
  connection_refused: (host) => failure`
    could not connect to ${host}: connection refused
    ${isLoopbackHost(new URL(`http://${host}`).hostname) ? 'is it running? the local service starts with: pix serve --mock' : 'is the service running, and is the address right? see: pix auth status'}`,
  host_not_found: (host) => failure`host not found: ${host} \n check the address (pix auth status) and the network`,
  certificate_invalid: (host) => failure`
    the certificate of ${host} is not valid
    check the address; for a private certificate authority set NODE_EXTRA_CA_CERTS`,
  connect_timeout: (host) => failure`timed out connecting to ${host} \n check the network, then try again`,
  network_unreachable: (host) => failure`${host} is unreachable from this network \n check the network, then try again`,
  tls_failed: (host) => failure`
    could not establish a secure connection to ${host}
    does it use https? check the address: pix auth status`,
  connection_lost: (host) => failure`the connection to ${host} was lost before it responded \n try again`,
  answer_cut: (host) => failure`the response from ${host} was cut off \n try again`,
  not_http: (host) => failure`
    ${host} did not return an HTTP response
    check the address and the port: pix auth status`,
  timed_out: (host) => failure`${host} did not respond in time \n try again, if necessary with more time: --timeout 60`,
  proxy_refused: (host) => failure`
    could not connect to ${host} through the proxy
    check HTTPS_PROXY, HTTP_PROXY and NO_PROXY: is the proxy running, and does it allow this host?`,
  connection_failed: (host) => failure`the connection to ${host} failed \n try again; --verbose shows the cause`,
};

export const configuration: ConfigurationTexts = {
  no_key: () => failure`no API key configured \n pix auth login`,
  invalid_key: () => failure`
    invalid API key: it contains spaces, line breaks or accents
    copy it again, without quotation marks and line breaks`,
  invalid_base_url: () => settings.invalidBaseUrl(''),
  blocked_port: () => failure`
    the port in the service address is reserved for another protocol; HTTP clients refuse it
    run the service on another port, such as 443, 8080 or 4010`,
  invalid_profile_name: () => failure`invalid profile name \n use letters, digits, hyphens and underscores`,
  invalid_key_name: () => failure`invalid key name \n use letters, digits, hyphens and underscores`,
  duplicate_key: () => failure`the profile already has this key, or another one with that name \n see: pix keys list`,
  invalid_proxy: () => failure`
    invalid proxy address
    check HTTPS_PROXY and HTTP_PROXY: they begin with http:// or https://`,
  config_unreadable: (path) => failure`
    cannot read the configuration file: ${path}
    correct it, or move it away and log in again: pix auth login`,
  config_unwritable: (path) => failure`
    cannot write the configuration file: ${path}
    check its owner and the free space, or choose another folder with PIX_CONFIG_DIR`,
  keychain_failed: () => failure`
    cannot use the system keychain
    unlock it and try again, or store the key in the file: pix auth login --no-keychain`,
  read_only: () => failure`
    the profile is read-only: it cannot move money or create anything; nothing was sent
    use another profile with -p, or allow writes: pix auth login --no-read-only`,
};

export const localService = {
  unreachable: {
    not_local_service: (origin: string) => failure`
      ${origin} is not a local service; nothing was changed
      choose the local service with -p mock or --base-url; start one with: pix serve --mock`,
    lever_token_wanted: (origin: string) => failure`
      the local service at ${origin} is exposed and requires its token
      the service printed it when it started; set it in PIX_MOCK_TOKEN`,
  },
  noService: failure`
    no local service configured
    start one with "pix serve --mock", or give its address with --base-url`,
  token: 'Token of the local service (not shown)',
};

export const progress = {
  attempt: (number: number) => `attempt ${number}`,
  rate: (remaining: number, limit: number) => `${remaining} of ${limit} requests left`,
  tenths: (seconds: number) => seconds.toFixed(1),
  retrying: (reason: string, seconds: string) => `${reason}; retrying in ${seconds} s`,
  reasons: labels.retryReasons,
  waitingFor: (host: string, seconds: string) => `waiting for ${host}, ${seconds} s`,
  waiting: (seconds: string) => `rate limit reached; waiting ${seconds} s`,
  noAnswer: (host: string, seconds: string) => `no response from ${host} within ${seconds} s; retrying`,
  keyDropped: (keyName: string) => `the service no longer accepts the key "${keyName}"; continuing with the others`,
  permissionMissing: (keyName: string, permission: string) =>
    `the key "${keyName}" lacks the permission ${permission}; continuing with the others`,
  reading: (list: string, rowsRead: number, total: number) =>
    `${list}: ${count(rowsRead)} of ${count(total)} (${total === 0 ? 100 : Math.floor((rowsRead * 100) / total)}%)`,
  speed: (perSecond: number, left: string) => `, ${count(perSecond)} per second, ${left} left`,
};
