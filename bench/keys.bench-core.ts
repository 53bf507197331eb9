import type { TextReading } from '@/formats/text-reading';
import { createDocumentHost } from '@/worker/documents/document-host';
import { applyModelChange, changeToSend } from '@/workflow/change';
import { changeBetween } from '@/workflow/commands/change-between';
import { updateTask } from '@/workflow/commands/update-task';
import { emptyDocument, type WorkflowDocument } from '@/workflow/document';
import { applyDelta } from '@/workflow/document-delta';
import { documentOfParts } from '@/workflow/document-parts';
import { spent } from './spent.mjs';

/** Keys that are measured after those that warm up. */
const keys = 10;

/**
 * What a key in a task costs, in ms of the processor: in the worker (writing it into the text, reading that, checking
 * it) and in the page (making the change, and taking what was read). `place`: whether the `n` tasks are those of the
 * document, or of a function of its library.
 */
export async function measureKey(place: 'document' | 'function', n: number): Promise<Readonly<Record<string, number>>> {
  const host = createDocumentHost();
  await host.open(place === 'document' ? textOf(n, 0) : `${textOf(3, 0)}library:\n  big:\n    task:\n${textOf(n, 6)}`);
  let number = 0;
  let document: WorkflowDocument = emptyDocument;
  const task = `${place === 'document' ? '' : 'library:big/'}task_${n >> 1}`;
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
    const change = changeBetween(document, edited.value);
    document = applyModelChange(document, change);
    add('page, CPU ms', ms(tell));
    tell = spent();
    const sent = structuredClone(changeToSend(change));
    add('to the worker and back, CPU ms', ms(tell));
    tell = spent();
    await host.change(sent);
    const read = await host.read(number);
    add('worker, CPU ms', ms(tell));
    tell = spent();
    const got = structuredClone(read);
    add('to the worker and back, CPU ms', ms(tell));
    tell = spent();
    if (got.document === undefined) throw new Error('The text does not parse.');
    document = applyDelta(document, got.document);
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
  const whole =
    large === undefined
      ? applyDelta(emptyDocument, document ?? { tasks: new Map() })
      : await documentOfParts(large, (index) => host.readPart(number, index));
  if (whole === undefined) throw new Error('The text does not parse.');
  return whole;
}

/** Tasks in a row, each after the one before; `indent` > 0: as the subtasks of a group in the library. */
function textOf(n: number, indent: number): string {
  const lines = indent === 0 ? ['heddle: 1', 'default_model: sim:default', 'tasks:'] : ['type: group', 'subtasks:'];
  for (let index = 0; index < n; index += 1) {
    const before = `task_${index - 1}`;
    lines.push(`  task_${index}:`, `    description: Write part ${index} of the report, as it is asked for.`);
    if (index > 0) lines.push(`    depends_on: [${before}]`);
  }
  return `${lines.map((line) => ' '.repeat(indent) + line).join('\n')}\n`;
}
