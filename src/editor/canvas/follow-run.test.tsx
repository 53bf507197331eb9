import { fireEvent, waitFor } from '@tests/support/dom';
import { openAtHarbour } from '@tests/support/page-runs';
import { expect, it } from 'vitest';
import { getCanvas } from '../actions/canvas-handle';
import { nodeWidth } from '../geometry/node-geometry';

/** Tasks of which the window has room for one at a time, each after the one before. */
const far = `heddle: 1
name: Far
default_model: harbour:small
tasks:
  a: { description: Task a }
  b: { description: Task b, depends_on: [a], inject_context: false }
  c: { description: Task c, depends_on: [b], inject_context: false }
layout:
  tasks: { a: [0, 0], b: [3000, 0], c: [6000, 0] }
`;

async function openFar() {
  const opened = await openAtHarbour(far);
  const { page, server } = opened;
  const canvas = await waitFor(() => {
    const found = getCanvas(page.stores.view);
    if (found === undefined) throw new Error('No canvas is shown.');
    return found;
  });
  canvas.zoomToFull();
  await waitFor(() => expect(canvas.viewport().zoom).toBe(1));
  for (const id of ['a', 'b', 'c']) server.on({ match: `Task ${id}`, reply: id, holdAfterChunks: 0 });
  const follow = () => page.drawer.findByRole('switch', { name: 'Follow' });
  const isAsked = (id: string) => waitFor(() => expect(server.count(`Task ${id}`)).toBe(1));
  return { ...opened, canvas, follow, isAsked };
}

/** How far from the left edge of the window a place of the canvas is. */
const leftOf = (x: number, { x: offset }: { readonly x: number }) => x + offset;

/** All zooms that the canvas has from now on, also on its way. */
function noteZooms(canvas: HTMLElement): ReadonlySet<number> {
  const zooms = new Set<number>();
  const moved = canvas.querySelector<HTMLElement>('.react-flow__viewport');
  if (moved === null) throw new Error('The canvas has no part that moves.');
  const note = () => zooms.add(Number(Number(/scale\(([\d.]+)\)/.exec(moved.style.transform)?.[1]).toFixed(9)));
  new MutationObserver(note).observe(moved, { attributes: true });
  return zooms;
}

it('pans by the least to the task that runs, at the same zoom, until a person selects a task', async () => {
  const { page, runs, server, canvas, follow, isAsked } = await openFar();
  const zooms = noteZooms(page.canvas);
  await runs.start();
  await isAsked('a');
  expect(await follow()).toBeChecked();
  // It comes from the right: 24 pixels are left of it.
  await waitFor(() => expect(leftOf(0, canvas.viewport())).toBe(24));
  server.release();
  await isAsked('b');
  // It comes from the left: its right edge is 24 pixels before that of the window.
  await waitFor(() => expect(leftOf(3000, canvas.viewport())).toBe(1440 - 24 - nodeWidth));
  expect([...zooms]).toEqual([1]);

  await page.user.click(page.row('b'));
  await waitFor(async () => expect(await follow()).not.toBeChecked());
  const still = canvas.viewport();
  server.release();
  await isAsked('c');
  await runs.isTask('c', 'Writing');
  expect(canvas.viewport()).toEqual(still);

  // The switch brings it back, and what runs at once.
  await page.user.click(await follow());
  await waitFor(() => expect(leftOf(6000, canvas.viewport())).toBe(1440 - 24 - nodeWidth));
  server.release();
  expect(await runs.isOver()).toBe('completed');
});

it('ends once a person pans', async () => {
  const { runs, server, canvas, follow, isAsked, page } = await openFar();
  await runs.start();
  await isAsked('a');
  await waitFor(() => expect(leftOf(0, canvas.viewport())).toBe(24));
  const pane = page.canvas.querySelector('.react-flow__pane');
  if (pane === null) throw new Error('The canvas has no pane.');
  fireEvent.wheel(pane, { deltaX: 40, deltaY: 0 });
  await waitFor(async () => expect(await follow()).not.toBeChecked());
  const still = canvas.viewport();
  server.release();
  await isAsked('b');
  await runs.isTask('b', 'Writing');
  expect(canvas.viewport()).toEqual(still);
  server.release();
  await isAsked('c');
  server.release();
  expect(await runs.isOver()).toBe('completed');
});
