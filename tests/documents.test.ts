import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesIn } from './support/files-in';

const pages = [
  ...filesIn('docs').filter((file) => file.endsWith('.md')),
  ...filesIn('src').filter((file) => file.endsWith('.md')),
  ...['README.md', 'CONTRIBUTING.md', 'tests/README.md'],
];

describe.each(pages)('%s', (page) => {
  const text = readFileSync(page, 'utf8');

  it('links to what is there', () => {
    const prose = text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '');
    const targets = [...prose.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)].map(
      ([, link, image]) => link ?? image ?? '',
    );
    expect(
      targets.filter((target) => !/^https?:/.test(target)).filter((target) => !leadsSomewhere(page, target)),
    ).toEqual([]);
  });

  it('names files that are there', () => {
    const named = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|tsx|mjs|md|html|json))`/g)].map(
      ([, file = '']) => file,
    );
    const roots = ['', 'src', dirname(page), 'public', 'docs'];
    const missing = named.filter(
      (file) => !/^dist\//.test(file) && !roots.some((root) => existsSync(join(root, file))),
    );
    expect(page.startsWith('docs/guide/') ? [] : missing).toEqual([]);
  });
});

/** Whether a link of a page leads to a file and, where it names one, to a heading in it. */
function leadsSomewhere(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(file)) return false;
  return anchor === undefined || anchors(readFileSync(file, 'utf8')).has(anchor);
}

/** The anchors of the headings of a page, as GitHub makes them. */
function anchors(text: string): ReadonlySet<string> {
  const headings = [...text.replace(/^```.*?^```/gms, '').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title);
  return new Set(
    headings.map((title) =>
      title
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );
}
