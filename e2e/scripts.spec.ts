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

test('a script that fails is told with its code and last words, and its failure goes the way that was set', async ({
  app,
}) => {
  await app.openText(`
tasks:
  fails: { type: script, script: { content: 'echo half; echo "no such tide" >&2; exit 3' } }
  after_fail: { type: script, depends_on: [fails], script: { content: 'echo never' } }
  throws: { type: script, script: { language: javascript, content: 'throw new Error("low water")' }, error_handling: { on_error: continue } }
  after_continue: { type: script, depends_on: [throws], script: { content: 'echo went on' } }
  skips: { type: script, script: { content: 'exit 1' }, error_handling: { on_error: skip } }
  after_skip: { type: script, depends_on: [skips], script: { content: 'echo unreached' } }
  retries: { type: script, script: { content: 'exit 7' }, error_handling: { on_error: retry, max_retries: 2, backoff: none } }
`);
  expect(await app.run()).toBe('failed');
  await app.isTask('fails', 'Failed');
  const failed = await app.output('fails');
  await expect(failed.getByRole('alert')).toContainText('The script ended with code 3: no such tide');
  await expect(app.drawer.getByRole('tabpanel')).toContainText('exit 3');
  await app.isTask('after_fail', 'Skipped');
  await expect(app.node('after_fail')).toContainText('fails failed');
  await app.isTask('throws', 'Failed, continued');
  await expect(await app.output('throws')).toContainText('Error: low water');
  await expect(await app.output('after_continue')).toHaveText('went on');
  await app.isTask('skips', 'Skipped');
  await app.isTask('after_skip', 'Skipped');
  await app.isTask('retries', 'Failed');
  const events = await app.storedEvents();
  const exits = events.filter(({ kind, path }) => kind === 'script.exited' && path.startsWith('task/retries/'));
  expect(exits).toHaveLength(3);
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
  const sandboxes = () => page.workers().filter((worker) => worker.url().includes('javascript'));
  await app.openText('tasks:\n  spin: { type: script, script: { language: javascript, content: "for (;;);" } }\n');
  await app.start();
  await app.isTask('spin', 'Running');
  await expect.poll(sandboxes).toHaveLength(1);
  await app.cancelButton().click();
  expect(await app.isOver()).toBe('cancelled');
  await app.isTask('spin', 'Cancelled');
  await expect.poll(sandboxes).toHaveLength(0);
});

test('scripts have timers, and do at their end what is trapped for it', async ({ app }) => {
  await app.openText(`
tasks:
  js:
    type: script
    script: { language: javascript, content: "await new Promise((done) => setTimeout(done, 5)); return 'waited'" }
  bash:
    type: script
    script: { content: "trap 'echo bye' EXIT; yes | head -2 | xargs -n1; exit 0" }
`);
  expect(await app.run()).toBe('completed');
  await expect(await app.output('js')).toHaveText('waited');
  await expect(await app.output('bash')).toHaveText(/y\s*y\s*bye/);
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

test('conditions, schemas, checks and disabled tasks, on the simulated model', async ({ app }) => {
  await app.openText(`
default_model: sim:fast
tasks:
  look:
    description: Look at the tide.
    output_schema:
      type: object
      required: [height, mood]
      additionalProperties: false
      properties: { height: { type: integer, minimum: 3, maximum: 5 }, mood: { enum: [calm, wild] } }
  high: { description: "High at {{look.output.height}}", depends_on: [look], condition: tasks.look.output.height >= 3, options: { reply: Up. } }
  low: { description: Low., depends_on: [look], condition: tasks.look.output.height < 3 }
  off: { description: Off., depends_on: [look], disabled: true }
  meet: { type: script, depends_on: [high, low, off], script: { stdin: "{{high}}|{{low}}|{{off}}", content: cat } }
  wrong: { description: Wrong., options: { reply: "no JSON" }, output_schema: { type: object }, error_handling: { on_error: skip } }
  checked: { type: script, script: { content: echo 41 }, validate: output > 41, error_handling: { on_error: continue } }
`);
  expect(await app.run()).toBe('completed');
  const look = JSON.parse((await (await app.output('look')).textContent()) ?? '');
  expect(look.height).toBeGreaterThanOrEqual(3);
  expect(look.height).toBeLessThanOrEqual(5);
  expect(['calm', 'wild']).toContain(look.mood);
  await expect(await app.output('high', 'Prompt')).toContainText(`High at ${look.height}`);
  await app.isTask('low', 'Skipped');
  await expect(app.node('low')).toContainText('Its condition is false');
  await app.isTask('off', 'Skipped');
  await expect(app.node('off')).toContainText('It is disabled');
  await expect(await app.output('meet')).toHaveText('Up.||');
  await app.isTask('wrong', 'Skipped');
  await app.isTask('checked', 'Failed, continued');
  const events = await app.storedEvents();
  const asked = events.filter(({ kind, path }) => kind === 'model.requested' && path.startsWith('task/wrong/'));
  // Asked once more in the same conversation, as the language specifies.
  expect(asked.map(({ path }) => path.split('/turn/')[1])).toEqual(['1', '2']);
  expect(events.find(({ kind, path }) => kind === 'task.skipped' && path === 'task/wrong')?.error?.code).toBe(
    'INVALID_OUTPUT',
  );
});
