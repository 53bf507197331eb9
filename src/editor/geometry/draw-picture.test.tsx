import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { readYaml } from '@/formats/yaml/read-yaml';
import { TypeTile } from '@/ui/display/type-tile';
import type { WorkflowDocument } from '@/workflow/document';
import { taskTraits } from '@/workflow/tasks';
import { computeBoxes } from './boxes';
import { drawPicture, pictureColours } from './draw-picture';
import { drawWires } from './draw-wires';
import { typeIcons } from './type-icons';

/** The elements that a picture may have, with their attributes in quotes. */
const element = /<\/?(?:svg|title|style|rect|g|text|path|circle)(?: [a-zA-Z-]+="[^"<>]*")*\/?>/g;
const draw = (document: WorkflowDocument, theme?: 'light' | 'dark') => {
  const picture = drawPicture(document, theme);
  if (!picture.ok) throw new Error(picture.error);
  return picture.value;
};
const read = (text: string) => readYaml(text).document as WorkflowDocument;
const text = readFileSync('public/gallery/announce-with-approval/announce-with-approval.heddle.yaml', 'utf8');

it('has each task of the canvas where that has it, with its wires, and its names as text', () => {
  const document = read(text);
  const { svg, width, height } = draw(document);
  const boxes = computeBoxes(document);
  expect(svg.match(/<g(?! class="icon)/g)).toHaveLength(boxes.size + (document.layout?.notes?.length ?? 0));
  expect(svg.match(/<g class="icon/g)).toHaveLength(boxes.size);
  expect(Array.from(svg.matchAll(/<path class="wire" d="([^"]*)"/g), ([, d]) => d)).toEqual(drawWires(document, boxes));
  for (const [id, { name }] of Object.entries(document.tasks)) expect(svg).toContain(`<title>${name ?? id}</title>`);
  expect([width, height]).toEqual([expect.any(Number), expect.any(Number)]);
});

it('has the icon of each type as the page draws it, and says in a card what the canvas says', () => {
  for (const { icon } of Object.values(taskTraits)) {
    const drawn = renderToStaticMarkup(createElement(TypeTile, { look: { icon, family: 'model' } }));
    expect(drawn.replaceAll(/><\/(?:path|circle|rect)>/g, '/>')).toContain(typeIcons[icon]);
  }
  const { svg } = draw(read('tasks:\n  a: { type: script, script: { command: ls } }\n  b: { type: group }'));
  for (const said of ['ls', 'bash', 'No tasks yet']) expect(svg).toContain(`>${said}</text>`);
});

it('holds nothing of a text as markup, whatever that is', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.constantFrom(
      '</text><script>alert(1)</script>',
      '"/><image href="https://x.example/"/>',
      ']]>',
      '&lt;',
      '\u202e\0',
    ),
  );
  fc.assert(
    fc.property(hostile, hostile, hostile, (name, description, note) => {
      const document = {
        name,
        tasks: { a: { type: 'atomic', name, description } },
        layout: { tasks: {}, notes: [{ text: note, at: [0, 200] }] },
      };
      const { svg } = draw(document as unknown as WorkflowDocument);
      expect(svg.replace(element, '')).not.toMatch(/[<>]|&(?!(?:amp|lt|gt|quot|#39);)/);
      expect(svg).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
    }),
  );
});

it('draws 5,000 tasks and no more', () => {
  const tasks = (count: number): WorkflowDocument => ({
    tasks: Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `t${at}`,
        { type: 'atomic' as const, description: 'x'.repeat(10_000), depends_on: at % 100 === 0 ? [] : [`t${at - 1}`] },
      ]),
    ),
  });
  const { svg } = draw(tasks(5000));
  expect(svg.length).toBeLessThan(8_000_000);
  expect(drawPicture(tasks(5001))).toEqual({
    ok: false,
    error: expect.stringMatching(/^A picture has at most 5,000 tasks; this has 5,001/),
  });
});

it('has the colours of the page, in both themes', () => {
  const [light = '', dark = ''] = readFileSync('src/ui/theme/tokens.css', 'utf8').split(/(?=\[data-theme="dark"\] \{)/);
  const find = (theme: string, name: string): string => {
    const value = new RegExp(`--${name}:\\s*([^;]+);`).exec(theme)?.[1] ?? '';
    return value.startsWith('var(--') ? find(theme, value.slice(6, -1)) : value;
  };
  const tokens = {
    'canvas:fill': 'canvas',
    'card:fill': 'raised',
    'card:stroke': 'line-strong',
    'wire:stroke': 'edge',
    'port:fill': 'raised',
    'port:stroke': 'edge',
    'title:fill': 'text',
    'line:fill': 'text-3',
  };
  for (const [name, colours] of Object.entries(pictureColours)) {
    const token =
      tokens[name as keyof typeof tokens] ??
      `fam-${name.replace('-icon:stroke', '-text').replace(':fill', '-soft').replace(':stroke', '-line')}`;
    expect([name, find(light, token), find(dark, token)]).toEqual([name, ...colours]);
  }
});
