import { readFileSync } from 'node:fs';
import { act, waitFor, within } from '@tests/support/dom';
import { chooseFiles, dropFiles, pasteText } from '@tests/support/give-files';
import { openPage, type Page } from '@tests/support/page';
import { type FileServer, startFileServer } from '@tests/support/servers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readYaml } from '@/formats/yaml/read-yaml';
import { writeWorkflowLink } from '@/share/workflow-link';
import { openDialog, openScreen } from '@/state/view/screens';
import { Toaster } from '@/ui/overlay/toast';
import { Dialogs } from '../dialogs/dialog-place';
import { PageKeys } from '../shell/page-keys';
import { FileDrop } from './file-drop';
import { PagePaste } from './page-paste';

const review = `heddle: 1
name: Review # what it is called
default_model: sim:default
tasks:
  fetch: # the change
    description: Fetch < & >
    disabled: true
  review:
    description: "Review {{fetch}}"
    depends_on: [fetch]
  report:
    description: Report
    depends_on: [review]
x-owner: me
layout:
  tasks:
    fetch: [40, 40]
    review: [300, 40]
    report: [560, 40]
`;
const small = 'heddle: 1\nname: Small # what it is called\ntasks:\n  only: { description: Say one }\nx-owner: me\n';

let files: FileServer;
beforeEach(async () => {
  files = await startFileServer();
});
afterEach(() => files.close());

/** What opens files, over a workflow. */
const open = (text?: string, hash?: string) =>
  openPage(text, {
    ...(hash === undefined ? {} : { hash }),
    only: (
      <>
        <Dialogs />
        <FileDrop />
        <PagePaste />
        <PageKeys />
        <Toaster />
      </>
    ),
  });
const file = (name: string, text: string, type = '') => new File([text], name, { type });
const nameOf = (page: Page) => page.stores.document.getState().document.name;
const isOpen = (page: Page, name: string) => waitFor(() => expect(nameOf(page)).toBe(name));
const isAlone = (page: Page) => waitFor(() => expect(page.all.queryByRole('dialog')).toBeNull());
const ask = async (page: Page, address: string) => {
  await act(() => openDialog(page.stores.view, { name: 'open-url' }));
  await page.fill(await page.all.findByLabelText('Address'), address);
  await page.press('Open', page.dialog);
};

describe('a round trip', () => {
  const ways: Readonly<Record<string, (page: Page, opened: File) => Promise<void>>> = {
    async picker(page, opened) {
      chooseFiles(opened);
      await page.user.keyboard('{Control>}o{/Control}');
    },
    drop: (_page, opened) => dropFiles([opened]),
    async paste(page, opened) {
      await act(() => openScreen(page.stores.view, { at: 'start' }));
      await pasteText(await opened.text());
    },
    async URL(page, opened) {
      files.add(`/flows/${opened.name}`, { body: await opened.text(), type: 'application/octet-stream' });
      await ask(page, `${files.url}/flows/${opened.name}`);
    },
  };

  it.each(['yaml', 'xml', 'json'] as const)('through %s is the same workflow, by each way in', async (notation) => {
    const page = await open(review);
    const wish = { notation, omitLayout: false, omitAids: false, omitPins: false };
    const opened = file(`review.${notation}`, await page.stores.services.documents.exportText(wish));
    await act(() => page.app.workflows.text(small));
    for (const way of Object.values(ways)) {
      const before = page.stores.document.getState().id;
      await way(page, opened);
      await waitFor(() => expect(page.stores.document.getState().id).not.toBe(before));
      expect(nameOf(page)).toBe('Review');
      await isAlone(page);
      const saved = await page.savedText();
      if (notation === 'yaml') expect(saved).toBe(review);
      for (const part of ['description: Fetch < & >', 'disabled: true', 'x-owner: me', 'fetch: [40, 40]']) {
        expect(saved).toContain(part);
      }
      const { tasks } = readYaml(saved).document ?? {};
      const needs = Object.entries(tasks ?? {}).map(([id, { dependsOn = [] }]) => [id, dependsOn] as const);
      expect(Object.fromEntries(needs)).toEqual({ fetch: [], review: ['fetch'], report: ['review'] });
      await act(() => page.app.workflows.text(small));
    }
  });
});

