import { describe, expect, it } from 'vitest';
import { importFile, importText } from '../import-file';
import { readXml } from '../xml/read-xml';
import { readYaml } from '../yaml/read-yaml';

/** What is said of a file; it has no document, and nothing of it is offered. */
function tell(text: string): string {
  const { document, saved, diagnostics } = readYaml(text);
  expect(document).toBeUndefined();
  expect(saved).toBeUndefined();
  expect(diagnostics).toHaveLength(1);
  return diagnostics.map(({ code, message }) => `${code} ${message}`).join();
}

const spans = JSON.stringify([
  { traceId: 'a', name: 'chat x', attributes: [{ key: 'gen_ai.operation.name', value: { stringValue: 'chat' } }] },
  {
    traceId: 'a',
    name: 'tool',
    attributes: [{ key: 'gen_ai.operation.name', value: { stringValue: 'execute_tool' } }],
  },
]);

describe('a file of another program', () => {
  it.each([
    [
      'app: { mode: advanced-chat, name: A }\nkind: app\nversion: 0.3.0\nworkflow: { graph: { nodes: [{ id: "1" }, { id: "2" }], edges: [] } }',
      'This is a Dify chat flow, DSL 0.3.0, 2 nodes.',
    ],
    ['app: { mode: workflow }\nworkflow: { graph: { nodes: [] } }', 'This is a Dify workflow, DSL without a version.'],
    ['kind: app\nversion: "0.7"\napp: { mode: agent-chat }\nmodel_config: {}', 'This is a Dify agent, DSL 0.7.'],
    [
      '{"description":"x","nodes":[{"id":"a","type":"agentFlow","data":{"name":"startAgentflow"}}],"edges":[]}',
      'This is a Flowise agent flow, Agentflow V2, 1 node.',
    ],
    [
      '{"nodes":[{"id":"a","type":"customNode","data":{"name":"chatOpenAI"}}],"edges":[]}',
      'This is a Flowise chat flow, of the kind before Agentflow V2, 1 node.',
    ],
    [
      '{"name":"n","nodes":[{"type":"n8n-nodes-base.set","typeVersion":1},{"type":"@n8n/n8n-nodes-langchain.agent","typeVersion":1.7}],"connections":{}}',
      'This is an n8n workflow, 2 nodes, 1 of them AI.',
    ],
    [
      '{"data":{"nodes":[{"data":{"node":{"template":{}}}}],"edges":[]},"last_tested_version":"1.12.0"}',
      'This is a Langflow flow, last run with 1.12.0, 1 node.',
    ],
    [
      'prompts: ["{{q}}"]\nproviders: [openai:x]\ntests: [{ vars: { q: 1 } }, { vars: { q: 2 } }]',
      'These are promptfoo tests: 2 cases, 1 prompt.',
    ],
    ['providers: [openai:x]\ntests: [{ vars: { q: 1 } }]', 'These are promptfoo tests: 1 case.'],
    ['tests:\n  - vars: { q: 1 }\n    assert: [{ type: equals, value: x }]', 'These are promptfoo tests: 1 case.'],
    [`{"resourceSpans":[{"scopeSpans":[{"spans":${spans}}]}]}`, 'This is a trace, 1 model call.'],
    [
      '{"trace":{"id":"a"},"observations":[{"type":"GENERATION"},{"type":"SPAN"}]}',
      'This is a trace of Langfuse, 1 model call.',
    ],
    [
      '[{"run_type":"llm","trace_id":"a"},{"run_type":"tool","trace_id":"a"}]',
      'This is a trace of LangSmith, 1 model call.',
    ],
    [
      '{"nodes":[{"id":"a"}],"edges":[{"source":"a","target":"b","conditional":true}]}',
      'This is a drawing of a LangGraph graph, 1 node.',
    ],
    ['version: 4\ndata: { graphs: { a: {} }, metadata: { id: x } }', 'This is a Rivet project.'],
    ['apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nspec: {}', 'This is an Argo workflow.'],
    ['{"name":"m","flow":[{"id":1,"module":"http:ActionSendData"}]}', 'This is a scenario of Make.'],
    ['{"version":"1.0","state":{"blocks":{},"edges":[]}}', 'This is a workflow of Sim.'],
    ['name: CI\non: push\njobs: { a: { steps: [] } }', 'This is a workflow of GitHub Actions.'],
  ])('is told by its shape: %s', (text, words) => {
    const isRead = /Dify|agent flow, Agentflow V2/.test(words);
    const isTests = words.startsWith('These are promptfoo tests');
    const unread = isTests ? 'heddle test import FILE takes them over.' : 'Heddle cannot read this yet.';
    const advice = isRead ? 'heddle import FILE takes it over.' : unread;
    expect(tell(text)).toBe(`HED112 ${words} ${advice}`);
    expect(importText(text, 'a.json')).toEqual(expect.not.objectContaining({ asWritten: expect.anything() }));
  });

  it('that is unknown is told with its keys, none by one', () => {
    expect(tell('nodes: [{ id: a }]\nlinks: []\nversion: 3')).toBe(
      'HED107 No known format. It has the keys nodes, links, version; a workflow has tasks.',
    );
  });

  it('tells no version that hides what a message says', () => {
    const told = tell('app: { mode: workflow }\nkind: app\nversion: "\\u202e 0.1"');
    expect(told).toBe('HED112 This is a Dify workflow, DSL without a version. heddle import FILE takes it over.');
  });

  it.each([
    ['tasks: { a: { description: A } }\nnodes: [{ typeVersion: 1 }]\nconnections: {}', 'HED201'],
    ['heddle: 1\nprompts: [a]\nproviders: [b]', 'HED201'],
    ['name: x\ntaks: { a: { description: A } }', 'HED201'],
    ['name: x\nsteps: [{ run: a }]', 'HED201'],
    ['name: x\nfoo: 1', 'HED201'],
  ])('is not what is Heddle’s with mistakes: %s', (text, code) => {
    expect(readYaml(text).diagnostics.map((one) => one.code)).toContain(code);
  });

  it('in XML and in an archive is told too', () => {
    const bpmn = '<bpmn:definitions xmlns:bpmn="x"><bpmn:process id="a"/></bpmn:definitions>';
    expect(readXml(bpmn).diagnostics.map(({ message }) => message)).toEqual([
      'This is a BPMN process. Heddle cannot read this yet.',
    ]);
    const zip = importFile(new Uint8Array([0x50, 0x4b, 3, 4, 0xff, 0xfe, 0, 1]), 'a.ifpkg');
    expect(zip.diagnostics.map(({ message }) => message)).toEqual([
      'This is a ZIP archive. Unpack it, and open the workflow in it.',
    ]);
  });
});
