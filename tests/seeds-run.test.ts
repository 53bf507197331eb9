import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '@/engine/ports/model-client';
import { createWorld, type World } from '@/engine/testing/world.testing';
import { checkText } from '@/formats/check-text';
import { buildPlan } from '@/plan/build-plan';
import { planOf } from '@/plan/plan.testing';
import type { RunEvent } from '@/run/events';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { WorkflowDocument } from '@/workflow/document';

/** An example of the documents that the language comes from, with a model, as it was read. */
function seed(name: string, change: (document: WorkflowDocument) => WorkflowDocument = (document) => document) {
  const { document } = checkText(readFileSync(`tests/fixtures/xml/seeds/${name}.xml`, 'utf8'), [], 'xml');
  if (document === undefined) throw new Error(`${name} cannot be read.`);
  const plan = buildPlan(change({ ...document, defaultModel: 'sim:echo' }), []);
  if (!plan.ok) throw new Error(plan.error.map(({ message }) => message).join('\n'));
  return plan.value;
}

const promptOf = ({ messages }: ModelRequest) => messages.at(-1)?.content ?? '';
const prompts = (world: World) => world.models.requests.map(promptOf);
const ids = (events: readonly RunEvent[], kind: RunEvent['kind']) =>
  events.filter((event) => event.kind === kind).map(({ path }) => path);

describe('an example of the seeds runs', () => {
  it('a reduce over three datasets, strictly in order', async () => {
    const world = createWorld({
      answer: (request) => {
        const prompt = promptOf(request);
        if (prompt.includes('Load metadata')) return 'meta';
        if (prompt.includes('Processing for each input')) return `read ${/Value \d/.exec(prompt)?.[0]}`;
        const before = /<accumulator>(.*)<\/accumulator>/.exec(prompt)?.[1] ?? '';
        const result = /<current_result>(.*)<\/current_result>/.exec(prompt)?.[1] ?? '';
        return `${before}[${result}]`;
      },
    });
    const plan = seed('002-0162-reduce');
    expect(await world.run(plan)).toBe('completed');
    const state = reduceRun(emptyRun, world.log.events);
    const [task] = plan.tasks;
    expect(state.tasks.get(task?.id ?? '')).toMatchObject({
      status: 'ok',
      result: { text: '[read Value 1][read Value 2][read Value 3]' },
    });
    expect(world.models.peak()).toBe(1);
    const combined = prompts(world).filter((prompt) => prompt.includes('Combine current result'));
    expect(combined[1]).toContain('<accumulator>[read Value 1]</accumulator>');
    expect(combined[1]).toContain('<original_input>Value 2</original_input>');
    expect(prompts(world).filter((prompt) => prompt.includes('Processing'))[0]).toContain('<metadata>meta</metadata>');
  });

  it.each([
    ['{"valid": true}', 'Handle success'],
    ['{"valid": false, "errors": 2}', 'Handle errors'],
    ['{"valid": false, "errors": 0}', undefined],
  ])('a cond on output.valid == true: %s', async (answer, handled) => {
    const world = createWorld({ answer: () => answer });
    const plan = seed('002-1541-cond', (document) => {
      const [cond] = Object.values(document.tasks);
      const check = { type: 'atomic', description: 'Check' };
      return { ...document, tasks: { check, cond: { ...cond, dependsOn: ['check'] } } } as unknown as WorkflowDocument;
    });
    expect(await world.run(plan)).toBe('completed');
    expect(prompts(world)[1]?.split('\n').at(-1)).toBe(handled);
    expect(reduceRun(emptyRun, world.log.events).tasks.get('cond')?.status).toBe(handled ? 'ok' : 'skipped');
  });

  it('a task whose inputs are tasks, which run at once before it', async () => {
    const world = createWorld({ answer: (request) => `<${/detector \d/.exec(promptOf(request))?.[0] ?? 'all'}>` });
    expect(await world.run(seed('002-0549-nested-inputs'))).toBe('completed');
    expect(world.models.peak()).toBe(2);
    expect(prompts(world)[2]).toContain('<detector1_data><detector 1></detector1_data>');
    expect(prompts(world)[2]).toContain('<detector2_data><detector 2></detector2_data>');
  });

  it('the list of five tasks, of which the third and the fourth run at the same time', async () => {
    const world = createWorld({ answer: () => ({ content: 'x', latencyMs: 100 }) });
    const task = (name: string, ...dependsOn: string[]) => ({ name, description: name, dependsOn });
    const plan = planOf({
      t1: task('Gather data'),
      t2: task('Clean data', 't1'),
      t3: task('Analyze', 't2'),
      t4: task('Visualize', 't2'),
      t5: task('Report', 't3', 't4'),
    });
    expect(await world.run(plan)).toBe('completed');
    const order = world.log.events.map(({ kind, path }) => `${kind} ${path}`);
    const at = (text: string) => order.indexOf(text);
    expect(at('task.started task/t4')).toBeLessThan(at('task.completed task/t3'));
    expect(at('task.started task/t3')).toBeLessThan(at('task.completed task/t4'));
    expect(at('task.started task/t5')).toBeGreaterThan(at('task.completed task/t4'));
    expect(ids(world.log.events, 'task.completed').slice(0, 2)).toEqual(['task/t1', 'task/t2']);
    expect(world.models.peak()).toBe(2);
  });
});
