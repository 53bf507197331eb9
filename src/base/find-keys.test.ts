// cspell:disable: keys are no words.
import { describe, expect, it } from 'vitest';
import { findKeys } from './find-keys';
import { findValueName } from './key-forms';

/** Written in pieces, so that no scanner takes this file for one with keys. */
const keys = [
  `sk-${'aB3'.repeat(16)}`,
  `sk-proj-${'x9_'.repeat(16)}`,
  `sk-ant-api03-${'Zz7-'.repeat(12)}`,
  `ghp_${'a1B2c3'.repeat(6)}`,
  `github_pat_${'1a'.repeat(20)}`,
  `AKIA${'Q7R2'.repeat(4)}`,
  `AIza${'b'.repeat(10)}${'c3D-_'.repeat(5)}`,
  `xoxb-${'123456'.repeat(3)}-abc`,
  `hf_${'qWeR'.repeat(8)}`,
  `eyJ${'hbGci'.repeat(4)}.eyJ${'zdWIi'.repeat(4)}.sig${'nature'.repeat(3)}`,
];

describe('what looks like a key', () => {
  it.each(keys)('is found: %s', (key) => {
    const text = `It says ${key}, and more.`;
    expect(findKeys(text).map(({ start, end }) => text.slice(start, end))).toEqual([key]);
  });

  it('is found in a header, in a field, in an address, and as a block', () => {
    const block = `-----BEGIN RSA PRIVATE ${'KEY'}-----\nMIIE\nabc=\n-----END RSA PRIVATE ${'KEY'}-----`;
    const cases = [
      ['Authorization: Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
      ['{"authorization":"Bearer abcdef0123456789"}', 'abcdef0123456789'],
      ['api_key = "Kf93hdk20fjw93jf"', 'Kf93hdk20fjw93jf'],
      ['DB_PASSWORD=correct-horse-battery', 'correct-horse-battery'],
      ['postgres://heddle:s3cr3t!@db.example.org/runs', 's3cr3t!'],
      [`before ${block} after`, block],
      ['GET /v1?key=a1b2c3d4e5&page=2', 'a1b2c3d4e5'],
      ['{\\"api_key\\":\\"Kf93hdk20fjw93jf\\"}', 'Kf93hdk20fjw93jf'],
      ['X-Api-Key: q8Rk2mmZ', 'q8Rk2mmZ'],
    ];
    for (const [text = '', key] of cases)
      expect(findKeys(text).map(({ start, end }) => text.slice(start, end))).toEqual([key]);
  });

  it.each([
    ['Authorization: Bearer abcdef0123456789, Basic dXNlcjpwYXNz', ['abcdef0123456789', 'dXNlcjpwYXNz']],
    ['Authorization: Bearer {{secrets.FIRST_1}}, q8Rk2mmZx1', ['q8Rk2mmZx1']],
    ['Cookie: sid=q8Rk2mmZ; theme=a; csrf=Kf93hdk2', ['sid=q8Rk2mmZ', 'csrf=Kf93hdk2']],
    ['X-Api-Key: q8Rk2mmZ, 7hhGf5Ta', ['q8Rk2mmZ', '7hhGf5Ta']],
    ['curl -H "Authorization: token q8Rk2mmZx1" -H "X-Api-Key: 7hhGf5Ta"', ['q8Rk2mmZx1', '7hhGf5Ta']],
    ['Authorization: Digest username="me", response="6629fae49393a053"', ['6629fae49393a053']],
  ])('is found as often as a line has it: %s', (text, keys) => {
    expect(findKeys(text).map(({ start, end }) => text.slice(start, end))).toEqual(keys);
  });

  it('is found in base64, which is named as a whole', () => {
    for (const key of keys) {
      const encoded = btoa(`A file that says ${key} somewhere.`);
      for (const written of [encoded, encoded.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')])
        expect(findKeys(`data:text/plain;base64,${written}`)).toEqual([
          { start: 23, end: 23 + written.length, name: expect.any(String), isEncoded: true },
        ]);
    }
  });

  it('is found by the name of its field, which may be that of a pair', () => {
    expect(findKeys('q8Rk2mmZ', 'X-Api-Key')).toEqual([{ start: 0, end: 8, name: 'X-Api-Key' }]);
    expect(findKeys('Bearer q8Rk2mmZ', 'authorization')).toEqual([{ start: 7, end: 15, name: 'authorization' }]);
    expect(findKeys('q8Rk2mmZ', 'title')).toEqual([]);
    expect(findValueName({ name: 'Authorization', value: 1 }, 'value')).toBe('Authorization');
    expect(findValueName({ name: 'title', value: 1 }, 'value')).toBe('value');
  });

  it.each([
    '-eyJ',
    'authorization: ',
    'cookie=',
    'x://',
    '"token":"',
    'SG.',
    '-----BEGIN PRIVATE KEY',
    'api_key',
    '<',
    '{{',
  ])(
    'is looked for in time that a text of %s cannot stretch',
    (piece) => {
      expect(findKeys(piece.repeat(200_000 / piece.length)).length).toBeLessThan(100_000);
    },
    20_000,
  );

  it('is not what stands for one, nor a hash, an id or prose', () => {
    const texts = [
      'api_key: "{{secrets.KEY}}"',
      'Authorization: Bearer <your-token>',
      'password: "****************"',
      `api_key=\${API_KEY_OF_MINE}`,
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      '7f9c24e8-3b1a-4c52-9f0e-2d7a5b6c8e11',
      'The task-runner risk-assessment of the desk-research-department-of-2026.',
      'https://example.org:8080/a@b',
      'Authorization: Bearer {{env.KEY_NUMBER_0123456789}}',
      'The authorization: please ask on 2026-11-29 whoever wrote it.',
      '{"token": "understanding", "logprob": -0.1}',
      'max_tokens: "4000"',
    ];
    for (const text of texts) expect([text, findKeys(text)]).toEqual([text, []]);
  });
});
