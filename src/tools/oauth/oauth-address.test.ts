import { expect, it } from 'vitest';
import { oauthAddress } from './oauth-address';

const hosted = new URL('https://harbour.example/mcp');
const local = new URL('http://localhost:3000/mcp');

it.each([
  [hosted, 'https://login.example/authorize?tenant=1'],
  [local, 'http://127.0.0.1:9000/token'],
  [local, 'http://login.localhost/token'],
  [local, 'http://[::1]:9000/token'],
  [local, 'https://login.example/token'],
  [new URL('https://harbour.internal/mcp'), 'https://10.0.0.8/token'],
])('of the sign-in at %s may be %s', (server, address) => {
  expect(oauthAddress(address, server, 'page').href).toBe(address);
});

it.each([
  ['javascript:alert(1)', 'is not a web address (javascript:)'],
  ['data:text/html,x', 'is not a web address (data:)'],
  ['file:///etc/passwd', 'is not a web address (file:)'],
  ['login', 'is not a URL'],
  ['http://login.example/token', 'is not encrypted: http://login.example'],
  ['http://192.168.1.1/token', 'is not encrypted'],
  ['https://me:secret@login.example/', 'holds a password'],
  ['http://127.0.0.1/token', 'into your own network, at 127.0.0.1'],
  ['https://localhost/', 'into your own network'],
  // A URL writes this address out.
  ['https://2130706433/', 'into your own network, at 127.0.0.1'],
  ['https://10.1.2.3/', 'into your own network'],
  ['https://172.31.0.1/', 'into your own network'],
  ['https://192.168.0.1/', 'into your own network'],
  ['https://169.254.169.254/latest', 'into your own network'],
  ['https://100.100.1.1/', 'into your own network'],
  ['https://[fd00::1]/', 'into your own network'],
  ['https://[fe80::1]/', 'into your own network'],
  ['https://[::ffff:10.0.0.1]/', 'into your own network'],
  ['https://printer.local/', 'into your own network'],
])('of the sign-in at a server on the internet may not be %s', (address, words) => {
  expect(() => oauthAddress(address, hosted, 'page')).toThrow(words);
  expect(() => oauthAddress(address, hosted, 'page')).not.toThrow(/secret/);
});
