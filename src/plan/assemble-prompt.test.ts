import { describe, expect, it } from 'vitest';
import { computeUtf8Length } from '@/base/bytes';
import { type Binding, createScope } from '@/workflow/expressions/environment';
import { assemblePrompt } from './assemble-prompt';
import { chooseContext } from './context/choose-context';
import { buildContextBlock } from './context/context-block';
import { EarlierOutputs } from './context/earlier-outputs';
import type { PlannedAtomic } from './plan';
import { planOf } from './plan.testing';
import { createTaskEnvironment } from './task-environment';

const done = (content: string): Binding => ({
  kind: 'result',
  result: {
    content,
    output: content,
    status: 'COMPLETE',
    notes: {},
    usage: null,
    error: null,
    criteria: null,
    metrics: null,
    attempts: 1,
    duration_ms: 0,
  },
});
const skipped: Binding = {
  kind: 'result',
  result: {
    content: '',
    output: null,
    status: 'SKIPPED',
    notes: {},
    usage: null,
    error: null,
    criteria: null,
    metrics: null,
    attempts: 0,
    duration_ms: 0,
  },
};

function promptOf(
  tasks: Readonly<Record<string, object>>,
  settings: object,
  results: Readonly<Record<string, Binding>> = {},
  newestFirst?: readonly string[],
) {
  const plan = planOf(tasks, settings);
  const task = plan.tasks.at(-1) as PlannedAtomic;
  const outer = createScope('variables', plan.variables);
  const environment = createTaskEnvironment(task, { kind: 'tasks', bindings: new Map(Object.entries(results)), outer });
  if (!environment.ok) return environment;
  const outputs = new EarlierOutputs(plan);
  const ids = newestFirst ?? Object.keys(results);
  for (const [place, id] of [...ids].reverse().entries()) {
    const done = results[id];
    const text = done?.kind === 'result' ? done.result.content : '';
    const index = plan.tasks.findIndex((each) => each.id === id);
    outputs.add({ id, index, endedAt: 0, order: place, text, bytes: computeUtf8Length(text), truncated: false });
  }
  const choice = chooseContext(task, outputs, { now: 0 });
  const context = task.context.mode === 'none' ? [] : buildContextBlock(choice, (id) => outputs.named(id)?.text ?? '');
  return assemblePrompt(task, environment.value, { context, givenNames: [] });
}

function messages(...args: Parameters<typeof promptOf>) {
  const prompt = promptOf(...args);
  if (!prompt.ok) throw new Error(`Missing: ${prompt.error.missing}`);
  return prompt.value.messages;
}

