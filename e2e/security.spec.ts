import { expect, test } from './support/app';

test('the page comes with a strict policy, and with nothing inline', { tag: '@main' }, async ({ page, request }) => {
  const response = await request.get('./');
  const html = await response.text();
  await page.goto('./');
  const meta = (await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content')) ?? '';
  const directives = meta.split('; ');
  expect(directives).toContain("script-src 'self' 'wasm-unsafe-eval'");
  expect(directives).toContain("default-src 'self'");
  expect(directives).toContain("object-src 'none'");
  expect(directives).toContain("base-uri 'none'");
  expect(directives.some((one) => one.startsWith('connect-src') && one.includes('https:'))).toBe(true);
  // The policy comes before everything it applies to.
  expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<script'));
  expect(response.headers()['content-security-policy']).toContain(meta);

  await expect(page.getByRole('banner')).toBeVisible();
  expect(await page.locator('script:not([src])').count()).toBe(0);
  const handlers = await page.evaluate(() =>
    Array.from(document.querySelectorAll('*')).flatMap((element) =>
      Array.from(element.attributes, ({ name }) => name).filter((name) => name.startsWith('on')),
    ),
  );
  expect(handlers).toEqual([]);
});

test('neither the page nor its workers make code of text', { tag: '@main' }, async ({ app, page }) => {
  await app.open();
  // From a timer, because code evaluated by a debugger is exempt.
  const attempt = () =>
    new Promise<string>((resolve) => {
      setTimeout(() => {
        try {
          resolve(String(new Function('return 1')()));
        } catch (error) {
          resolve(error instanceof Error ? error.name : 'thrown');
        }
      });
    });
  expect(await page.evaluate(attempt)).toBe('EvalError');
  expect(page.workers().length).toBeGreaterThan(0);
  for (const worker of page.workers()) expect(await worker.evaluate(attempt), worker.url()).toBe('EvalError');
  // The reported errors are the attempts themselves.
  app.errors.splice(0);
});

test('a tour through the whole app breaks no rule of the policy', async ({ app, page }) => {
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      // biome-ignore lint/suspicious/noConsole: the test listens to the console
      console.error(
        `violation: ${event.violatedDirective} ${event.blockedURI} in ${event.sourceFile}:${event.lineNumber}:${event.columnNumber}`,
      );
    });
  });
  await app.open();
  expect(await app.run()).toBe('completed');
  await app.output('write_notes', 'Rendered');
  await app.tab('Events');
  await app.tab('Timeline');
  await page.getByRole('radio', { name: 'Both' }).click();
  await expect(page.getByRole('code').first()).toContainText('depends_on');
  await page.getByRole('radio', { name: 'Canvas' }).click();
  await app.topBar.getByRole('button', { name: 'Tidy up' }).click();
  await app.topBar.getByRole('button', { name: 'Plan' }).click();
  await expect(page.getByRole('heading', { name: /plan/i }).first()).toBeVisible();
  await app.openModels();
  await app.closeDialog();
  await app.openStart();
  expect(app.errors).toEqual([]);
});

const hostile = `# Title

<script>window.attacked = 'script'</script>
<img src="x" onerror="window.attacked = 'onerror'">
<iframe src="javascript:window.top.attacked = 'iframe'"></iframe>
<svg onload="window.attacked = 'svg'"><a href="javascript:alert(1)">x</a></svg>

![picture](http://attacker.test/pixel.png)

[click me](javascript:window.attacked='link') and [data](data:text/html,<script>window.attacked=1</script>)

[good](https://example.org/page)
`;

test('what a model says is rendered without harm', { tag: '@main' }, async ({ app, page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await app.openText(
    `tasks:\n  say: { description: Say., model: "sim:fast", options: { reply: ${JSON.stringify(hostile)} } }\n`,
  );
  expect(await app.run()).toBe('completed');
  const rendered = await app.output('say', 'Rendered');
  await expect(rendered.getByRole('heading', { name: 'Title' })).toBeVisible();
  await expect(rendered.getByRole('link', { name: 'good' })).toHaveAttribute('href', 'https://example.org/page');
  await expect(rendered.getByRole('link', { name: 'good' })).toHaveAttribute('rel', /noopener/);
  await expect(rendered.locator('script, img, iframe, svg, object, embed, form, style')).toHaveCount(0);
  const targets = await rendered.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(targets.filter((href) => /^\s*(javascript|data|vbscript):/i.test(href ?? ''))).toEqual([]);
  await rendered.getByText('click me').click();
  await expect(await app.output('say', 'Text')).toContainText('<script>window.attacked');
  expect(await page.evaluate(() => (globalThis as { attacked?: unknown }).attacked)).toBeUndefined();
  expect(asked.filter((url) => url.includes('attacker.test'))).toEqual([]);
});
