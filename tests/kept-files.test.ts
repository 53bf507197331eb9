import { describe, expect, it } from 'vitest';
import { isKept } from '../scripts/precache.mjs';
import { nameSharedChunk } from '../scripts/shared-chunks.mjs';

it('what a person needs to go on offline is kept from the first visit on, and all else once it was looked at', () => {
  const needed = ['index.html', 'assets/page-1.js', 'assets/worker-start-engine-1.js', 'assets/worker-o200k_base-1.js'];
  expect([...needed, 'guide/pages.json', 'guide/guide.css', 'icon.svg'].filter((url) => !isKept(url))).toEqual([]);
  const later = ['guide/canvas.html', 'guide/images/tour-dark.webp', 'examples/map.yaml', 'gallery/a/run.jsonl'];
  const servers = ['assets/worker-openai-1.js', 'assets/worker-mcp-client-1.js', 'assets/worker-check-xsd-1.js'];
  expect([...later, ...servers, 'schemas/heddle-1.json'].filter(isKept)).toEqual([]);
});

describe('a file for what several parts share', () => {
  /** Modules by who imports them: `static` in one file with them, `later` as a part. */
  const graph = (modules: Readonly<Record<string, { readonly static?: string[]; readonly later?: string[] }>>) => ({
    getModuleInfo: (id: string) => ({
      importers: modules[id]?.static ?? [],
      dynamicImporters: modules[id]?.later ?? [],
      isEntry: modules[id] === undefined,
    }),
  });
  const modules = graph({
    'start-a': { later: ['entry'] },
    'start-b': { later: ['entry'] },
    late: { later: ['start-b'] },
    both: { static: ['start-a', 'start-b'] },
    own: { static: ['start-a'] },
    'under-both': { static: ['both'] },
    'late-and-a': { static: ['late', 'start-a'] },
  });
  const name = nameSharedChunk(({ parts, roots }) => `${[...parts].sort()}|${[...roots].sort()}`, /^start-/);

  it('is asked for by who needs a module, and by what leads to those', () => {
    expect(name('both', modules)).toBe('start-a,start-b|start-a,start-b');
    expect(name('under-both', modules)).toBe('start-a,start-b|start-a,start-b');
    expect(name('late-and-a', modules)).toBe('late,start-a|start-a,start-b');
  });

  it('has nothing that only one part needs', () => {
    expect(name('own', modules)).toBeNull();
  });
});
