import type { TextReading } from '@/formats/text-reading';
import { createDocumentHost } from '@/worker/documents/document-host';
import { applyModelChange } from '@/workflow/change';
import { computeChange } from '@/workflow/commands/change-between';
import { updateTask } from '@/workflow/commands/update-task';
import { emptyDocument, type WorkflowDocument } from '@/workflow/document';
import { joinDocumentParts } from '@/workflow/document-parts';
import { spent } from './spent.mjs';

/** Keys that are measured after those that warm up. */
const keys = 10;

const head = 'heddle: 1\ndefault_model: sim:default\n';
const before = `${head}tasks:\n  first:\n    description: Say it.\nlibrary:\n`;
const big = '  big:\n    task:\n';
const map = '      type: map\n      items: [1]\n      inner_task:\n';
const around = '      subtasks:\n        inner:\n';

/** Where `n` tasks are: the text, and the path of the task that is typed in. */
const places = {
  'in the document': (n) => ({ text: `${head}tasks:\n${textOf(n, 2)}`, task: `task_${n >> 1}` }),
  'in a function of the library': (n) => ({
    text: before + big + groupOf(n, 6),
    task: `library:big/task_${n >> 1}`,
  }),
  'in a function that is a map of a group': (n) => ({
    text: before + big + map + groupOf(n, 8),
    task: `library:big/inner_task/task_${n >> 1}`,
  }),
  'in a group in the group of a function': (n) => ({
    text: before + big + around + groupOf(n, 10),
    task: `library:big/inner/task_${n >> 1}`,
  }),
  'in a field of the group of a function': (n) => ({ text: before + big + groupOf(n, 6), task: 'library:big' }),
  'in one of so many functions': (n) => ({ text: before + functionsOf(n), task: `library:task_${n >> 1}` }),
} satisfies Record<string, (n: number) => { readonly text: string; readonly task: string }>;

/** The places of {@link measureKey}. */
export const keyPlaces = Object.keys(places) as (keyof typeof places)[];

/**
 * What a key in a task costs, in ms of the processor: in the worker (writing it into the text, reading that, checking
 * it) and in the page (making the change, and taking what was read). `place`: where the `n` tasks are.
 */
export async function measureKey(place: keyof typeof places, n: number): Promise<Readonly<Record<string, number>>> {
  const { text, task } = places[place](n);
  const host = createDocumentHost();
  await host.open(text);
  let number = 0;
  let document: WorkflowDocument = emptyDocument;
  const sums = { 'worker, CPU ms': 0, 'page, CPU ms': 0, 'to the worker and back, CPU ms': 0 };
  for (let key = -3; key < keys; key += 1) {
    const add = (name: keyof typeof sums, ms: number) => {
      if (key >= 0) sums[name] += ms / keys;
    };
    const ms = (tell: ReturnType<typeof spent>) => tell(1000).cpu;
    if (number === 0) {
      const whole = await host.read(0);
      number = whole.number;
      document = await gathered(host, whole);
    }
    let tell = spent();
    const edited = updateTask(document, {
      id: task,
      patch: { description: `Write part ${key} of the report.` },
    } as never);
    if (!edited.ok) throw new Error(edited.error.message);
    const change = computeChange(document, edited.value);
    document = applyModelChange(document, change);
    add('page, CPU ms', ms(tell));
    tell = spent();
    const sent = structuredClone(change);
    add('to the worker and back, CPU ms', ms(tell));
    tell = spent();
    const { reading } = await host.change({ change: sent, taken: number });
    const read = reading ?? (await host.read(number));
    add('worker, CPU ms', ms(tell));
    tell = spent();
    const got = structuredClone(read);
    add('to the worker and back, CPU ms', ms(tell));
    tell = spent();
    if (got.change === undefined) throw new Error('The text does not parse.');
    document = applyModelChange(document, got.change);
    number = got.number;
    add('page, CPU ms', ms(tell));
  }
  return sums;
}

/** The document of a first reading, which may come in parts. */
async function gathered(
  host: ReturnType<typeof createDocumentHost>,
  { number, document, large }: TextReading,
): Promise<WorkflowDocument> {
  const whole = large ? await joinDocumentParts(large, (index) => host.readPart(number, index)) : document;
  if (whole === undefined) throw new Error('The text does not parse.');
  return whole;
}

/** Tasks in a row, each after the one before. */
function textOf(n: number, column: number): string {
  const lines: string[] = [];
  for (let index = 0; index < n; index += 1) {
    lines.push(`task_${index}:`, `  description: Write part ${index} of the report, as it is asked for.`);
    if (index > 0) lines.push(`  depends_on: [task_${index - 1}]`);
  }
  return lines.map((line) => `${' '.repeat(column) + line}\n`).join('');
}

/** The same as the tasks of a group. */
function groupOf(n: number, column: number): string {
  const spaces = ' '.repeat(column);
  return `${spaces}type: group\n${spaces}subtasks:\n${textOf(n, column + 2)}`;
}

function functionsOf(n: number): string {
  const each = (index: number) =>
    `  task_${index}:\n    task:\n      description: Write part ${index} of the report.\n`;
  return Array.from({ length: n }, (_, index) => each(index)).join('');
}