it('an app of Dify is shown with what becomes of it, and opens only when the person says so', async () => {
  const page = await open(review);
  await dropFiles([file('app.yml', readFileSync('tests/fixtures/dify/support-0.3.0.yml', 'utf8'))]);
  await page.all.findByRole('dialog', { name: 'This is a Dify chat flow' });
  const dialog = within(page.all.getByRole('dialog'));
  expect(dialog.getByText(/^app\.yml: DSL 0\.3\.0, \d+ nodes, 15 wires\./)).toBeVisible();
  expect(dialog.getByRole('region', { name: 'Keys' })).toHaveTextContent(
    /3 keys taken out, none kept.*SHOP_TOKEN.*AUTHORIZATION/,
  );
  expect(nameOf(page)).toBe('Review');
  await page.user.click(dialog.getByRole('radio', { name: /^Dropped/ }));
  expect(dialog.getByRole('row', { name: /Handbook/ })).toBeVisible();
  expect(dialog.queryByRole('row', { name: /Delivered/ })).toBeNull();
  await page.press('Open as a new workflow', page.dialog);
  await isOpen(page, 'Support desk');
  await isAlone(page);
  expect(await page.savedText()).not.toContain('planted');
});

it('an agent flow of Flowise is shown and opened in the same way', async () => {
  const page = await open(review);
  await dropFiles([file('support.json', readFileSync('tests/fixtures/flowise/support.json', 'utf8'))]);
  await page.all.findByRole('dialog', { name: 'This is a Flowise agent flow' });
  const dialog = within(page.all.getByRole('dialog'));
  expect(dialog.getByText(/^support\.json: Agentflow V2, 11 nodes, 11 wires\./)).toBeVisible();
  expect(dialog.getByRole('row', { name: /Send mail .* Give it a tool/ })).toBeVisible();
  expect(nameOf(page)).toBe('Review');
  await page.press('Open as a new workflow', page.dialog);
  await page.isSaved('which_team:');
  await isAlone(page);
  expect(await page.savedText()).not.toContain('planted');
});

it('a bare task opens as a workflow with it', async () => {
  const page = await open();
  await dropFiles([file('fetch.xml', '<task id="fetch"><description>Fetch</description></task>', 'text/xml')]);
  await waitFor(() => expect(Object.keys(page.stores.document.getState().document.tasks)).toEqual(['fetch']));
  await dropFiles([file('one.yaml', 'description: Say one\n')]);
  await page.isSaved('description: Say one');
  expect(Object.keys(page.stores.document.getState().document.tasks)).toHaveLength(1);
});

it.each([
  ['an image', 'photo.png', 'image/png', 'x', '“photo.png” is not a workflow file.'],
  [
    'a file over 5 MB',
    'large.yaml',
    '',
    `# ${'x'.repeat(5 * 1024 * 1024)}\n`,
    'YAML is read up to 5 MB: the file is larger.',
  ],
  ['an empty file', 'empty.yaml', '', ' \n', 'The file is empty.'],
  [
    'a document of a newer version',
    'next.yaml',
    '',
    'heddle: 9\ntasks: {}\n',
    'The file is of version 9 of the Heddle language',
  ],
])('%s is refused with what to do, and the open work is left as it is', async (_what, name, type, content, says) => {
  const page = await open(small);
  const { id } = page.stores.document.getState();
  await dropFiles([file(name, content, type)]);
  const messages = () => page.all.getByRole('region', { name: /^Messages/ });
  await waitFor(() => expect(messages()).toHaveTextContent(says));
  expect(messages()).toHaveTextContent('What is open was not changed.');
  expect(page.stores.document.getState().id).toBe(id);
  expect(await page.savedText()).toBe(small);
});

