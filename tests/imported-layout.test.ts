import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { computeBoxes } from '@/editor/geometry/boxes';
import { isTouching } from '@/editor/geometry/node-geometry';
import { importForeign } from '@/formats/foreign/import-foreign';

const folder = join(import.meta.dirname, 'fixtures');
const files = ['dify', 'flowise'].flatMap((format) =>
  readdirSync(join(folder, format)).flatMap((name) => (/\.(?:yml|json)$/.test(name) ? [`${format}/${name}`] : [])),
);

it.each(files)('%s: an open container covers nothing that stands beside it', (name) => {
  const imported = importForeign(readFileSync(join(folder, name), 'utf8'));
  if (imported?.ok !== true) throw new Error(JSON.stringify(imported));
  const boxes = [...computeBoxes(imported.value.document).values()].filter(({ depth }) => depth === 0);
  const covered = boxes
    .filter(({ open }) => open)
    .flatMap((box) =>
      boxes.filter((other) => other !== box && isTouching(box, other)).map((other) => [box.taskPath, other.taskPath]),
    );
  expect(covered).toEqual([]);
});

it('a task that was no node of its own stands beside what it goes on with', () => {
  const imported = importForeign(readFileSync(join(folder, 'dify/support-0.3.0.yml'), 'utf8'));
  if (imported?.ok !== true) throw new Error(JSON.stringify(imported));
  const boxes = new Map([...computeBoxes(imported.value.document).values()].map((box) => [box.taskPath, box]));
  const [kind, route] = [boxes.get('question_kind'), boxes.get('question_kind_route')];
  expect(route?.y).toBe(kind?.y);
  expect(route?.x).toBeGreaterThan((kind?.x ?? 0) + (kind?.width ?? 0));
});
