import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

// What the page loads at first is what the built page names: no timing is measured here.
const built = 'dist';

/** The scripts that the built page loads at once. */
function listScriptsOfFirstScreen(): readonly string[] {
  const html = readFileSync(join(built, 'index.html'), 'utf8');
  const found = readdirSync(join(built, 'assets'))
    .filter((name) => name.endsWith('.js') && html.includes(`assets/${name}"`))
    .map((name) => join(built, 'assets', name));
  return [join(built, 'theme.js'), ...found];
}

/** Modules of these scripts, according to their source maps. */
const modulesOfFirstScreen = (): readonly string[] =>
  listScriptsOfFirstScreen()
    .filter((path) => existsSync(`${path}.map`))
    .flatMap((path) => JSON.parse(readFileSync(`${path}.map`, 'utf8')).sources);

test('the scripts of the first screen are at most 220 kB, packed', { tag: '@main' }, () => {
  const sizes = listScriptsOfFirstScreen().map((path) => gzipSync(readFileSync(path)).length);
  expect(sizes.length).toBeGreaterThan(2);
  expect(sizes.reduce((sum, size) => sum + size, 0) / 1000).toBeLessThanOrEqual(220);
});

test('the first screen has no schemas, no forms, no panes of the viewer and no dialogs in it', { tag: '@main' }, () => {
  const modules = modulesOfFirstScreen();
  expect(modules.filter((name) => name.endsWith('/src/app/page.tsx'))).toHaveLength(1);
  const later =
    /node_modules\/(zod|ajv|@cfworker|@tanstack|yaml|monaco-editor|cmdk|react-markdown|elkjs)\/|-schemas?\.ts$|\/fields\/|-(pane|dialog|screen)\.tsx$/;
  const wanted = modules.filter((name) => later.test(name) && !/\/(editor-screen|output-pane)\.tsx$/.test(name));
  expect(wanted).toEqual([]);
});
