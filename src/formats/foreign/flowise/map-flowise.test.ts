import { expect, it } from 'vitest';
import type { JsonObject } from '@/base/json';
import { importForeign, importForeignFiles } from '../import-foreign';

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
  const chain = Array.from({ length: 150 }, (_, index) => llm(`n_${index}`, 'x', { llmEnableMemory: true }));
  const wires = chain.slice(1).map((_, index) => [`n_${index}`, `n_${index + 1}`] as const);
  const { text, report } = importFlow([start, ...chain], [['start_0', 'n_0'], ...wires]);
  expect(text.length).toBeLessThan(500_000);
  expect(report.lines.filter(({ why }) => /the last 40 are sent/.test(why))).toHaveLength(109);
});

/** All of a server, as it is exported: each flow is a text in it. */
const writeAll = (flows: Readonly<Record<string, string>>) =>
  JSON.stringify({
    AgentFlowV2: Object.entries(flows).map(([id, flowData]) => ({ id, name: `Flow ${id}`, flowData })),
  });
const run = (id: string, flow: string) =>
  node(id, 'executeFlowAgentflow', { executeFlowSelectedFlow: flow, executeFlowInput: 'Do {{ question }}' });

it('a flow that another one runs becomes its function too, also where both run each other', () => {
  const outer = write(
    [start, run('run_0', 'b'), llm('say_0', '{{ run_0 }}')],
    [
      ['start_0', 'run_0'],
      ['run_0', 'say_0'],
    ],
  );
  const inner = write(
    [start, llm('ask_0', 'x'), run('back_0', 'a')],
    [
      ['start_0', 'ask_0'],
      ['ask_0', 'back_0'],
    ],
  );
  const [both = []] = importForeignFiles([{ text: writeAll({ a: outer, b: inner, c: '{' }) }]);
  const [first, second, broken] = both.map((one) => (one.ok ? one.value : one.error));
  if (typeof first !== 'object' || typeof second !== 'object') throw new Error(JSON.stringify([first, second]));
  expect(first.document).toMatchObject({
    name: 'Flow a',
    tasks: {
      run_0: { type: 'call', ref: 'flow_b', args: { question: 'Do {{question}}' } },
      say_0: { description: '{{run_0.output.result.content}}' },
    },
    library: {
      flow_b: { parameters: [{ name: 'question', type: 'string' }] },
      flow_a: { task: { subtasks: { run_0: { ref: 'flow_b' } } } },
    },
  });
  expect(second.document.tasks).toMatchObject({ back_0: { ref: 'flow_a' } });
  expect(first.report.lines.find(({ place }) => place === 'node:run_0')).toMatchObject({ mark: 'adapted' });
  expect(broken).toBe('“Flow c” is not an agent flow that can be read.');
  const alone = importFlow([start, run('run_0', 'b')], [['start_0', 'run_0']]);
  expect(alone.report.lines.find(({ place }) => place === 'node:run_0')).toMatchObject({ mark: 'dropped' });
  // Of two that have the name none is meant.
  const [[unsure] = []] = importForeignFiles([
    { text: writeAll({ a: outer }) },
    ...['x', 'y'].map((content) => ({
      text: writeAll({ b: write([start, llm('say_0', content)], [['start_0', 'say_0']]) }),
    })),
  ]);
  expect(unsure?.ok && unsure.value.report.lines.find(({ place }) => place === 'node:run_0')?.mark).toBe('dropped');
});

it('servers of an agent are its tools, their keys are secrets, and what stays in Flowise is named', () => {
  const give = (agentSelectedToolConfig: JsonObject, agentSelectedTool = 'customMCP') => ({
    agentSelectedTool,
    agentSelectedToolConfig,
  });
  const remote = {
    url: 'https://x.org/mcp',
    headers: { 'X-Api-Key': 'planted-1', Authorization: 'Bearer {{$vars.tok}}' },
  };
  const local = { command: 'npx', args: ['-y', 'srv'], env: { API_TOKEN: 'planted-2' } };
  const agent = node('agent_0', 'agentAgentflow', {
    agentModel: 'chatOpenAI',
    agentModelConfig: { modelName: 'gpt-4o-mini' },
    agentMessages: [{ role: 'user', content: 'Hi' }],
    agentTools: [
      give({ mcpServerConfig: JSON.stringify(remote), mcpActions: '["find","save"]' }),
      give({ mcpServerConfig: JSON.stringify(local), mcpActions: ['go'] }),
      give({ mcpServerConfig: '{"url": "file:///etc/passwd"}', mcpActions: ['read'] }),
      give({}, 'gmail'),
    ],
  });
  const { document, report, text } = importFlow([start, agent], [['start_0', 'agent_0']]);
  const headers = { 'X-Api-Key': '{{secrets.X_API_KEY}}', Authorization: 'Bearer {{secrets.tok}}' };
  const server = { command: 'npx', args: ['-y', 'srv'], env: { API_TOKEN: '{{secrets.API_TOKEN}}' } };
  expect(document.tasks).toMatchObject({
    agent_0: {
      tools: [
        { name: 'find', mcp: { url: remote.url, headers, tool: 'find' } },
        { name: 'save', mcp: { url: remote.url, headers, tool: 'save' } },
        { name: 'go', mcp: { ...server, tool: 'go' } },
      ],
    },
  });
  expect(text + JSON.stringify(report)).not.toContain('planted');
  expect(report.lines.find(({ place }) => place === 'node:agent_0')).toMatchObject({
    why: expect.stringContaining('ools that stay in Flowise: customMCP, gmail'),
    todo: { label: 'Give it a tool', command: { path: 'tasks.agent_0' } },
  });
});
