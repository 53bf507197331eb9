import * as bareXml from '@rgrove/parse-xml';
import { parseDocument } from 'yaml';
import { checkText } from '@/formats/check-text';
import { writeXml } from '@/formats/xml/write-xml';
import { writeYaml } from '@/formats/yaml/write-yaml';
import type { WorkflowDocument } from '@/workflow/document';
import type { Task } from '@/workflow/tasks';

/** What is measured of one notation, in ms. */
type Figures = Readonly<Record<string, number>>;

const notations = {
  yaml: { write: writeYaml, bare: (text: string) => parseDocument(text, { logLevel: 'error', prettyErrors: false }) },
  xml: { write: writeXml, bare: (text: string) => bareXml.parseXml(text, { includeOffsets: true }) },
} as const;

/**
 * What it costs to import and export a document of `n` tasks: the parser library alone, the whole import (parse, read,
 * check what it means), and the writing.
 */
export function measureFormat(notation: keyof typeof notations, n: number): Figures {
  const { write, bare } = notations[notation];
  const document = documentOf(n);
  const text = write(document);
  const parse = time(() => void bare(text));
  const whole = time(() => {
    const { diagnostics } = checkText(text, [], notation);
    if (diagnostics.some(({ severity }) => severity === 'error')) throw new Error(diagnostics[0]?.message);
  });
  const written = time(() => void write(document));
  return {
    'kB of text': text.length / 1000,
    'bare parser, ms': parse,
    'whole import, ms': whole,
    'import / bare parser': whole / parse,
    'export, ms': written,
  };
}

function time(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

/** Tasks of several types as people write them: a prompt of some lines, inputs, a condition, steps within. */
function documentOf(n: number): WorkflowDocument {
  const tasks: Record<string, Task> = {};
  for (let index = 0; index < n; index += 1) tasks[`task_${index}`] = taskAt(index);
  return { name: 'Measured', defaultModel: 'sim:echo', agents: { worker: { model: 'sim:echo' } }, tasks };
}

function taskAt(index: number): Task {
  const before = `task_${index - 1}`;
  const dependsOn = index === 0 ? {} : { dependsOn: [before] };
  const prompt = index === 0 ? 'Begin.' : `Read {{${before}}} & say what it means.\n\nBe brief: < 100 words.`;
  const task: object =
    index % 10 === 3
      ? { type: 'script', ...dependsOn, script: { language: 'bash', content: 'sort | uniq -c\nexit 0' } }
      : index % 10 === 6
        ? {
            type: 'sequential',
            ...dependsOn,
            steps: [
              { type: 'atomic', description: 'One' },
              { type: 'atomic', description: 'Two' },
            ],
          }
        : {
            type: 'atomic',
            name: `Task ${index}`,
            description: prompt,
            agent: 'worker',
            ...dependsOn,
            ...(index % 5 === 2 ? { condition: `tasks.${before}.status == "COMPLETE"` } : {}),
            inputs: { n: index },
            limits: { timeoutMs: 60_000 },
          };
  return task as Task;
}
