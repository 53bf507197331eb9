import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBase64Url } from '@/base/base64';
import { deflateText } from '@/storage/gzip';
import { linkPrefix, readWorkflowLink, writeWorkflowLink } from './workflow-link';

const page = 'https://heddle.example/app/';
const hashOf = (link: string) => new URL(link).hash;

describe('a link with a workflow in it', () => {
  it('gives back every text, in letters that any program leaves as they are', async () => {
    const text = fc.string({ minLength: 1, maxLength: 500, unit: 'grapheme' });
    await fc.assert(
      fc.asyncProperty(text, async (one) => {
        const link = await writeWorkflowLink(page, one);
        expect(link).toMatchObject({ ok: true, value: expect.stringMatching(/^https:\/\/[^#]+#w=[A-Za-z0-9_-]+$/) });
        if (link.ok) expect(await readWorkflowLink(hashOf(link.value))).toBe(one);
      }),
    );
  });

  it('is not longer than mail programs take', async () => {
    const words = Array.from({ length: 3000 }, (_, at) => ((at * 2_654_435_761) % 4_294_967_291).toString(36)).join(
      ' ',
    );
    expect(await writeWorkflowLink(page, words)).toEqual({
      ok: false,
      error: {
        message: expect.stringMatching(/^This link would be \d+ kB; mail programs cut it\.$/),
        advice: expect.any(String),
      },
    });
  });

  it('has no key', async () => {
    const key = `ghp_${'a1B2c3'.repeat(6)}`;
    const link = await writeWorkflowLink(page, `heddle: 1\ntasks:\n  a: { description: "Use ${key}" }\n`);
    expect(link).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/1 text in it looks like a key.*ghp_••••••B2c3, line 3/) },
    });
    expect(JSON.stringify(link)).not.toContain(key);
    expect(await writeWorkflowLink(page, 'headers: { Authorization: "Bearer {{secrets.KEY}}" }')).toMatchObject({
      ok: true,
    });
  });

  it('is refused where it is cut, empty, no text, or unpacks to more than is read', async () => {
    const packed = encodeBase64Url(await deflateText('heddle: 1\n'.repeat(20)));
    const bomb = encodeBase64Url(await deflateText('a'.repeat(2_000_000)));
    const bytes = encodeBase64Url(new Uint8Array([0xff, 0xfe, 0x00]));
    for (const written of ['', '!', packed.slice(0, -4), bomb, bytes, 'A'.repeat(200_000)])
      await expect(readWorkflowLink(`${linkPrefix}${written}`)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});
