import { expect, test } from './support/app';

test('scripts get inputs, environment and standard input, and hand on what they print', async ({ app }) => {
  await app.openText(`
variables: { WHO: harbour }
tasks:
  numbers: { type: script, script: { content: 'printf "3\\n1\\n2\\n" | sort; echo noted >&2' } }
  sum:
    type: script
    depends_on: [numbers]
    script:
      language: javascript
      stdin: "{{numbers}}"
      content: |
        console.error('adding');
        return { total: stdin.split('\\n').reduce((sum, line) => sum + Number(line), 0), line: 'the sum' };
  greet:
    type: script
    depends_on: [sum]
    inputs: { total: { from: sum.output.total } }
    script: { env: { GREETING: "Hello, {{WHO}}" }, content: 'echo "$GREETING: $total, $(jq .total)"' }
`);
  expect(await app.run()).toBe('completed');
  const numbers = await app.output('numbers');
  await expect(numbers.getByText('1 2 3')).toBeVisible();
  await expect(numbers).toContainText('Standard error');
  await expect(numbers).toContainText('noted');
  await expect(app.drawer.getByRole('tabpanel')).toContainText('exit 0');
  await expect(await app.output('sum', 'JSON')).toContainText('"total": 6');
  await expect(await app.output('sum', 'Script')).toContainText("console.error('adding')");
  await expect(await app.output('greet')).toHaveText('Hello, harbour: 6, 6');
});

test('busy loops end at their time-out, and the page stays at hand meanwhile', async ({ app }) => {
  await app.openText(`
tasks:
  spin: { type: script, script: { language: javascript, content: 'for (;;);', timeout_ms: 1500 } }
  spin_too: { type: script, script: { content: 'while true; do :; done', timeout_ms: 1500 } }
`);
  await app.start();
  await app.isTask('spin', 'Running');
  // The page responds while both loops run.
  await app.select('spin_too');
  await app.select('spin');
  expect(await app.isOver()).toBe('failed');
  for (const id of ['spin', 'spin_too']) {
    await expect((await app.output(id)).getByRole('alert')).toContainText(/1.5 s|1500 ms|time/i);
  }
});

test('a busy loop ends when the run is cancelled', async ({ app, page }) => {
  await app.openText('tasks:\n  spin: { type: script, script: { language: javascript, content: "for (;;);" } }\n');
  const others = page.workers().length;
  const sandboxes = () => page.workers().slice(others);
  await app.start();
  await app.isTask('spin', 'Running');
  await expect.poll(sandboxes).toHaveLength(1);
  await app.cancelButton().click();
  expect(await app.isOver()).toBe('cancelled');
  await app.isTask('spin', 'Cancelled');
  await expect.poll(sandboxes).toHaveLength(0);
});

test('scripts reach no network, no page and no storage', async ({ app, server }) => {
  await app.openText(`
tasks:
  js:
    type: script
    script:
      language: javascript
      content: |
        const names = ['fetch', 'XMLHttpRequest', 'WebSocket', 'importScripts', 'indexedDB', 'navigator', 'self', 'window', 'postMessage'];
        return names.filter((name) => typeof globalThis[name] !== 'undefined');
  imports:
    type: script
    script: { language: javascript, content: 'return (await import("${server.url}/v1")).default' }
    error_handling: { on_error: continue }
  curl:
    type: script
    script: { content: 'curl -s ${server.url}/v1/messages -d "{}" ; exec 3<>/dev/tcp/127.0.0.1/${new URL(server.url).port}; echo done' }
    error_handling: { on_error: continue }
`);
  expect(await app.run()).toBe('completed');
  await expect(await app.output('js')).toHaveText('[]');
  await app.isTask('imports', 'Failed, continued');
  await expect(await app.output('curl')).toContainText('curl: command not found');
  expect(server.requests).toEqual([]);
});
