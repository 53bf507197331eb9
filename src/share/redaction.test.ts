import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBase64 } from '@/base/base64';
import { findKeys } from '@/base/find-keys';
import { Redaction, type RedactionRules } from './redaction';

const none: RedactionRules = { keys: false, mails: false, phones: false, values: new Map(), patterns: [] };
const make = (rules: Partial<RedactionRules>) => new Redaction({ ...none, ...rules });
/** Written in pieces, so that no scanner takes this file for one with keys. */
const keys = [
  `sk-${'aB3'.repeat(16)}`,
  `ghp_${'a1B2c3'.repeat(6)}`,
  `eyJ${'hbGci'.repeat(4)}.eyJ${'zdWIi'.repeat(4)}.sig`,
];

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

  it('takes out a value whose name says that it is a key, in JSON, in pairs, and in a text of JSON', () => {
    const redaction = make({ keys: true });
    const fields = {
      api_key: 'Kf93hdk20fjw93jf',
      headers: [{ name: 'X-Api-Key', value: 'q8Rk2mmZ' }],
      max_tokens: '4000',
    };
    const text = JSON.stringify({ fields, text: JSON.stringify(fields) });
    redaction.collect(text);
    const clean = { api_key: '[key 1]', headers: [{ name: 'X-Api-Key', value: '[key 2]' }], max_tokens: '4000' };
    expect(JSON.parse(redaction.replace(text))).toEqual({ fields: clean, text: JSON.stringify(clean) });
  });

  it('takes out base64 that has something, as a whole, and no other', () => {
    const [key = ''] = keys;
    const redaction = make({ keys: true, mails: true, values: new Map([['NAME', ['Harbour Ltd']]]) });
    const noise = encodeBase64(Uint8Array.from({ length: 3000 }, (_, at) => (at * 7919) % 251));
    const hidden = ['Ask anna@harbour.example.org today', 'It is for Harbour Ltd alone', `Use ${key}`].map((one) =>
      btoa(one),
    );
    const text = `A ${hidden.join(', ')}. ${noise}`;
    redaction.collect(text);
    expect(redaction.replace(text)).toBe(`A [mail 1], [NAME], [key 1]. ${noise}`);
    // A start that ends within the key.
    const cut = btoa(`Use it: ${'x'.repeat(40)} ${key}`).slice(0, 80);
    const second = make({ keys: true });
    second.collect(key);
    expect(second.replace(`A ${cut}`)).toBe('A [key 1]');
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
