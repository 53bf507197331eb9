import { waitFor, within } from '@tests/support/dom';
import type { Page } from '@tests/support/page';
import { openWithScripts, scriptsHere } from '@tests/support/page-runs';
import { expect, it } from 'vitest';

/** The second round fails, the third takes too long, the fifth outputs more than is shown. */
const checks = `
tasks:
  ci:
    type: script
    loop: { type: repeat, count: 5 }
    error_handling: { on_error: continue }
    limits: { timeout_ms: 6000, max_stdout_bytes: 4000 }
    script:
      language: bash
      env: { N: "{{iteration}}" }
      content: |
        echo "checks of round $N"
        if [ $N = 2 ]; then echo "dead links" >&2; exit 3; fi
        if [ $N = 5 ]; then for i in $(seq 1 400); do echo "line $i of a long report"; done; fi
  quiet:
    type: script
    loop: { type: repeat, count: 2 }
    script: { content: "true" }
    depends_on: [ci]
`;

/** As the sandbox does when the time is up, without the wait. */
const scripts: typeof scriptsHere = {
  run: async (request, ...rest) =>
    request.env['N'] === '3'
      ? { exitCode: -1, said: 'The script ran out of its time.', timedOut: true }
      : scriptsHere.run(request, ...rest),
};

const rows = (page: Page) => page.drawer.queryAllByRole('article');
const shows = (page: Page, texts: readonly RegExp[]) =>
  waitFor(() =>
    expect(rows(page).map(({ textContent }) => textContent)).toEqual(texts.map((text) => expect.stringMatching(text))),
  );
const row = (page: Page, text: string) => {
  const found = rows(page).find(({ textContent }) => textContent?.includes(text));
  if (found === undefined) throw new Error(`No iteration has “${text}”.`);
  return found;
};
const head = (article: HTMLElement) => within(article).getAllByRole('button')[0] as HTMLElement;

it('iterations are found by exit code, text and task, and tell all that is known of them', async () => {
  const { page, runs } = await openWithScripts(checks, { scripts });
  await runs.run();
  await runs.tab('Logs');
  await waitFor(() => expect(rows(page)).toHaveLength(7));
  const ended = () => page.drawer.getByLabelText('How they ended');
  await page.fill(ended(), 'Failed');
  await shows(page, [/\[2\].*ci · round 2exit 3/, /\[3\].*timed out/]);
  await page.fill(ended(), 'Another exit code…');
  await page.fill(await page.drawer.findByLabelText('Exit code'), '3');
  await shows(page, [/\[2\]/]);
  await page.fill(ended(), 'All');
  await page.fill(page.drawer.getByLabelText('Find in commands and outputs'), 'OF ROUND 2');
  await shows(page, [/\[2\]/]);
  await page.fill(page.drawer.getByLabelText('Find in commands and outputs'), '');
  await page.select('quiet');
  await page.user.click(page.drawer.getByLabelText('Only quiet'));
  await shows(page, [/\[6\]/, /\[7\]/]);
  await page.user.click(page.drawer.getByLabelText('Only quiet'));
  await waitFor(() => expect(rows(page)).toHaveLength(7));

  // By keyboard alone: one tab stop, arrows from row to row, Enter opens.
  page.drawer.getByLabelText('Only quiet').focus();
  await page.user.tab();
  expect(head(row(page, '[1]'))).toHaveFocus();
  await page.user.keyboard('{ArrowDown}');
  await waitFor(() => expect(head(row(page, '[2]'))).toHaveFocus());
  await page.user.keyboard('{Enter}');
  expect(await within(row(page, '[2]')).findByLabelText('Standard error')).toHaveTextContent('dead links');
  expect(within(row(page, '[2]')).getByLabelText('Output')).toHaveTextContent('checks of round 2');

  await page.select('ci');
  await runs.tab('Output');
  await page.user.click(await page.drawer.findByRole('radio', { name: 'Iterations' }));
  await waitFor(() =>
    expect(rows(page)[0]).toHaveTextContent(/^(succeeded|Succeeded)?Iteration 1—exit 0—.*checks of round 1/),
  );
  const long = () => within(row(page, 'Iteration 5'));
  await page.user.click(head(row(page, 'Iteration 5')));
  expect(await long().findByLabelText('Output')).toHaveTextContent('line 400 of a long report');
  await page.user.click(long().getByRole('button', { name: 'Open the whole output' }));
  await (await page.opened()).findByText(/line 1 of a long report/);
});

