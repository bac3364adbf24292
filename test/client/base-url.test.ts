import { describe, expect, it } from 'vitest';
import { parseBaseUrl, urlBelow } from '../../src/client/http/addresses.ts';
import { ConfigurationError } from '../../src/client/errors.ts';

describe('the base URL', () => {
  it.each([
    ['https://wallet.example', 'https://wallet.example/api/v1/user/balance'],
    ['https://wallet.example/', 'https://wallet.example/api/v1/user/balance'],
    ['http://127.0.0.1:4010/pix//', 'http://127.0.0.1:4010/pix/api/v1/user/balance'],
    ['https://wallet.example//other.example', 'https://wallet.example//other.example/api/v1/user/balance'],
    ['https://WALLET.example.:443/', 'https://wallet.example/api/v1/user/balance'],
    ['https://xn--carto-zrafo.example.', 'https://xn--carto-zrafo.example/api/v1/user/balance'],
    ['HTTPS://Wallet.Example:8443/a/b', 'https://wallet.example:8443/a/b/api/v1/user/balance'],
  ])('%s leads to %s', (text, url) => expect(urlBelow(parseBaseUrl(text), '/api/v1/user/balance').href).toBe(url));

  it.each([
    '',
    'wallet.example',
    '127.0.0.1:4010',
    'ftp://wallet.example',
    'https://',
    'https://user:secret@wallet.example',
    'https://wallet.example?key=secret',
    'https://wallet.example#secret',
  ])('%j is refused, without showing its contents', (text) => {
    expect(() => parseBaseUrl(text)).toThrow(ConfigurationError);
    expect(() => parseBaseUrl(text)).toThrow(/^(?!.*secret)/);
  });
});
