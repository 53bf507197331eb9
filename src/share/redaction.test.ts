import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findKeys } from './find-keys';
import { Redaction, type RedactionRules } from './redaction';

const none: RedactionRules = { keys: false, mails: false, phones: false, values: new Map(), patterns: [] };
const make = (rules: Partial<RedactionRules>) => new Redaction({ ...none, ...rules });
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
    ];
    for (const [text = '', key] of cases)
      expect(findKeys(text).map(({ start, end }) => text.slice(start, end))).toEqual([key]);
  });

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
    ];
    for (const text of texts) expect([text, findKeys(text)]).toEqual([text, []]);
  });
});

describe('a redaction', () => {
  it('gives the same text the same mark, and counts kinds and places', () => {
    const redaction = make({ mails: true, phones: true, patterns: [/acme-\d+/g] });
    const text = 'anna@x.org and bert@x.org, again anna@x.org, tel. +49 170 1234567, acme-7.';
    redaction.collect(text);
    expect(redaction.replace(text)).toBe('[mail 1] and [mail 2], again [mail 1], tel. [phone 1], [text 1].');
    expect(redaction.found).toEqual([
      { kind: 'mail', different: 2, places: 3 },
      { kind: 'phone', different: 1, places: 1 },
      { kind: 'text', different: 1, places: 1 },
    ]);
  });

  it('takes values out by name, however they are written', () => {
    const redaction = make({
      values: new Map([
        ['TOKEN_URL', ['https://in.example/a b?"c"']],
        ['SALARY', ['85000']],
      ]),
    });
    const text = JSON.stringify({ a: 'See https://in.example/a b?"c"', b: 85000, 'https://in.example/a b?"c"': 1 });
    redaction.collect(text);
    expect(JSON.parse(redaction.replace(text))).toEqual({ a: 'See [TOKEN_URL]', b: '[SALARY]', '[TOKEN_URL]': 1 });
    expect(redaction.replace(encodeURIComponent('https://in.example/a b?"c"'))).toBe('[TOKEN_URL]');
  });

  it('takes figures, dates and times for no telephone number', () => {
    const redaction = make({ phones: true });
    for (const text of ['2026-11-29T18:31:00.000Z', '0.0042', '1,303 calls, 214600 tokens', '10:07:33', '192.168.0.1'])
      expect(redaction.replace(text)).toBe(text);
  });

  it('leaves JSON as JSON, at any depth', () => {
    const inner = JSON.stringify({ to: ['anna@x.org\nbert@x.org'] });
    const redaction = make({ mails: true });
    const replaced = redaction.replace(JSON.stringify({ inner }));
    expect(JSON.parse(JSON.parse(replaced).inner)).toEqual({ to: ['[mail 1]\n[mail 2]'] });
  });

  it('leaves nothing of a hit at the cut of a text', () => {
    const redaction = make({ keys: true });
    const [key = ''] = keys;
    redaction.collect(`It is ${key}.`);
    for (const rest of [4, 10, key.length - 1]) {
      const cut = 'x'.repeat(200 - rest - 1).concat(' ', key.slice(0, rest));
      expect(redaction.replace(cut)).not.toContain(key.slice(0, 4));
      const gapped = redaction.replace(`${key.slice(0, rest)}…${key.slice(rest)}`);
      for (let at = 0; at + 4 <= key.length; at += 1) expect(gapped).not.toContain(key.slice(at, at + 4));
    }
  });

  it('leaves no key and changes nothing else, whatever the text', () => {
    const text = fc.array(fc.oneof(fc.constantFrom(...keys), fc.string(), fc.string({ unit: 'binary' })));
    fc.assert(
      fc.property(text, fc.constantFrom(' ', '\n', '", "'), (parts, gap) => {
        const whole = parts.join(gap);
        const redaction = make({ keys: true });
        redaction.collect(whole);
        const replaced = redaction.replace(whole);
        for (const key of keys) expect(replaced).not.toContain(key);
        if (findKeys(whole).length === 0) expect(replaced).toBe(whole);
      }),
    );
  });
});
