import { describe, expect, test } from 'vitest';
import { endpointUrl, listenAddress } from '../../core/serve/listen-address.js';

describe('an address to listen on', () => {
  test.each([
    ['127.0.0.1', 'http://127.0.0.1:7357/mcp'],
    ['127.1.2.3:80', 'http://127.1.2.3:80/mcp'],
    ['localhost', 'http://127.0.0.1:7357/mcp'],
    ['LOCALHOST:0', 'http://127.0.0.1:0/mcp'],
    ['[::1]', 'http://[::1]:7357/mcp'],
    ['[::1]:65535', 'http://[::1]:65535/mcp'],
    ['::1', 'http://[::1]:7357/mcp'],
  ])('%s is one of this machine', (text, url) => {
    expect(endpointUrl(listenAddress(text))).toBe(url);
  });

  test.each([
    '',
    ':80',
    '80',
    '0.0.0.0',
    '[::]',
    '::',
    '10.0.0.1',
    '127.0.0.256',
    '127.0.0',
    '127.0.0.1.example.com',
    'localhost.example.com',
    'example.com:80',
    'localhost:65536',
    'localhost:-1',
    'localhost:8a',
    'localhost:',
    'http://localhost',
    '[::1',
    '[::1]80',
    '[::ffff:127.0.0.1]',
  ])('"%s" is none', (text) => {
    expect(() => listenAddress(text)).toThrow('--listen takes an address of this machine');
  });
});
