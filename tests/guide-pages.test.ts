import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { guidePages } from '../scripts/guide-pages.mjs';

/** The files of the served guide, as the build writes them. */
function builtGuide(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const { generateBundle } = guidePages();
  if (typeof generateBundle !== 'function') throw new Error('The guide is not built by a function.');
  const context = { emitFile: ({ fileName, source }: EmittedFile) => files.set(fileName, String(source)) };
  Reflect.apply(generateBundle, context, []);
  return files;
}

interface EmittedFile {
  readonly fileName: string;
  readonly source: string | Buffer;
}

const files = builtGuide();
const pages = [...files].filter(([name]) => name.endsWith('.html'));
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

it('the guide has a page for each of its subjects, which the list at the side leads to', () => {
  const index = files.get('guide/index.html') ?? '';
  const listed = all(/<nav[^>]*aria-label="Guide"[\s\S]*?<\/nav>/.exec(index)?.[0] ?? '', /href="([^"#]+)/g);
  expect(listed.length).toBeGreaterThan(15);
  for (const page of listed) expect(files.has(posix.join('guide', page)), page).toBe(true);
  expect(files.get('guide/first-minute.html')).toContain('>The first minute</h1>');
});

it.each(pages)('in %s each link within the guide leads to what is there, and each picture is served', (name, text) => {
  const broken = [...all(text, /<a [^>]*href="([^"]+)"/g), ...all(text, /<img [^>]*src="([^"]+)"/g)]
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? name : posix.join(posix.dirname(name), path);
      // The app itself lies beside the guide, and the files of the tutorial.
      if (target.startsWith('tutorial/')) return !existsSync(`public/${target}`);
      if (!target.startsWith('guide/')) return target !== '.' && target !== './' && target !== 'index.html';
      const served = files.get(target);
      return served === undefined || (anchor !== undefined && !served.includes(`id="${anchor}"`));
    });
  expect(broken).toEqual([]);
});
