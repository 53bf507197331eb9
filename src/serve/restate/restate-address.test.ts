import { expect, it } from 'vitest';
import { readRestateAddress } from './restate-address';

it('reads where Restate is', () => {
  expect(readRestateAddress('restate://10.0.0.5')).toEqual({
    ingress: 'http://10.0.0.5:8080',
    admin: 'http://10.0.0.5:9070',
  });
  expect(readRestateAddress('restate://engine.example.org:443?tls&admin=8443')).toEqual({
    ingress: 'https://engine.example.org:443',
    admin: 'https://engine.example.org:8443',
  });
  expect(readRestateAddress('restate://[::1]:18080').ingress).toBe('http://[::1]:18080');
});

it('refuses what is none', () => {
  for (const text of [
    '',
    'restate://',
    'http://10.0.0.5:8080',
    'restate://user:word@10.0.0.5',
    'restate://10.0.0.5/path',
    'restate://10.0.0.5?admin=70000',
    'restate://10.0.0.5?admin=x',
    'restate://10.0.0.5?other=1',
  ]) {
    expect(() => readRestateAddress(text), text).toThrow('does not know');
  }
});
