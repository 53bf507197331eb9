import { expect, it } from 'vitest';
import { takeSecrets } from './take-secrets';

const take = (value: Parameters<typeof takeSecrets>[0]) => takeSecrets(value, (name) => `<<${name}>>`);
const taken = 'S3cretValue0001';

it.each([
  ['a field', { api_key: taken }, { api_key: '<<API_KEY>>' }],
  ['a field in camels', { accessToken: taken }, { accessToken: '<<ACCESS_TOKEN>>' }],
  ['a pair', [{ key: 'Authorization', value: taken }], [{ key: 'Authorization', value: '<<AUTHORIZATION>>' }]],
  ['lines of headers', { headers: `A: b\nX-API-Key: ${taken}` }, { headers: 'A: b\nX-API-Key: <<X_API_KEY>>' }],
  ['an address', { url: `https://a.b/c?x=1&api_key=${taken}` }, { url: 'https://a.b/c?x=1&api_key=<<API_KEY>>' }],
  ['a password in an address', { url: `postgres://me:${taken}@db/x` }, { url: 'postgres://me:<<PASSWORD>>@db/x' }],
  ['code', { code: `api_key = "${taken}"` }, { code: 'api_key = "<<API_KEY>>"' }],
  ['JSON in a text', { body: `{"token": "${taken}"}` }, { body: '{"token": "<<TOKEN>>"}' }],
  ['a form of keys', { text: `use sk-abcdefghijklmnop1234 now` }, { text: 'use <<API_KEY>> now' }],
  ['a bearer', { text: `curl -H "Bearer ${taken}xyz"` }, { text: 'curl -H "Bearer <<AUTHORIZATION>>"' }],
])('a key in %s is taken out and named', (_, value, clean) => {
  const { value: found, secrets } = take(value);
  expect(found).toEqual(clean);
  expect(secrets).toHaveLength(1);
});

it('one key is one secret, wherever it stands, also before it is known as one', () => {
  const { value, secrets } = take({ note: `it is ${taken}`, a: { password: taken }, b: { secret: taken } });
  expect(value).toEqual({ note: 'it is <<PASSWORD>>', a: { password: '<<PASSWORD>>' }, b: { secret: '<<PASSWORD>>' } });
  expect(secrets.map(({ name, where }) => `${name} ${where}`)).toContain('PASSWORD a.password');
});

it('takes a second key out of a line, also beside one that is known or stands elsewhere', () => {
  const headers = `X-Api-Key: ${taken}, Zq81kkd02m\nAuthorization: Bearer {{#env.KEY#}}, Basic dXNlcjpwYXNz`;
  const { value, secrets } = take({ a: { x_api_key: taken }, headers });
  expect(value).toEqual({
    a: { x_api_key: '<<X_API_KEY>>' },
    headers: 'X-Api-Key: <<X_API_KEY>>, <<X_API_KEY_2>>\nAuthorization: Bearer {{#env.KEY#}}, Basic <<AUTHORIZATION>>',
  });
  expect(secrets).toHaveLength(3);
  expect(take({ authorization: '{{#env.KEY#}}, Zq81kkd02m' }).value).toEqual({
    authorization: '{{#env.KEY#}}, <<AUTHORIZATION>>',
  });
});

it('leaves what is no secret', () => {
  const value = {
    max_tokens: '400',
    storage_key: 'room',
    text: 'The token: none. A password is needed.',
    headers: 'Authorization: Bearer {{#env.KEY#}}\nContent-Type: application/json',
    api_key: '{{#env.KEY#}}',
  };
  expect(take(value)).toEqual({ value, secrets: [] });
});

it('reads a text that is meant to take forever at once', () => {
  const value = { text: `${'api_key'.repeat(30_000)}="`, url: `https://${'a'.repeat(100_000)}:` };
  expect(take(value).secrets).toEqual([]);
});
