import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

// What the page loads at first is what the built page names: no timing is measured here.
const built = 'dist';

/** Modules of the scripts that the built page loads at once, according to their source maps. */
function modulesOfFirstScreen(): readonly string[] {
  const html = readFileSync(join(built, 'index.html'), 'utf8');
  return readdirSync(join(built, 'assets'))
    .filter((name) => name.endsWith('.js.map') && html.includes(`assets/${name.replace(/\.map$/, '"')}`))
    .flatMap((name) => JSON.parse(readFileSync(join(built, 'assets', name), 'utf8')).sources);
}

test('the first screen has no schemas, no forms, no panes of the viewer and no dialogs in it', { tag: '@main' }, () => {
  const modules = modulesOfFirstScreen();
  expect(modules.filter((name) => name.endsWith('/src/app/page.tsx'))).toHaveLength(1);
  const later =
    /node_modules\/(zod|ajv|@cfworker|@tanstack|yaml|monaco-editor|cmdk|react-markdown|elkjs)\/|-schemas?\.ts$|\/fields\/|-(pane|dialog|screen)\.tsx$/;
  const wanted = modules.filter((name) => later.test(name) && !/\/(editor-screen|output-pane)\.tsx$/.test(name));
  expect(wanted).toEqual([]);
});
