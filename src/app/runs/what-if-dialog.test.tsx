import { act, waitFor, within } from '@tests/support/dom';
import { openAtHarbour } from '@tests/support/page-runs';
import type { SeenRequest } from '@tests/support/servers';
import { type AtHarbour, fieldWith, goOn, promptsSince } from '@tests/support/what-if';
import { expect, it } from 'vitest';

const reviewed = `heddle: 1
name: Notes
default_model: harbour:small
tasks:
  read: { description: "Read the log.", inject_context: false }
  review:
    type: director_evaluator
    depends_on: [read]
    mode: static
    max_iterations: 4
    director: { name: write, description: "Draft notes of {{read}}", inject_context: false }
    script: { type: script, script: { command: cat } }
    evaluator: { name: judge, description: "Judge the notes", inject_context: false }
  tell: { description: "Tell of {{review}}", depends_on: [review], inject_context: false }
`;

/** Runs the workflow once: two rounds, of which the second is accepted. */
async function openReviewed(): Promise<AtHarbour> {
  const opened = await openAtHarbour(reviewed);
  const { runs, server } = opened;
  server.on({ match: 'Read the log.', reply: 'two faults' });
  server.on({ match: 'Draft notes', reply: draft });
  server.on({ match: 'Judge the notes', reply: '{"success": true, "feedback": null}' });
  server.on({ match: 'Judge the notes', reply: '{"success": false, "feedback": "too short"}', times: 1 });
  server.on({ match: 'Tell of', reply: 'told' });
  expect(await runs.run()).toBe('completed');
  expect(server.requests).toHaveLength(6);
  return opened;
}

function draft({ prompt }: SeenRequest): string {
  if (prompt.includes('name each fault')) return 'a draft with names';
  return prompt.includes('too short') ? 'the second draft' : 'the first draft';
}

it('an output is written otherwise by key, also after a reload: what reads it is asked, and the log says so', async () => {
  const opened = await openReviewed();
  const { page, runs } = opened;
  await page.reload();
  await page.select('read');
  await runs.key('w');
  const field = await fieldWith(opened, /^two faults$/);
  await page.dialog.findByText(/It may ask 2 tasks again: review, tell/);
  expect(page.dialog.getByRole('button', { name: /^Continue from here/ })).toBeDisabled();
  await page.fill(field, 'three faults');
  await page.dialog.findByText(/1 word added, 1 removed\./);
  await goOn(opened);
  expect(await runs.isOver()).toBe('completed');
  const asked = promptsSince(opened, 6);
  expect(asked[0]).toContain('Draft notes of three faults');
  expect(asked.filter((prompt) => prompt.includes('Read the log.'))).toEqual([]);
  await waitFor(() => expect(runs.node('read')).toHaveTextContent('Written'));
  await runs.open();
  await expect.poll(() => runs.row('Run 2')).toHaveTextContent('Forked from run 1 · 1 text of yours');
});

it('the feedback of a round is written otherwise, then an earlier round is used', async () => {
  const opened = await openReviewed();
  const { page, runs } = opened;
  await runs.select('judge');
  await runs.tab('Output');
  await page.user.click(await page.drawer.findByRole('button', { name: 'The run before' }));
  await page.user.click(await page.drawer.findByRole('button', { name: 'What if' }));
  await page.fill(await fieldWith(opened, /too short/), '{"success": false, "feedback": "name each fault"}');
  await goOn(opened);
  expect(await runs.isOver()).toBe('completed');
  const asked = promptsSince(opened, 6);
  expect(asked).toHaveLength(3);
  expect(asked[0]).toContain('name each fault');
  expect(asked[2]).toContain('Tell of');

  // The first draft was better: it ends the loop.
  await runs.select('review');
  await page.user.click(await page.drawer.findByRole('radio', { name: 'Rounds' }));
  // By verdict first: each with its reason, beside them what was judged.
  const draft = await page.drawer.findByRole('region', { name: 'What round 2 gave' });
  await waitFor(() => expect(draft).toHaveTextContent('a draft with names'));
  const first = await page.drawer.findByRole('button', { name: /^1 ?Sent back/ });
  await page.user.click(first);
  await waitFor(() => expect(page.drawer.getByLabelText('What round 1 gave')).toHaveTextContent('the first draft'));
  await page.press('By task', page.drawer);
  const table = within(await page.drawer.findByRole('table'));
  const headers = table.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(headers).toEqual(['Round', 'write', 'script', 'judge', 'Result']);
  const change = () => table.getByRole('row', { name: /^1 → 2/ });
  await expect.poll(change).toHaveTextContent('+3 −2 words');
  expect(change()).toHaveTextContent('Sent back → Accepted');
  // By keyboard: the draft of the first round in full, then that of the second.
  act(() => table.getAllByRole('button')[0]?.focus());
  await page.user.keyboard('{Enter}');
  const details = await page.drawer.findByLabelText('Task in the round');
  await waitFor(() => expect(details).toHaveTextContent(/The result was taken over\..*the first draft/));
  await page.user.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => page.drawer.getByLabelText('Task in the round')).toHaveTextContent('a draft with names');
  expect(page.drawer.getByLabelText('Task in the round')).toHaveTextContent('Draft notes of two faults');
  await page.press('Use this round', within(table.getByRole('row', { name: /^1 (?!→).*Sent back/ })));
  await fieldWith(opened, /^the first draft$/);
  await goOn(opened);
  expect(await runs.isOver()).toBe('completed');
  expect(promptsSince(opened, 9)).toEqual([expect.stringContaining('Tell of the first draft')]);
});

