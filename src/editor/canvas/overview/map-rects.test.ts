import { expect, it } from 'vitest';
import type { RingStatus } from '@/ui/display/status-ring';
import { documentOf } from '@/workflow/sample.testing';
import { computeBoxes } from '../../geometry/boxes';
import { listFilledRects } from './map-rects';
import type { Colours } from './palette-colours';

const named = <K extends string>(kind: string, names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, `${kind} ${name}`])) as { readonly [N in K]: string };
const statuses = ['idle', 'queued', 'running', 'ok', 'failed', 'continued', 'skipped', 'paused'] as const;
const more = ['stale', 'maybe', 'simulated'] as const;
const families = ['model', 'script', 'control', 'loop', 'library'] as const;
const colours: Colours = {
  isForced: false,
  accent: '',
  edge: '',
  raised: '',
  text: '',
  font: '',
  family: Object.fromEntries(
    families.map((name) => [name, named(name, ['soft', 'line', 'solid'])]),
  ) as Colours['family'],
  status: named('status', [...statuses, ...more]),
};

const boxes = computeBoxes(
  documentOf({
    fetch: { type: 'script' },
    write: { type: 'atomic' },
    both: { type: 'group', subtasks: { one: { type: 'atomic' } } },
  }),
);
const inRun: Readonly<Record<string, RingStatus>> = { fetch: 'failed', write: 'running', 'both/one': 'ok' };

it('colours tasks by their family while no run is shown', () => {
  expect([...listFilledRects(boxes, [], undefined, colours, undefined)].map(({ colour }) => colour).sort()).toEqual([
    'control line',
    'model solid',
    'model solid',
    'script solid',
  ]);
});

it('colours tasks by their status in a run, and containers by their family', () => {
  const rects = [...listFilledRects(boxes, [], undefined, colours, ({ taskPath }) => inRun[taskPath] ?? 'idle')];
  expect(rects.map(({ colour }) => colour).sort()).toEqual([
    'control line',
    'status failed',
    'status ok',
    'status running',
  ]);
  expect(rects.some(({ isHollow }) => isHollow)).toBe(false);
});

it('draws hollow what was only simulated', () => {
  const dry: Readonly<Record<string, RingStatus>> = { fetch: 'simulated', write: 'skipped' };
  const rects = [...listFilledRects(boxes, [], undefined, colours, ({ taskPath }) => dry[taskPath] ?? 'idle')];
  expect(rects.filter(({ isHollow }) => isHollow).map(({ colour }) => colour)).toEqual(['status simulated']);
});

it('draws what failed hollow where the system has few colours', () => {
  const forced = { ...colours, isForced: true };
  const rects = [...listFilledRects(boxes, [], undefined, forced, ({ taskPath }) => inRun[taskPath] ?? 'idle')];
  expect(rects.filter(({ isHollow }) => isHollow).map(({ colour }) => colour)).toEqual(['status failed']);
});