describe('a file with mistakes', () => {
  const xml = '<workflow heddle="1" name="Torn">\n  <tasks>\n    <task id="one">\n      <description>Say one</descr>\n';

  it('in XML shows where they are, and opens what could be saved', async () => {
    const page = await open(review);
    const { id } = page.stores.document.getState();
    await dropFiles([file('torn.xml', xml, 'text/xml')]);
    await page.all.findByRole('heading', { name: '“torn.xml” has mistakes' });
    expect(page.all.getByRole('dialog')).toHaveTextContent(/Line 4, column \d+/);
    expect(page.dialog.queryByRole('button', { name: 'Open in the code view' })).toBeNull();
    expect(page.stores.document.getState().id).toBe(id);
    await page.press('Open the repaired text', page.dialog);
    await isOpen(page, 'Torn');
    await page.isSaved('description: Say one');
    expect((await page.storage.workflows.load(id))?.text).toBe(review);
  });

  it('in YAML from a chat opens with one click, comments included', async () => {
    const page = await open();
    await dropFiles([file('reply.txt', `Sure! Here it is:\n\n\`\`\`yaml\n${review}\`\`\`\n`)]);
    await page.all.findByRole('heading', { name: '“reply.txt” has mistakes' });
    expect(page.all.getByRole('dialog')).toHaveTextContent('Line 1, column 1');
    await page.press('Open the repaired text', page.dialog);
    await isOpen(page, 'Review');
    expect(await page.savedText()).toBe(review);
  });

  it('in YAML opens with all that is in it in the code view, or without the wrong parts', async () => {
    const wrong = review.replace('x-owner: me', 'owner: me');
    const page = await open();
    await dropFiles([file('wrong.yaml', wrong)]);
    await waitFor(() => expect(page.all.getByRole('dialog')).toHaveTextContent('Line 14, column 1'));
    await page.press('Open the repaired text', page.dialog);
    await isOpen(page, 'Review');
    expect(await page.savedText()).not.toContain('owner');
    await isAlone(page);
    await dropFiles([file('wrong.yaml', wrong)]);
    await page.all.findByRole('dialog');
    await page.press('Open in the code view', page.dialog);
    await waitFor(() => expect(page.stores.view.getState().preferences.mode).toBe('code'));
    expect(await page.isSaved('\nowner: me')).toBe(wrong);
  });

  it('is left alone by Esc', async () => {
    const page = await open(review);
    const { id } = page.stores.document.getState();
    await dropFiles([file('torn.xml', xml)]);
    await page.all.findByRole('dialog');
    await page.user.keyboard('{Escape}');
    await isAlone(page);
    expect(page.stores.document.getState().id).toBe(id);
  });
});

describe('pasting', () => {
  it('takes XML amid the words of a chat as tasks', async () => {
    const page = await open(review);
    const task = '<task id="sum"><description>Sum it up</description></task>';
    await pasteText(`Of course:\n\n\`\`\`xml\n${task}\n\`\`\`\nShall I?`);
    await page.isSaved('description: Sum it up');
    expect(Object.keys(page.stores.document.getState().document.tasks)).toHaveLength(4);
  });

  it('of a whole workflow offers to open it as one, which takes the paste back', async () => {
    const page = await open(review);
    const { id } = page.stores.document.getState();
    const other = 'heddle: 1\nname: Other # mine\ndefault_model: sim:small\ntasks:\n  sum: { description: Sum up }\n';
    await pasteText(other);
    await page.isSaved('Sum up');
    await page.user.click(await page.all.findByRole('button', { name: 'Open as a new workflow' }));
    await isOpen(page, 'Other');
    expect(await page.savedText()).toBe(other);
    expect((await page.storage.workflows.load(id))?.text).toBe(review);
  });

  it('on the start page says what it cannot take', async () => {
    const page = await open();
    await pasteText('Dear all,');
    await page.all.findByText('What was pasted was not opened.');
  });
});