it('a prompt is written otherwise, and taken into the workflow as one step of undo', async () => {
  const opened = await openReviewed();
  const { page, runs, server } = opened;
  server.on({ match: 'Sing of', reply: 'sung' });
  await page.select('tell');
  await runs.tab('Output');
  await page.user.click(await page.drawer.findByRole('radio', { name: 'Prompt' }));
  const whatIf = async () => page.user.click(await page.drawer.findByRole('button', { name: 'What if' }));
  await whatIf();
  await page.fill(await fieldWith(opened, /^Tell of the second draft/), 'Sing of the second draft');
  await goOn(opened);
  expect(await runs.isOver()).toBe('completed');
  expect(promptsSince(opened, 6)).toEqual([expect.stringMatching(/Sing of the second draft$/)]);

  await whatIf();
  await page.fill(await fieldWith(opened, /^Sing of the second draft$/), 'Sing of {{review}}');
  await page.press('Use it as the prompt of the task', page.dialog);
  await page.isClosed();
  await expect.poll(() => page.field('Prompt')).toHaveValue('Sing of {{review}}');
  await runs.key('{Control>}z{/Control}');
  await expect.poll(() => page.field('Prompt')).toHaveValue('Tell of {{review}}');
});

const paused = `heddle: 1
name: Notes
default_model: harbour:small
tasks:
  read: { description: "Read the log.", inject_context: false }
  write: { description: "Draft notes of {{read}}", depends_on: [read], inject_context: false }
  tell: { description: "Tell of {{write}}", depends_on: [write], inject_context: false, breakpoint: before }
`;

it('what if is asked of an event of a paused run, and of a run that is looked back at', async () => {
  const opened = await openAtHarbour(paused);
  const { page, runs, server } = opened;
  server.on({ match: 'Read the log.', reply: 'two faults' });
  server.on({ match: 'Draft notes', reply: ({ prompt }) => `notes of ${/of (.*)/.exec(prompt)?.[1]}` });
  server.on({ match: 'Tell of', reply: 'told' });
  const isNext = () => page.all.findByRole('group', { name: 'tell is next' });
  await runs.start();
  await isNext();
  await page.reload();
  await isNext();

  // In the paused run, from an event: a reply is another one. The fork pauses there too, and goes on.
  await runs.tab('Events');
  const reply = () => {
    const found = runs.eventsOf('model.replied').find(({ textContent }) => textContent?.includes('read · turn 1'));
    if (found === undefined) throw new Error('There is no reply to “read”.');
    return found;
  };
  await page.user.click(await waitFor(reply));
  await page.user.click(await page.drawer.findByRole('button', { name: 'What if' }));
  const field = await fieldWith(opened, /^two faults$/);
  page.dialog.getByText('What if the answer had been this?');
  expect(field).toHaveFocus();
  await page.fill(field, 'three faults');
  await waitFor(() =>
    expect(page.dialog.getByRole('button', { name: /^Continue from here/ })).toHaveTextContent('3 to run'),
  );
  await goOn(opened);
  await waitFor(() => expect(server.requests).toHaveLength(3));
  await isNext();
  expect(promptsSince(opened, 0)).toEqual([
    expect.stringContaining('Read the log.'),
    expect.stringContaining('Draft notes of two faults'),
    expect.stringContaining('Draft notes of three faults'),
  ]);
  await runs.key('{F8}');
  expect(await runs.isOver()).toBe('completed');
  expect(server.requests[3]?.prompt).toContain('Tell of notes of three faults');
  await waitFor(() => expect(reply()).toHaveTextContent('Written by a person'));

  // Looked back at, before the notes were there: what came after is asked again, whatever it was.
  const events = await page.storedEvents();
  const ended = events.find(({ kind, path }) => kind === 'task.completed' && path === 'task/read')?.seq ?? 0;
  await runs.goTo(ended);
  await runs.isTask('read', 'Done');
  await page.select('read');
  await runs.key('w');
  await page.fill(await fieldWith(opened, /^three faults$/), 'no fault');
  await waitFor(() =>
    expect(page.dialog.getByRole('button', { name: /^Continue from here/ })).toHaveTextContent('2 of 3 changed'),
  );
  await goOn(opened);
  await isNext();
  await page.reload();
  await isNext();
  await runs.key('{F8}');
  expect(await runs.isOver()).toBe('completed');
  expect(promptsSince(opened, 4)).toEqual([
    expect.stringContaining('Draft notes of no fault'),
    expect.stringContaining('Tell of notes of no fault'),
  ]);
  const forks = (await page.runs()).map(({ forkedFrom }) => forkedFrom);
  expect(forks).toEqual([undefined, expect.objectContaining({}), expect.objectContaining({ seq: ended })]);

  // A pin is part of the workflow: an export keeps it, unless the person wishes otherwise.
  await page.select('read');
  await runs.key('p');
  await waitFor(() => within(runs.node('read')).getByRole('img', { name: 'Has a pinned output' }));
  await page.press('Export', page.topBar);
  const preview = await (await page.opened()).findByLabelText('Preview');
  const leaveOut = await page.dialog.findByRole('checkbox', { name: /^Leave out pinned outputs/ });
  expect(leaveOut).not.toBeChecked();
  await waitFor(() => expect(preview).toHaveTextContent('pinned: no fault'));
  await page.user.click(leaveOut);
  await waitFor(() => expect(preview).not.toHaveTextContent('pinned'));
  expect(preview).toHaveTextContent('Read the log.');
});
