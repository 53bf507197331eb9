import { expect, it } from 'vitest';
import { parseOauthAddress } from './oauth-address';

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
  expect(parseOauthAddress(address, server, 'page').href).toBe(address);
});

it.each([
  ['javascript:alert(1)', 'is not a web address (javascript:)'],
  ['data:text/html,x', 'is not a web address (data:)'],
  ['file:///etc/passwd', 'is not a web address (file:)'],
  ['login', 'is not a URL'],
  ['http://login.example/token', 'is not encrypted: http://login.example'],
  ['http://192.168.1.1/token', 'is not encrypted'],
  ['https://me:secret@login.example/', 'holds a password'],
  ['https://me@login.example/', 'holds a password'],
  ['https://:secret@login.example/', 'holds a password'],
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
  expect(() => parseOauthAddress(address, hosted, 'page')).toThrow(words);
  expect(() => parseOauthAddress(address, hosted, 'page')).not.toThrow(/secret/);
});

it.each([
  ['0.0.0.1', '1.0.0.1'],
  ['10.0.0.0', '11.0.0.0'],
  ['100.64.0.0', '100.63.255.255'],
  ['100.127.255.255', '100.128.0.0'],
  ['127.255.255.255', '128.0.0.0'],
  ['169.254.0.0', '169.253.255.255'],
  ['172.16.0.0', '172.15.255.255'],
  ['172.31.255.255', '172.32.0.0'],
  ['192.168.255.255', '192.169.0.0'],
  ['[::]', '[2001:db8::1]'],
  ['[fc00::1]', '[fb00::1]'],
  ['[fdff::1]', '[fe00::1]'],
  ['[fe80::1]', '[fe7f::1]'],
  ['[febf::1]', '[fec0::1]'],
  ['login.internal', 'login.internal.example'],
  ['a.localhost', 'localhost.example'],
])('of the sign-in is in the network of a person at %s, and not at %s', (own, other) => {
  expect(() => parseOauthAddress(`https://${own}/token`, hosted, 'page')).toThrow('into your own network');
  expect(parseOauthAddress(`https://${other}/token`, hosted, 'page').host).toBe(other);
  // A server in that network may name both.
  expect(parseOauthAddress(`https://${own}/token`, local, 'page').host).toBe(own);
});
