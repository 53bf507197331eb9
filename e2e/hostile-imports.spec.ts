import { makeLinkedApps } from '../tests/hostile/linked-flows';
import { packArchive } from '../tests/support/pack-archive';
import { type App, expect, test } from './support/app';

const attack =
  '<img src="http://attacker.example/x" onerror="window.attacked = true"><script>window.attacked = true</script>';
const html = JSON.stringify({
  root: { children: [{ type: 'paragraph', children: [{ type: 'text', text: attack }] }] },
});

/** An app of Dify whose every text is an attack, and whose ids are names that every object has. */
const scripted = JSON.stringify({
  ...{ kind: 'app', version: '0.7.0', app: { name: attack, description: attack, mode: 'workflow' } },
  workflow: {
    graph: {
      nodes: [
        { id: '__proto__', data: { type: 'start', title: attack, variables: [{ variable: 'q', type: 'paragraph' }] } },
        {
          id: 'constructor',
          data: { type: 'template-transform', title: attack, template: `${attack}{{ q.constructor }}` },
        },
        { id: 'prototype', data: { type: 'answer', title: attack, answer: attack, __proto__: { attacked: true } } },
        { id: 'note', type: 'custom-note', data: { text: html, theme: `red" onclick="${attack}` } },
      ],
      edges: [
        { source: '__proto__', target: 'constructor', sourceHandle: 'source' },
        { source: 'constructor', target: 'prototype', sourceHandle: attack },
      ],
    },
  },
}).replace('"answer":', '"__proto__":{"attacked":true},"answer":');

test.beforeEach(async ({ app, page }, info) => {
  const own = new URL(info.project.use.baseURL ?? '').origin;
  page.on('request', (request) => {
    if (!request.url().startsWith(own) && !/^(data|blob):/.test(request.url()))
      app.errors.push(`asked ${request.url()}`);
  });
  page.on('dialog', (dialog) => {
    app.errors.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await app.openStart();
});

/** Whether a script of a file ran, or changed what every object has. */
const isAttacked = (app: App) => app.page.evaluate(() => 'attacked' in window || 'attacked' in {});

test('what an imported file has in its texts, notes and ids is text, in the report and on the canvas', async ({
  app,
  page,
}) => {
  await app.openFile('app.json', scripted);
  await expect(app.dialog).toContainText('3 nodes');
  await expect(app.dialog.getByText('Dry run done')).toBeVisible();
  for (const line of await app.dialog.getByRole('option').all()) await line.click();
  await app.dialog.getByRole('button', { name: 'Open as a new workflow' }).click();
  await app.isReady();
  await expect(page.locator('[onerror], [onclick], img[src*="attacker"]')).toHaveCount(0);
  expect(await isAttacked(app)).toBe(false);
});

test('an archive that lies about what is in it is refused, and nothing opens', async ({ app }) => {
  const manifest = `format: dify.app\nformat_version: 1\napps: [{ id: a, path: app.yaml, size: 3, sha256: ${'0'.repeat(64)} }]\n`;
  const archive = await packArchive({ 'manifest.yaml': manifest, 'app.yaml': scripted });
  await app.openFile('app.zip', Buffer.from(archive));
  await expect(app.page.getByText('has another size than the manifest says')).toBeVisible();
  await expect(app.canvas).toBeHidden();
});

test('30 apps that all run one another have a report each, and the page goes on', async ({ app, page }) => {
  const apps = makeLinkedApps(30, 30).map((text, at) => [`app_${at}.json`, text] as const);
  const resources = apps.map(([file], at) => `  app_${at}: { kind: app, file: ${file} }`);
  const manifest = ['kind: app_bundle', "version: '1'", 'resources:', ...resources].join('\n');
  const archive = await packArchive({ 'manifest.yaml': manifest, ...Object.fromEntries(apps) });
  await app.openFile('apps.zip', Buffer.from(archive));
  await expect(app.dialog).toContainText('1 of 30 workflows', { timeout: 120_000 });
  await expect(app.dialog.getByText('Dry run done')).toBeVisible({ timeout: 120_000 });
  await expect(app.dialog).toContainText('It was stopped');
  await expect(app.dialog).toContainText('functions call one another, so the most is not known');
  await app.dialog.getByRole('button', { name: 'Open this one' }).click();
  await expect(page.getByRole('tab', { name: 'App 0' })).toBeVisible();
});