describe('a prompt', () => {
  it('has all its parts in the order of the language', () => {
    const task = {
      description: 'Review {{fetch}} for {{who}}.',
      agent: 'critic',
      dependsOn: ['fetch'],
      context: { repeatNamed: true },
      system: ['Be kind to {{who}}.', { name: 'rules', value: 'Cite lines.' }],
      variables: { who: 'Ann', depth: 2 },
      inputs: { style: 'for {{TEAM}}', tags: ['a', '{{who}}'] },
      expectedOutput: 'A list for {{who}}',
      outputSchema: { type: 'array' },
    };
    const settings = {
      variables: { TEAM: 'core', who: 'nobody' },
      agents: { critic: { system: 'You review for {{TEAM}}.' } },
    };
    expect(messages({ fetch: {}, review: task }, settings, { fetch: done('the change é') })).toEqual([
      {
        role: 'system',
        content: [
          'You review for core.',
          '<task_instructions>\nBe kind to Ann.\n\n<rules>\nCite lines.\n</rules>\n</task_instructions>',
          '<variables>\n  <TEAM>core</TEAM>\n</variables>',
          '<current_task_context>\n  <who>Ann</who>\n  <depth>2</depth>\n</current_task_context>',
        ].join('\n\n'),
      },
      {
        role: 'user',
        content: [
          '=== RELEVANT CONTEXT ===',
          'Task: fetch (relevance: 1.00)\nthe change é',
          '=== END CONTEXT (1 tasks, 13 bytes) ===',
          '<inputs>\n  <style>for core</style>\n  <tags>["a","Ann"]</tags>\n</inputs>',
          'Review the change é for Ann.',
          'Expected output:\nA list for Ann',
          'Reply with nothing but JSON that satisfies this JSON Schema:\n{"type":"array"}',
        ].join('\n\n'),
      },
    ]);
  });

  it('asks a task that may take notes to say which data it used', () => {
    const [system] = messages({ a: { tools: ['note'], system: 'Be kind.' } }, { agents: {} });
    expect(system?.content).toBe(
      'Before you answer, say with the tool `note` which data you used (`data_usage`).\n\n' +
        '<task_instructions>\nBe kind.\n</task_instructions>',
    );
  });

  it('shows the variables of the workflow and of the tasks that hold the task, as far as its agent inherits them', () => {
    const variablesOf = (agent: object) => {
      const step = { type: 'atomic', description: 'Do it', variables: { c: 3 }, agent };
      const variables = { a: 2, b: 2 };
      const holder = planOf({ s: { type: 'sequential', steps: [step], variables } }, { variables: { a: 1, d: 1 } })
        .tasks[0];
      return holder?.type === 'sequential' && holder.steps[0]?.type === 'atomic'
        ? holder.steps[0].visibleVariables
        : {};
    };
    expect(variablesOf({})).toEqual({ a: 2, b: 2, d: 1 });
    expect(variablesOf({ inheritVariables: ['b', 'd', 'nowhere'] })).toEqual({ b: 2, d: 1 });
    expect(variablesOf({ inheritVariables: false })).toEqual({});
  });

  it('is nothing but the description where there is nothing else', () => {
    expect(messages({ a: { description: 'Hi' } }, {})).toEqual([{ role: 'user', content: 'Hi' }]);
  });

  it('gives dependencies newest first, without those that were skipped or said nothing', () => {
    const tasks = { a: {}, b: {}, c: {}, d: {}, e: { dependsOn: ['a', 'b', 'c', 'd'] } };
    const results = { a: done('A'), b: done('B'), c: skipped, d: done('') };
    const [user] = messages(tasks, {}, results, ['b', 'a', 'd']);
    expect(user?.content.split('\n\n')).toEqual([
      '=== RELEVANT CONTEXT ===',
      'Task: b (relevance: 1.00)\nB',
      'Task: a (relevance: 1.00)\nA',
      '=== END CONTEXT (2 tasks, 2 bytes) ===',
      'Do e',
    ]);
  });

  it('has no context block under inject_context: false', () => {
    const tasks = { a: {}, b: { description: 'Go', dependsOn: ['a'], injectContext: false } };
    expect(messages(tasks, {}, { a: done('A') })).toEqual([{ role: 'user', content: 'Go' }]);
  });

  it('does not list an input again that the prompt names', () => {
    const task = { description: 'Sum {{x}}', inputs: { x: 1, y: 2 } };
    expect(messages({ a: task }, {})[0]?.content).toBe('<inputs>\n  <y>2</y>\n</inputs>\n\nSum 1');
  });

  it('does not fill what came from a value', () => {
    const tasks = { a: {}, b: { description: '{{a}}', dependsOn: ['a'], injectContext: false } };
    expect(messages(tasks, {}, { a: done('{{secret}}') })[0]?.content).toBe('{{secret}}');
  });

  it('says from which tasks each part comes', () => {
    const tasks = {
      a: {},
      b: {},
      c: {
        description: '{{a.content}}',
        inputs: { from_b: { from: 'b.content' } },
        dependsOn: ['a', 'b'],
        context: { repeatNamed: true },
      },
    };
    const prompt = promptOf(tasks, {}, { a: done('A'), b: done('B') });
    expect(prompt.ok && prompt.value.parts.map(({ kind, from }) => [kind, from])).toEqual([
      ['context', ['a', 'b']],
      ['inputs', ['b']],
      ['description', ['a']],
    ]);
  });

  it('tells nothing twice: the context leaves out what a text or an input has whole', () => {
    const kinds = (task: object, settings: object = {}) => {
      const tasks = { a: {}, b: {}, c: { dependsOn: ['a', 'b'], ...task } };
      const prompt = promptOf(tasks, settings, { a: done('A'), b: done('B') });
      return prompt.ok && prompt.value.parts.map(({ kind, from }) => [kind, ...from].join(' '));
    };
    expect(kinds({ description: 'Of {{a}}' })).toEqual(['context b', 'description a']);
    expect(kinds({ description: 'Of {{a.output}}', inputs: { note: { from: 'b' } } })).toEqual([
      'inputs b',
      'description a',
    ]);
    expect(kinds({ description: 'Of all', inputs: { note: 'as {{b}} says' } })).toEqual([
      'context a',
      'inputs b',
      'description',
    ]);
    // A part of an output, and another thing of the same name.
    expect(kinds({ description: 'Of {{a.notes}}' })).toEqual(['context a b', 'description a']);
    expect(kinds({ description: 'Of {{a}}', variables: { a: 'mine' } })).toEqual([
      'current_task',
      'context a b',
      'description',
    ]);
    // Where it is wished for, and where it is listed.
    expect(kinds({ description: 'Of {{a}}', context: { repeatNamed: true } })).toEqual([
      'context a b',
      'description a',
    ]);
    expect(kinds({ description: 'Of {{a}}' }, { context: { repeatNamed: true } })).toEqual([
      'context a b',
      'description a',
    ]);
    expect(kinds({ description: 'Of {{a}}', context: { includeTasks: ['a'] } })).toEqual([
      'context a b',
      'description a',
    ]);
  });

  it('is refused where a name has no value', () => {
    const tasks = { a: {}, b: { description: '{{a.output.title}}', dependsOn: ['a'] } };
    expect(promptOf(tasks, {}, { a: done('prose') })).toEqual({ ok: false, error: { missing: 'a.output.title' } });
  });
});
