import { waitFor } from '@tests/support/dom';
import { dropFiles } from '@tests/support/give-files';
import { packArchive } from '@tests/support/pack-archive';
import { openPage, type Page } from '@tests/support/page';
import { expect, it } from 'vitest';
import { hashText } from '@/base/hash';
import { Toaster } from '@/ui/overlay/toast';
import { Dialogs } from '../dialogs/dialog-place';
import { FileDrop } from '../files/file-drop';

const openForDrops = () =>
  openPage(undefined, {
    only: (
      <>
        <Dialogs />
        <FileDrop />
        <Toaster />
      </>
    ),
  });

const node = (id: string, name: string, inputs: object = {}) => ({
  ...{ id, position: { x: 0, y: 0 } },
  data: { id, name, label: id, version: 1, inputs },
});

/** An agent flow of Flowise: a start, and what comes after it. */
const writeFlow = (next: ReturnType<typeof node>) => ({
  nodes: [node('start_0', 'startAgentflow', { startInputType: 'chatInput' }), next],
  edges: [{ source: 'start_0', sourceHandle: 'x', target: next.id, targetHandle: next.id }],
});
const reply = (text: string) => writeFlow(node('reply_0', 'directReplyAgentflow', { directReplyMessage: text }));
const call = (flow: string) =>
  writeFlow(node('call_0', 'executeFlowAgentflow', { executeFlowSelectedFlow: flow, executeFlowInput: 'Hi' }));

const nameOf = (page: Page) => page.stores.document.getState().document.name;
const listNames = async (page: Page) => (await page.storage.workflows.list()).map(({ name }) => name).toSorted();
const isClosed = (page: Page) => waitFor(() => expect(page.all.queryByRole('dialog')).toBeNull());

it('every flow of an export has its report, and is opened by itself or with the others, each as a workflow', async () => {
  const page = await openForDrops();
  const flows = ['Alpha', 'Beta', 'Gamma'].map((name) => ({
    ...{ id: name, name },
    flowData: JSON.stringify(reply(`I am ${name}`)),
  }));
  const broken = { id: 'x', name: 'Broken', flowData: '{' };
  await dropFiles([new File([JSON.stringify({ AgentFlowV2: [...flows, broken] })], 'all.json')]);
  const dialog = await page.opened();
  expect(dialog.getByText(/^1 of 3 workflows/)).toBeTruthy();
  expect(dialog.getByText('“Broken” is not an agent flow that can be read.')).toBeTruthy();
  await page.user.selectOptions(dialog.getByRole('combobox', { name: 'Workflow' }), '1');
  await page.press('Open this one', page.dialog);
  // It stays, at the next one.
  await waitFor(() => expect(page.dialog.getByText(/^3 of 3 workflows/)).toBeTruthy());
  expect(page.dialog.getByRole('option', { name: /^2\. Beta: .*\(opened\)$/ })).toBeTruthy();
  expect(await listNames(page)).toEqual(['Beta']);
  await page.press('Open all 2, each in a tab', page.dialog);
  await isClosed(page);
  await waitFor(async () => expect(await listNames(page)).toEqual(['Alpha', 'Beta', 'Gamma']));
  await waitFor(() => expect(nameOf(page)).toBe('Alpha'));
  await waitFor(async () => expect(await page.storage.workflows.imports()).toHaveLength(3));
});

it('files that are dropped together are read together: one that another runs is its function', async () => {
  const page = await openForDrops();
  await dropFiles([
    new File([JSON.stringify(call('helper'))], 'main.json'),
    new File(['heddle: 1\nname: Own\ntasks:\n  one: { description: Say one }\n'], 'own.yaml'),
    new File([JSON.stringify(reply('I help'))], 'helper.json'),
  ]);
  expect((await page.opened()).getByText(/^1 of 2 workflows/)).toBeTruthy();
  // What is not foreign is open by now.
  expect(await listNames(page)).toEqual(['Own']);
  await page.press('Open this one', page.dialog);
  await waitFor(() => expect(page.dialog.getByText(/^2 of 2 workflows/)).toBeTruthy());
  expect(page.stores.document.getState().text).toMatch(/^library:/m);
});

const app = `kind: app
version: 0.7.0
app: { name: Desk, mode: workflow }
agent_packages: { helper: { schema_version: 1, soul: { config_files: [{ name: notes.md, file_id: f_1 }] } } }
workflow:
  graph:
    nodes:
      - { id: start, data: { type: start, title: Start } }
      - { id: help, data: { type: agent, version: '2', title: Help, agent_binding: { package_ref: helper }, agent_job: { workflow_prompt: Hi } } }
    edges: [{ source: start, target: help }]
`;
const list = (id: string, path: string, text: string) =>
  `{ id: ${id}, path: ${path}, size: ${text.length}, sha256: ${hashText(text)} }`;
const packed = {
  'manifest.yaml': `format: dify.app
format_version: 1
apps: [${list('a', 'app.yaml', app)}]
agent_resources: { helper: { files: [${list('f_1', 'f_1.md', '# Notes')}] } }
`,
  'app.yaml': app,
  'f_1.md': '# Notes',
};

it.each(['desk.ifpkg', 'desk.zip'])('an app package opens with its files as %s', async (name) => {
  const page = await openForDrops();
  await dropFiles([new File([(await packArchive(packed)).slice()], name)]);
  const dialog = await page.opened();
  expect(dialog.getByText(new RegExp(`^${name}: DSL 0\\.7\\.0`))).toBeTruthy();
  await page.press('Open as a new workflow', page.dialog);
  await isClosed(page);
  const { id } = page.stores.document.getState();
  await waitFor(async () =>
    expect(await page.stores.services.files.list(id)).toEqual([{ path: '/notes.md', bytes: 7 }]),
  );
});

it('an archive that lies is refused with the reason, and one of Heddle may have a manifest of its own', async () => {
  const page = await openForDrops();
  await dropFiles([new File([(await packArchive({ ...packed, 'f_1.md': '# Nates' })).slice()], 'lies.ifpkg')]);
  await page.all.findByText(/“f_1\.md” is not what the manifest says/);
  expect(page.all.queryByRole('dialog')).toBeNull();
  const own = { 'own.yaml': 'heddle: 1\nname: Own\ntasks:\n  a: { description: Say a }\n', 'manifest.yaml': 'a: 1\n' };
  await dropFiles([new File([(await packArchive(own)).slice()], 'own.zip')]);
  await waitFor(() => expect(nameOf(page)).toBe('Own'));
});