describe('an address', () => {
  it.each([
    ['that leads nowhere', '/none.yaml', 'has nothing at this address (404)'],
    ['of a web page', '/page.html', 'This is a web page, not a workflow.'],
    ['of 50 MB', '/large.yaml', '“large.yaml” is larger than 5 MB.'],
    ['of a file without an end', '/endless.yaml', '“endless.yaml” is larger than 5 MB.'],
  ])('%s is refused with what to do, and another may be tried', async (_what, path, says) => {
    files.add('/page.html', { body: '<!doctype html><title>Review</title>', type: 'text/html' });
    if (path === '/large.yaml') files.add(path, { body: 'x'.repeat(50 * 1024 * 1024) });
    files.addEndless('/endless.yaml');
    files.add('/good.yaml', { body: review });
    const page = await open();
    await ask(page, files.url + path);
    await waitFor(() => expect(page.all.getByRole('dialog')).toHaveTextContent(says));
    expect(page.all.getByRole('dialog')).toHaveTextContent('What is open was not changed.');
    await page.fill(page.dialog.getByLabelText('Address'), `${files.url}/good.yaml`);
    await page.user.keyboard('{Enter}');
    await isOpen(page, 'Review');
  });

  it('of a file with mistakes asks what to do', async () => {
    files.add('/torn', { body: review.replace('x-owner', 'owner') });
    const page = await open();
    await ask(page, `${files.url}/torn`);
    await page.all.findByRole('heading', { name: '“torn” has mistakes' });
  });

  it('in a link is offered, and fetched only when that is wanted', async () => {
    files.add('/flow.yaml', { body: review });
    const page = await open(undefined, `#open=${files.url}/flow.yaml`);
    expect(await page.all.findByLabelText('Address')).toHaveValue(`${files.url}/flow.yaml`);
    expect(files.asked).toEqual([]);
    await page.press('Open', page.dialog);
    await isOpen(page, 'Review');
    await isAlone(page);
    expect(files.asked).toEqual(['/flow.yaml']);
    await act(() => openDialog(page.stores.view, { name: 'open-url' }));
    expect(await page.all.findByLabelText('Address')).toHaveValue('');
    await page.user.type(page.dialog.getByLabelText('Address'), `${files.url}/any.yaml`);
    await page.user.keyboard('{Escape}');
    await isAlone(page);
    expect(files.asked).toEqual(['/flow.yaml']);
  });
});

describe('a workflow that is in a link', () => {
  const hashOf = async (text: string) => {
    const link = await writeWorkflowLink('https://x.example/', text);
    return link.ok ? new URL(link.value).hash : '';
  };

  it('is shown, and opened only when that is wanted', async () => {
    const page = await open(undefined, await hashOf(small.replace('name: Small', 'name: "Sm\\u202Eall"')));
    await page.dialog.findByText(/^It has “Sm\\u202eall”, 1 task\. It was read in this page/);
    expect(page.dialog.getByRole('region', { name: 'Preview' }).textContent).toContain('description: Say one');
    expect(await page.stores.services.workflows.list()).toEqual([]);
    await page.press('Open as a new workflow', page.dialog);
    await isAlone(page);
    expect(page.stores.document.getState().document.tasks).toHaveProperty('only');
  });

  it('with mistakes asks what to do, and one that was cut says so', async () => {
    const page = await open(undefined, await hashOf(review.replace('x-owner', 'owner')));
    await page.dialog.findByText(/^It has no workflow that can be opened as it is/);
    await page.press('Open as a new workflow', page.dialog);
    await page.all.findByRole('heading', { name: '“link.yaml” has mistakes' });
    const cut = await open(undefined, (await hashOf(review)).slice(0, -9));
    expect((await cut.dialog.findByRole('alert')).textContent).toMatch(
      /no whole workflow in this link.*Ask for it again/,
    );
    expect(cut.dialog.getByRole<HTMLButtonElement>('button', { name: /^Open/ }).disabled).toBe(true);
  });
});
