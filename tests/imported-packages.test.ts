import { expect, it } from 'vitest';
import { hashText } from '@/base/hash';
import { run } from '@/cli/memory-io.testing';
import type { ImportReport } from '@/formats/foreign/import-report';
import { packArchive } from './support/pack-archive';

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function importArchive(files: Readonly<Record<string, string>>, more?: object) {
  const archive = await packArchive(files, more);
  const { out, err, ...ran } = await run('import app.ifpkg --report json --out app.yaml', {
    files: { 'app.ifpkg': archive },
  });
  const parsed = out === '' ? [] : (JSON.parse(out) as ImportReport | readonly ImportReport[]);
  return { ...ran, err, reports: [parsed].flat() as readonly ImportReport[], text: ran.files['app.yaml'] ?? '' };
}

const start = (name: string) =>
  `{ id: start, data: { type: start, title: Start, variables: [{ variable: ${name}, type: paragraph, required: true }] } }`;
const bundle = {
  'manifest.yaml': `kind: app_bundle
version: '1'
entrypoint: app_1
resources:
  app_2: { kind: app, file: apps/app_2.yaml }
  app_1: { kind: app, file: apps/app_1.yaml }
  tool_1: { kind: workflow_tool, app: app_2, name: lookup }
relationships: [{ kind: uses_tool, source: app_1, target: tool_1 }]
`,
  'apps/app_1.yaml': `kind: app
version: 0.7.0
bundle_id: app_1
app: { name: Main, mode: workflow }
workflow:
  graph:
    nodes:
      - ${start('topic')}
      - { id: find, data: { type: tool, title: Find, provider_type: workflow, provider_id: tool_1, tool_name: lookup, tool_parameters: { q: { type: mixed, value: 'About {{#start.topic#}}' } } } }
      - { id: end, data: { type: end, title: End, outputs: [{ variable: said, value_selector: [find, text_of_it] }] } }
    edges: [{ source: start, target: find, sourceHandle: source }, { source: find, target: end, sourceHandle: source }]
`,
  'apps/app_2.yaml': `kind: app
version: 0.7.0
bundle_id: app_2
app: { name: Look up, mode: workflow }
workflow:
  graph:
    nodes:
      - ${start('q')}
      - { id: ask, data: { type: llm, title: Ask, model: { provider: openai, name: gpt-4o-mini }, prompt_template: [{ role: user, text: 'Say {{#start.q#}}' }] } }
      - { id: end, data: { type: end, title: End, outputs: [{ variable: text_of_it, value_selector: [ask, text] }] } }
    edges: [{ source: start, target: ask, sourceHandle: source }, { source: ask, target: end, sourceHandle: source }]
`,
};

it('each app of a bundle is a workflow, and one that another runs is its function', async () => {
  const { code, err, reports, text } = await importArchive(bundle);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(reports.map(({ counts, dryRun }) => [counts, dryRun?.failed])).toEqual([
    [{ exact: 2, adapted: 1, dropped: 0 }, 0],
    [{ exact: 3, adapted: 0, dropped: 0 }, 0],
  ]);
  expect(text).toMatch(/^name: Main$/m);
  expect(text).toMatch(/ref: look_up\n {4}args:\n {6}q: About \{\{topic\}\}/);
  expect(text).toContain('from: find.output.result.text_of_it');
});

const agentApp = `kind: app
version: 0.7.0
app: { name: Desk, mode: workflow }
agent_packages:
  helper:
    schema_version: 1
    metadata: { name: Helper }
    soul:
      schema_version: 1
      prompt: { system_prompt: 'You help. See [§file:f_000001:the notes§].' }
      model: { plugin_id: x, model_provider: langgenius/openai/openai, model: gpt-4o-mini, model_settings: { temperature: 0.2 } }
      config_files: [{ name: ../../notes.md, file_id: f_000001 }]
workflow:
  graph:
    nodes:
      - ${start('topic')}
      - { id: help, data: { type: agent, version: '2', title: Help, agent_binding: { binding_type: roster, package_ref: helper }, agent_job: { workflow_prompt: 'On [§node_output:start.topic:topic§]', declared_outputs: [{ name: advice, type: string }] } } }
      - { id: end, data: { type: end, title: End, outputs: [{ variable: r, value_selector: [help, advice] }] } }
    edges: [{ source: start, target: help, sourceHandle: source }, { source: help, target: end, sourceHandle: source }]
`;
const notes = '# Notes\n';
const list = (id: string, path: string, text: string) =>
  `{ id: ${id}, path: ${path}, size: ${bytesOf(text).length}, sha256: ${hashText(text)} }`;
const packed = {
  'manifest.yaml': `format: dify.app
format_version: 1
apps: [${list('a', 'app.yaml', agentApp)}]
agent_resources: { helper: { files: [${list('f_000001', 'f_000001.md', notes)}] } }
`,
  'app.yaml': agentApp,
  'f_000001.md': notes,
};

it('an agent is taken from its package, and its files come along', async () => {
  const { code, reports, text } = await importArchive(packed);
  expect(code).toBe(0);
  expect(reports[0]?.counts).toEqual({ exact: 2, adapted: 1, dropped: 0 });
  expect(reports[0]?.lines.find(({ place }) => place === 'file:f_000001.md')).toMatchObject({
    new: ['/_.._notes.md'],
    mark: 'exact',
  });
  expect(text).toContain('description: On {{topic}}');
  expect(text).toContain('system: You help. See the notes.');
  expect(text).toContain('from: help.output.advice');
});

it.each<[what: string, files: Readonly<Record<string, string>>, problem: RegExp, more?: object]>([
  ['another digest', { ...packed, 'f_000001.md': '# Nates\n' }, /“f_000001\.md” is not what the manifest says/],
  ['another size', { ...packed, 'app.yaml': `${agentApp}\n` }, /“app\.yaml” has another size than the manifest says/],
  ['a file that is missing', { 'manifest.yaml': packed['manifest.yaml'], 'app.yaml': agentApp }, /which is not in it/],
  [
    'a newer version',
    { 'manifest.yaml': 'format: dify.app\nformat_version: 2\n' },
    /version 2: only version 1 is known/,
  ],
  [
    'a path that leads out',
    { 'manifest.yaml': 'a: 1', '../x.yaml': agentApp },
    /leads elsewhere|list of files is damaged/,
  ],
  ['a link', packed, /is a link, or has a password/, { unixMode: 0o120777 }],
  ['a password', packed, /is a link, or has a password/, { password: 'p' }],
  ['no app', { 'manifest.yaml': "kind: app_bundle\nversion: '1'\n" }, /It holds no app/],
])('refuses %s', async (_, files, problem, more) => {
  const { code, err, reports } = await importArchive(files, more);
  expect(err).toMatch(problem);
  expect({ code, reports }).toEqual({ code: 2, reports: [] });
});
