import { describe, expect, it } from 'vitest';
import { documentOf } from '@/workflow/sample.testing';
import { lookAtFiles } from '../attachments/planned-files';
import { makePlan } from '../make-plan';
import { catalogueOf } from '../model-facts.testing';

/** The header of a PNG of a size. */
function png(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  new DataView(bytes.buffer).setUint32(16, width);
  new DataView(bytes.buffer).setUint32(20, height);
  return bytes;
}

const attachments = ['/a.png', { glob: '/notes/*.txt' }, '/gone.png', { from: 'draw' }];
const document = documentOf(
  {
    all: {
      type: 'group',
      subtasks: {
        look: { type: 'atomic', description: 'Look.', attachments, dependsOn: ['draw'] },
        draw: { type: 'script', script: { content: 'draw' } },
      },
    },
  },
  { defaultModel: 'anthropic:claude-sonnet-4-6' },
);

async function planned(takes: readonly 'image'[] | undefined, files: Readonly<Record<string, Uint8Array>>) {
  const stored = {
    list: async () => Object.entries(files).map(([path, bytes]) => ({ path, bytes: bytes.length })),
    read: async (path: string) => files[path],
  };
  const found = await lookAtFiles(stored, ['/a.png', '/notes/*.txt']);
  const tokens = { count: (of: string) => ({ tokens: Math.ceil(of.length / 4), exact: true }) };
  const catalogue = catalogueOf(() => (takes === undefined ? {} : { takes }));
  const world = { known: [], catalogue: async () => catalogue, files: async () => found };
  return makePlan({ document, diagnostics: [] }, world, async () => tokens);
}

const files = { '/a.png': png(280, 280), '/notes/x.txt': new TextEncoder().encode('x'.repeat(400)) };

describe('attachments in a plan', () => {
  it('are counted by the rule of the maker, and told part by part', async () => {
    const without = await planned(['image'], {});
    const made = await planned(['image'], files);
    if (!made.ok || !without.ok) throw new Error('refused');
    const look = made.estimate.tasks['all/look'];
    const more = (end: 'low' | 'high') =>
      (look?.inputTokens[end] ?? 0) - (without.estimate.tasks['all/look']?.inputTokens[end] ?? 0);
    // 10 × 10 patches of 28 pixels; 400 bytes of text, of which 8 to 2 are a token; the words around them.
    expect(more('low')).toBe(100 + 400 / 8 + 27);
    expect(more('high')).toBe(100 + 400 / 2 + 28 + 2);
    expect(look?.estimated).toBe(true);
    expect(look?.prompt?.parts.flatMap(({ file }) => file?.name ?? [])).toEqual(['a.png']);
    expect(look?.prompt?.messages[0]).toMatchObject({ attachments: [{ kind: 'image', width: 280 }] });
    expect(look?.assumed).toEqual(['attachments that are known only in the run are not counted: /gone.png, draw']);
  });

  it('refuse the run at their place where the model is known not to take them', async () => {
    const made = await planned([], files);
    expect(made).toMatchObject({ ok: false });
    expect(made.ok ? [] : made.diagnostics).toEqual([
      {
        code: 'HED318',
        severity: 'error',
        message: 'anthropic:claude-sonnet-4-6 takes texts only, so it cannot be sent “a.png” (images).',
        path: ['tasks', 'all', 'subtasks', 'look', 'attachments', 0],
      },
    ]);
    expect(await planned(undefined, files)).toMatchObject({ ok: true });
  });

  it('refuse the run where a file is damaged or too large an image', async () => {
    const made = await planned(undefined, { '/a.png': png(100_000, 100_000) });
    expect(made.ok ? [] : made.diagnostics.map(({ message }) => message)).toEqual([
      '“a.png” is too large an image: 100,000 × 100,000 pixels. An edge may have at most 8,000.',
    ]);
  });
});
