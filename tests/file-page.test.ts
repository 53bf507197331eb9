import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { filePage } from '../scripts/file-page.mjs';
import { joinLicences } from '../scripts/licences.mjs';

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
  expect(texts.match(/Permission is hereby granted/g)?.length).toBeLessThan(6);
});

it('writes a licence that several packages have once, with who wrote each of them', () => {
  const mit = 'Permission is hereby granted, free of charge.';
  const joined = joinLicences([
    { title: 'b 1 (MIT)', text: `(The MIT License)\n\nCopyright (c) 2020 Berta\n\n${mit}` },
    { title: 'a 2 (MIT)', text: `MIT License\n\n  Copyright 2021 Anna\n\n${mit}` },
    { title: 'c 3 (ISC)', text: 'Copyright (c) Carl\n\nUse it.' },
  ]);
  expect(joined).toEqual([
    `## a 2 (MIT)\nCopyright 2021 Anna\n## b 1 (MIT)\nCopyright (c) 2020 Berta\n\n\`\`\`\`text\nMIT License\n\n\n${mit}\n\`\`\`\`\n`,
    '## c 3 (ISC)\nCopyright (c) Carl\n\n````text\nUse it.\n````\n',
  ]);
});

it('allows only its own script, and nothing to be asked', () => {
  const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1] ?? '';
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/]{43}='; /);
  expect(policy).not.toMatch(/connect-src|unsafe-eval|https?:|\*/);
});
