import { expect, it } from 'vitest';
import type { JsonObject } from '@/base/json';
import { importForeign } from '../import-foreign';

const node = (id: string, name: string, inputs: JsonObject = {}, more: JsonObject = {}): JsonObject => ({
  id,
  position: { x: 0, y: 0 },
  ...more,
  data: { id, name, label: id, version: 1, inputs },
});
const start = node('start_0', 'startAgentflow', { startInputType: 'chatInput' });
const llm = (id: string, text: string, more: JsonObject = {}) =>
  node(id, 'llmAgentflow', {
    llmModel: 'chatOpenAI',
    llmModelConfig: { modelName: 'gpt-4o-mini' },
    llmMessages: [{ role: 'user', content: text }],
    ...more,
  });
const loop = (id: string, back: string) => node(id, 'loopAgentflow', { loopBackToNode: `${back}-x`, maxLoopCount: 2 });
const write = (nodes: readonly JsonObject[], wires: readonly (readonly [string, string])[]) =>
  JSON.stringify({
    nodes,
    edges: wires.map(([source, target]) => ({ source, target, sourceHandle: `${source}-output-0` })),
  });

function importFlow(...given: Parameters<typeof write>) {
  const imported = importForeign(write(...given));
  if (imported?.ok !== true) throw new Error(JSON.stringify(imported));
  return imported.value;
}

it('flows of the kind before Agentflow V2 are not read', () => {
  expect(
    importForeign('{"nodes":[{"id":"a","type":"customNode","data":{"name":"chatOpenAI"}}],"edges":[]}'),
  ).toBeUndefined();
});

it('is drawn whatever the graph is: circles, loops to nowhere and into others, ids of objects, two of one id', () => {
  const { report, document } = importFlow(
    [
      start,
      llm('__proto__', '<p><script>alert(1)</script>{{ constructor }} {{ a_0 }}</p>'),
      llm('constructor', 'b'),
      llm('a_0', '{{ a_0 }} {{ it_0 }} {{ in_0 }} {{ $flow.state.__proto__ }} {{ $form.constructor.x }}'),
      llm('a_0', 'again'),
      node('it_0', 'iterationAgentflow', { iterationInput: '{{ a_0 }}' }, { parentNode: 'it_1' }),
      node('it_1', 'iterationAgentflow', { iterationInput: '[1]' }, { parentNode: 'it_0' }),
      llm('in_0', '{{ $iteration }}', {}),
      loop('loop_0', 'nothing_0'),
      loop('loop_1', 'loop_1'),
      loop('loop_2', 'in_0'),
      loop('loop_3', 'a_0'),
    ],
    [
      ['start_0', '__proto__'],
      ['__proto__', 'constructor'],
      ['constructor', 'a_0'],
      ['a_0', '__proto__'],
      ['a_0', 'loop_0'],
      ['a_0', 'loop_1'],
      ['a_0', 'loop_2'],
      ['a_0', 'loop_3'],
      ['a_0', 'gone'],
      ['loop_3', 'in_0'],
    ],
  );
  expect(report.lines.some(({ why }) => /leads back to a node before it/.test(why))).toBe(true);
  expect(report.lines.filter(({ why }) => /leads back to a node that does not/.test(why))).toHaveLength(3);
  expect(new Set(report.lines.map(({ place }) => place)).size).toBe(report.lines.length);
  expect(Object.keys(document.tasks)).toContain('loop_a_0');
});

it('a loop in a loop is one, whose rounds begin where they were led to', () => {
  const { document } = importFlow(
    [
      start,
      llm('a_0', 'a'),
      llm('b_0', 'b {{ a_0 }}'),
      loop('in_0', 'b_0'),
      llm('c_0', 'c {{ b_0 }}'),
      loop('out_0', 'a_0'),
      llm('d_0', '{{ c_0 }}'),
    ],
    [
      ['start_0', 'a_0'],
      ['a_0', 'b_0'],
      ['b_0', 'in_0'],
      ['b_0', 'c_0'],
      ['c_0', 'out_0'],
      ['c_0', 'd_0'],
    ],
  );
  expect(document.tasks).toMatchObject({
    loop_b_0: {
      loop: { maxIterations: 3, state: { next: 'has(output.in_0) ? "b_0" : has(output.out_0) ? "a_0" : ""' } },
      subtasks: {
        a_0: { condition: 'state.next == "" || state.next == "a_0"' },
        b_0: { description: 'b {{b_0_given_1.output.value}}' },
      },
    },
    d_0: { description: '{{loop_b_0_values.output.c_0}}', dependsOn: ['loop_b_0_values'] },
  });
});

it('refuses more nodes than it draws, and draws a long talk in a time that it can be waited for', () => {
  const many = Array.from({ length: 5001 }, (_, index) => llm(`n_${index}`, ''));
  expect(importForeign(write(many, []))).toEqual({ ok: false, error: 'It has 5,001 nodes: at most 5,000 are read.' });
  const chain = Array.from({ length: 600 }, (_, index) => llm(`n_${index}`, 'x', { llmEnableMemory: true }));
  const wires = chain.slice(1).map((_, index) => [`n_${index}`, `n_${index + 1}`] as const);
  const { text, report } = importFlow([start, ...chain], [['start_0', 'n_0'], ...wires]);
  expect(text.length).toBeLessThan(2_000_000);
  expect(report.lines.filter(({ why }) => /the last 40 are sent/.test(why))).toHaveLength(559);
});
