import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { filePage } from '../scripts/file-page.mjs';

const folder = mkdtempSync(join(tmpdir(), 'heddle-file-page-'));
let page = '';

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production');
  const collect = () => ({ name: 'collect' });
  const entry = join(import.meta.dirname, '../src/base/assert-never.ts');
  await build({
    ...{ configFile: false, logLevel: 'error', publicDir: false, plugins: [filePage(collect)] },
    build: { outDir: folder, target: 'es2023', rolldownOptions: { input: entry } },
  });
  page = readFileSync(join(folder, 'shared-run.html'), 'utf8');
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('is one file of at most 1.5 MB, with a place for a run', () => {
  expect(page.length).toBeLessThan(1_500_000);
  expect(page).toContain('<!--heddle-run-->');
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page.split('<script')[0]).not.toMatch(/<(?:link|img|iframe)\b|@import|url\((?!["']?data:)/);
});

it('has the licences of what is built in, fonts among them, where nobody takes them for markup', () => {
  const [, texts = ''] = /<\/html>\n<!-- Licences of what is built in\n([^<>]*)\n-->\s*$/.exec(page) ?? [];
  for (const name of ['react', 'lucide-react', '@fontsource-variable/inter']) expect(texts).toContain(`## ${name} `);
  expect(texts).not.toContain('--');
});

it('allows only its own script, and nothing to be asked', () => {
  const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1] ?? '';
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/]{43}='; /);
  expect(policy).not.toMatch(/connect-src|unsafe-eval|https?:|\*/);
});