it('a round of a task that holds others tells what decided it, and each part of it apart', async () => {
  const { page, runs } = await openWithScripts(`
default_model: sim:fast
tasks:
  all:
    type: sequential
    loop: { type: repeat, count: 2 }
    steps:
      - { id: write, description: Write the notes, options: { reply: Written. } }
      - { id: ci, type: script, script: { content: "echo 2 tests failed; echo broken >&2; exit 4" } }
`);
  expect(await runs.run()).toBe('failed');
  await runs.tab('Logs');
  await waitFor(() => expect(row(page, '[1]')).toHaveTextContent('exit 4'));
  await page.user.click(head(row(page, '[1]')));
  const first = within(row(page, '[1]'));
  await first.findByText(/Decided by/);
  expect(row(page, '[1]')).toHaveTextContent('Decided by ci');
  expect(first.getByLabelText('Output')).toHaveTextContent('2 tests failed');
  expect(first.getByLabelText('Standard error')).toHaveTextContent('broken');
  const parts = within(first.getByLabelText('Parts'));
  expect(parts.getAllByRole('group').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/write.*done/),
    expect.stringMatching(/ci.*exit 4.*echo 2 tests/),
  ]);
  await page.user.click(parts.getByText('write', { exact: true }));
  expect(await parts.findByLabelText('Output of write')).toHaveTextContent('Written.');
  expect(parts.getByLabelText('What write was sent')).toHaveTextContent('Write the notes');
});

it('the calls of tools of an iteration, the files it changed, and what it was told', async () => {
  const { page, runs } = await openWithScripts(`
default_model: sim:fast
tasks:
  write:
    description: Write the notes
    loop: { type: repeat, count: 2 }
    tools: [write_file, read_file]
    options:
      tool_calls:
        - { name: write_file, arguments: { path: notes.md, content: Tides } }
        - { name: read_file, arguments: { path: missing.md } }
      reply: Written.
`);
  expect(await runs.run()).toBe('completed');
  await runs.tab('Logs');
  await waitFor(() => expect(row(page, '[1]')).toHaveTextContent('1 file'));
  await page.user.click(head(row(page, '[1]')));
  const first = within(row(page, '[1]'));
  const tools = await first.findByLabelText('2 calls of tools');
  expect(
    within(tools)
      .getAllByRole('group')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringMatching(/write_file/), expect.stringMatching(/read_file.*failed/)]);
  await page.user.click(within(tools).getByText('write_file'));
  await waitFor(() => expect(tools).toHaveTextContent('"content":"Tides"'));
  expect(first.getByLabelText('1 file changed')).toHaveTextContent('notes.md');
  expect(row(page, '[1]')).toHaveTextContent(/\d tok in/);
  await page.user.click(first.getByRole('button', { name: 'What it was sent' }));
  await page.all.findByRole('heading', { name: 'What this call was sent' });
});

it('the log is looked through by kind, outcome and text, in either order', async () => {
  const { page, runs } = await openWithScripts(checks.replace('count: 5', 'count: 4'), { scripts });
  await runs.run();
  await runs.tab('Events');
  const events = () => within(page.drawer.getByRole('listbox', { name: 'Events' })).queryAllByRole('option');
  await page.user.click(await page.drawer.findByRole('button', { name: 'All kinds' }));
  await page.user.click(await page.all.findByRole('checkbox', { name: 'Iteration logged' }));
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(events()).toHaveLength(6));
  await page.user.click(page.drawer.getByRole('radio', { name: 'Newest first' }));
  await waitFor(() => expect(events()[0]).toHaveTextContent('quiet · round 2'));
  await page.user.click(page.drawer.getByRole('button', { name: /^(Outcome|Any outcome)/ }));
  await page.user.click(await page.all.findByRole('menuitemradio', { name: 'Failed' }));
  await waitFor(() => expect(events()).toHaveLength(2));
  await page.fill(page.drawer.getByLabelText('Find in events'), 'nothing says this');
  await page.drawer.findByText('No matching events.');
});
