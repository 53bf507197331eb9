import { expect, it } from 'vitest';
import { findToken, isAllowing, isValidAt, makeAccessToken } from './access-token';

const day = 86_400_000;

it('a token is 256 random bits, of which the hash alone is kept', () => {
  const made = [1, 2].map(() => makeAccessToken({ name: 'ci', scopes: ['read'], now: 0 }));
  expect(new Set(made.map(({ secret }) => secret)).size).toBe(2);
  for (const { token, secret } of made) {
    expect(Buffer.from(secret.slice('heddle_'.length), 'base64url')).toHaveLength(32);
    expect(JSON.stringify(token)).not.toContain(secret.slice('heddle_'.length));
    expect(token).toMatchObject({ name: 'ci', scopes: ['read'], createdAt: '1970-01-01T00:00:00.000Z' });
    expect(token.id).toBe(token.hash.slice(0, 8));
  }
});

it('is found by its secret until it expires or is revoked', () => {
  const { token, secret } = makeAccessToken({ name: '', scopes: ['run'], now: 0, expiresAt: day });
  const others = [makeAccessToken({ name: '', scopes: ['admin'], now: 0 }).token];
  expect(findToken([...others, token], secret, day - 1)).toBe(token);
  expect(findToken([...others, token], secret, day)).toBeUndefined();
  expect(findToken(others, secret, 0)).toBeUndefined();
  expect(findToken([token], `${secret}a`, 0)).toBeUndefined();
  expect(findToken([token], token.hash, 0)).toBeUndefined();
  expect(isValidAt({ ...token, revokedAt: '1970-01-01T00:00:00.000Z' }, 1)).toBe(false);
});

it('scopes are independent, and admin has them all', () => {
  expect([isAllowing(['read'], 'run'), isAllowing(['run'], 'read'), isAllowing(['read', 'run'], 'admin')]).toEqual([
    false,
    false,
    false,
  ]);
  expect([isAllowing(['read'], 'read'), isAllowing(['admin'], 'run'), isAllowing([], 'read')]).toEqual([
    true,
    true,
    false,
  ]);
});
