import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editXml } from '@/formats/xml/edit-xml';
import { readXml } from '@/formats/xml/read-xml';
import { writeXml } from '@/formats/xml/write-xml';
import { readYaml } from '@/formats/yaml/read-yaml';
import { writeYaml } from '@/formats/yaml/write-yaml';
import { checkXsd } from '@/worker/documents/check-xsd';
import { applyTextEdits } from '@/workflow/change';
import { moveTasks } from '@/workflow/commands/move-tasks';
import { addNotes } from '@/workflow/commands/notes';
import { allTaskPaths } from '@/workflow/commands/places/any-place.testing';
import type { WorkflowDocument } from '@/workflow/document';
import { findFunctionName } from '@/workflow/function-path';
import { nestedDocument, withFunctions } from '@/workflow/nested.testing';
import { documentOf } from '@/workflow/sample.testing';
import { listParts, locateTask, type TaskPath } from '@/workflow/task-path';

const inFunctions = (document: WorkflowDocument): readonly TaskPath[] =>
  allTaskPaths(document).filter((taskPath) => findFunctionName(taskPath) !== undefined);

const isContainer = (document: WorkflowDocument) => (taskPath: TaskPath) => {
  const task = locateTask(document, taskPath)?.task;
  return task !== undefined && listParts(task).length > 0;
};

/** Nested tasks in functions, with positions, folded containers and notes there. */
const laidOut = fc
  .tuple(
    // In a task “a” the id “a.b” is an older way to write “b”.
    nestedDocument.filter((document) => !writeYaml(document).includes('a.b')).map(withFunctions),
    fc.integer({ min: -999, max: 9999 }),
    fc.boolean(),
  )
  .map(([document, x, isFolded]): WorkflowDocument => {
    const taskPaths = inFunctions(document);
    const containers = taskPaths.filter(isContainer(document));
    return {
      heddle: 1,
      ...document,
      layout: {
        tasks: Object.fromEntries(taskPaths.map((taskPath, index) => [taskPath, [x, index]])),
        ...(isFolded && { collapsed: containers }),
        notes: containers.map((container) => ({ text: `In ${container}\n`, at: [0, 1], in: container })),
      },
    };
  });

it('keeps the paths of tasks in functions through YAML and XML, in a file that the XSD takes', async () => {
  await fc.assert(
    fc.asyncProperty(laidOut, async (document) => {
      const [yaml, xml] = [readYaml(writeYaml(document)), readXml(writeXml(document))];
      expect(yaml.document).toEqual(document);
      expect(xml.document).toEqual(document);
      expect(Object.keys(xml.document?.layout?.tasks ?? {})).toEqual(inFunctions(document));
      expect(await checkXsd(writeXml(document))).toEqual([]);
      expect(readXml(writeXml(yaml.document ?? document)).document).toEqual(document);
    }),
    { numRuns: 30 },
  );
});

it('writes a move and a note in a function into XML where they belong, and leaves the rest as it is', async () => {
  const document = {
    heddle: 1,
    ...documentOf({ use: { type: 'call', ref: 'report' } }),
    library: {
      report: { task: { type: 'group', subtasks: { web: { type: 'atomic' }, 'a.b': { type: 'atomic' } } } },
    },
    layout: { tasks: { use: [0, 0], 'library:report/web': [1, 2] } },
  } as unknown as WorkflowDocument;
  const before = writeXml(document).replace('<tasks>', '<!-- mine -->\n  <tasks>');
  const moved = moveTasks(document, { positions: new Map([['library:report/a.b', [30, 40]]]) });
  const noted = moved.ok
    ? addNotes(moved.value, { notes: [{ text: 'x', at: [0, 0], in: 'library:report' }] })
    : undefined;
  if (!noted?.ok) throw new Error('refused');
  const after = applyTextEdits(before, editXml(before, document, noted.value));
  expect(after).toContain('<!-- mine -->');
  expect(after).toContain('library:report/a.b');
  const read = readXml(after).document;
  expect(read).toEqual(noted.value);
  expect(read?.layout?.tasks).toEqual({
    use: [0, 0],
    'library:report/web': [1, 2],
    'library:report/a.b': [30, 40],
  });
  expect(await checkXsd(after)).toEqual([]);
});

it.each(['library:', 'library:a b', 'library:__proto__', 'library:report//web', 'other:report'])(
  'says what is wrong with the path %s, instead of dropping it',
  (taskPath) => {
    const { diagnostics } = readYaml(`tasks: {}\nlayout:\n  tasks:\n    "${taskPath}": [0, 0]\n`);
    expect(diagnostics.map(({ path }) => path.slice(0, 2))).toContainEqual(['layout', 'tasks']);
  },
);
