import { waitFor, within } from '@tests/support/dom';
import { openWithScripts } from '@tests/support/page-runs';
import { expect, it } from 'vitest';

it('scripts get inputs, environment and standard input, and hand on what they print', async () => {
  const { page, runs } = await openWithScripts(`
variables: { WHO: harbour }
tasks:
  numbers: { type: script, script: { content: 'printf "3\\n1\\n2\\n" | sort; echo noted >&2' } }
  sum:
    type: script
    depends_on: [numbers]
    script: { stdin: "{{numbers}}", content: 'jq -s "{ total: add, line: \\"the sum\\" }"' }
    output_schema: { type: object }
  greet:
    type: script
    depends_on: [sum]
    inputs: { total: { from: sum.output.total } }
    script: { env: { GREETING: "Hello, {{WHO}}" }, content: 'echo "$GREETING: $total, $(jq .total)"' }
`);
  expect(await runs.run()).toBe('completed');
  const numbers = await runs.output('numbers');
  await waitFor(() => expect(numbers).toHaveTextContent('1 2 3'));
  expect(numbers).toHaveTextContent(/Standard error.*noted/);
  expect(page.drawer.getByRole('tabpanel')).toHaveTextContent('exit 0');
  const sum = await runs.output('sum', 'JSON');
  await waitFor(() => expect(sum).toHaveTextContent('"total": 6'));
  const script = await runs.output('sum', 'Script');
  await waitFor(() => expect(script).toHaveTextContent('jq -s'));
  const greet = await runs.output('greet');
  await waitFor(() => expect(greet).toHaveTextContent(/^Hello, harbour: 6, 6$/));
});

it('a script that fails is told with its code and last words, and its failure goes the way that was set', async () => {
  const { page, runs } = await openWithScripts(`
tasks:
  fails: { type: script, script: { content: 'echo half; echo "no such tide" >&2; exit 3' } }
  after_fail: { type: script, depends_on: [fails], script: { content: 'echo never' } }
  throws: { type: script, script: { content: 'echo "low water" >&2; exit 1' }, error_handling: { on_error: continue } }
  after_continue: { type: script, depends_on: [throws], script: { content: 'echo went on' } }
  skips: { type: script, script: { content: 'exit 1' }, error_handling: { on_error: skip } }
  after_skip: { type: script, depends_on: [skips], script: { content: 'echo unreached' } }
  retries: { type: script, script: { content: 'exit 7' }, error_handling: { on_error: retry, max_retries: 2, backoff: none } }
`);
  expect(await runs.run()).toBe('failed');
  const words = {
    fails: 'Failed',
    after_fail: 'Skipped',
    throws: 'Failed, continued',
    skips: 'Skipped',
    after_skip: 'Skipped',
    retries: 'Failed',
  };
  for (const [task, word] of Object.entries(words)) await runs.isTask(task, word);
  expect(runs.node('after_fail')).toHaveTextContent('fails failed');
  const failed = within(await runs.output('fails'));
  expect(await failed.findByRole('alert')).toHaveTextContent('The script ended with code 3: no such tide');
  expect(page.drawer.getByRole('tabpanel')).toHaveTextContent('exit 3');
  const thrown = await runs.output('throws');
  await waitFor(() => expect(thrown).toHaveTextContent('low water'));
  const after = await runs.output('after_continue');
  await waitFor(() => expect(after).toHaveTextContent(/^went on$/));
  const events = await page.storedEvents();
  const exits = events.filter(({ kind, path }) => kind === 'script.exited' && path.startsWith('task/retries/'));
  expect(exits).toHaveLength(3);
});

it('conditions, schemas, checks and disabled tasks are told where they stand', async () => {
  const { page, runs } = await openWithScripts(`
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
  expect(await runs.run()).toBe('completed');
  const words = { low: 'Skipped', off: 'Skipped', wrong: 'Skipped', checked: 'Failed, continued' };
  for (const [task, word] of Object.entries(words)) await runs.isTask(task, word);
  expect(runs.node('low')).toHaveTextContent('Its condition is false');
  expect(runs.node('off')).toHaveTextContent('It is disabled');
  const output = await runs.output('look');
  await waitFor(() => expect(output).toHaveTextContent('height'));
  const look = JSON.parse(output.textContent ?? '') as { readonly height: number; readonly mood: string };
  expect([3, 4, 5]).toContain(look.height);
  expect(['calm', 'wild']).toContain(look.mood);
  const prompt = await runs.output('high', 'Prompt');
  await waitFor(() => expect(prompt).toHaveTextContent(`High at ${look.height}`));
  const meet = await runs.output('meet');
  await waitFor(() => expect(meet).toHaveTextContent(/^Up\.\|\|$/));
  const events = await page.storedEvents();
  const asked = events.filter(({ kind, path }) => kind === 'model.requested' && path.startsWith('task/wrong/'));
  // Asked once more in the same conversation, as the language specifies.
  expect(asked.map(({ path }) => path.split('/turn/')[1])).toEqual(['1', '2']);
  expect(events.find(({ kind, path }) => kind === 'task.skipped' && path === 'task/wrong')?.error?.code).toBe(
    'INVALID_OUTPUT',
  );
});
