import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
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

describe('the guide', () => {
  it.each(pages.filter((page) => page.startsWith('docs/guide/')))('has in %s examples that are YAML', (page) => {
    const blocks = [...readFileSync(page, 'utf8').matchAll(/^```yaml\n(.*?)^```/gms)].map(([, block = '']) => block);
    expect(blocks.flatMap((block) => parseDocument(block).errors.map(({ message }) => message))).toEqual([]);
  });

  /** Labels of other programs, and examples of what a person writes or sees. */
  const others = new Set([
    ...['Add to Dock', 'Add to Home Screen', 'Install Heddle', 'Developer → Server settings → Enable CORS'],
    ...['Export DSL', 'Export Agents', 'Secret'],
    ...['What does this show?', 'Checkpoint 1', 'Add a definition', 'Run b after a', 'None of its cases is true'],
  ]);
  const sources = filesIn('src')
    .filter((file) => /(?<!\.(test|testing))\.tsx?$/.test(file))
    .map((file) => readFileSync(file, 'utf8'));
  const shown = onOneLine(sources.join(' '));

  it.each(pages.filter((page) => page.startsWith('docs/guide/')))('names in %s what is on the screen', (page) => {
    const prose = readFileSync(page, 'utf8')
      .replace(/^```.*?^```/gms, '')
      .replace(/(?<=\S)\n(?=\S)/g, ' ');
    const labels = [...prose.matchAll(/(?<![*\w])\*([A-Z“][^*\n]*?)\*(?!\*)/g)].map(([, label = '']) => label);
    const pieces = (label: string) =>
      label.split(/…|“[^”]*”|\d[\d,.]*(?: MB)?/).map((piece) => piece.replace(/^[ .,:]+|[ .,:]+$/g, ''));
    const gone = labels.filter((label) => !others.has(label) && !pieces(label).every((piece) => shown.includes(piece)));
    expect(gone).toEqual([]);
  });
});

/** A text with single spaces: JSX breaks labels over lines. */
function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

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
