import { isJsonObject, isSameJson, type Json } from '@/base/json';
import type { WorkflowDocument } from '../../document';
import { mapExpectedTask } from '../../expected-task';
import { mapField, mapItems, mapMembers } from '../../map-same';
import { getRootPath, type TaskPath } from '../../task-path';
import type { Expectation, TestCase, TestDefaults } from '../../test-case-schema';

/**
 * The document with ids of tasks passed through a function where tests name them: in `target`, in mocks, and in what is
 * expected. The tasks are those of the document or, with `container`, the parts of that task, by their segments.
 */
export function renameInTests(
  document: WorkflowDocument,
  map: (id: string) => string,
  container?: TaskPath,
): WorkflowDocument {
  const above = container === undefined ? '' : `${container}/`;
  const mapPath = (taskPath: TaskPath): TaskPath => {
    if (!taskPath.startsWith(above)) return taskPath;
    const id = getRootPath(taskPath.slice(above.length));
    return above + map(id) + taskPath.slice(above.length + id.length);
  };
  return mapPathsInTests(document, mapPath);
}

/** The document with task paths passed through a function where tests name them. */
export function mapPathsInTests(
  document: WorkflowDocument,
  mapPath: (taskPath: TaskPath) => TaskPath,
): WorkflowDocument {
  const inDefaults = mapField(document, 'testDefaults', (defaults) => renameInTest(defaults, mapPath));
  return mapOwnTests(inDefaults, (test) =>
    renameInTest(
      mapField(test, 'target', (target) => mapPath(target)),
      mapPath,
    ),
  );
}

/** The document with each of the tests that stand in it passed through a function. */
const mapOwnTests = (document: WorkflowDocument, map: (test: TestCase) => TestCase): WorkflowDocument =>
  mapField(document, 'tests', (tests) => (typeof tests === 'string' ? tests : mapMembers(tests, map)));

/** The document with names of tools passed through a function in the mocks of tests, and in what they expect. */
export function renameToolInTests(document: WorkflowDocument, rename: (tool: string) => string): WorkflowDocument {
  const renameInOne = <T extends TestDefaults>(test: T): T => {
    const mocked = mapField(test as TestDefaults, 'mock', (mock) =>
      mapField(mock, 'tools', (tools) => renameKeys(tools, rename)),
    );
    return mapField(mocked, 'expect', (expect) => mapItems(expect, (one) => renameToolInExpectation(one, rename))) as T;
  };
  const inDefaults = mapField(document, 'testDefaults', renameInOne);
  return mapOwnTests(inDefaults, renameInOne);
}

function renameToolInExpectation(one: Expectation, rename: (tool: string) => string): Expectation {
  const { value } = one;
  if (!/trajectory:(tool|step-status)/.test(one.type) || value === undefined) return one;
  if (typeof value === 'string') return mapField(one, 'value', () => rename(value));
  if (!isJsonObject(value)) return one;
  const renamed = Object.entries(value).map(([key, member]): [string, Json] => {
    if ((key === 'name' || key === 'tool') && typeof member === 'string') return [key, rename(member)];
    if (key !== 'steps' || !Array.isArray(member)) return [key, member];
    return [key, member.map((step) => (typeof step === 'string' ? rename(step) : step))];
  });
  const next = Object.fromEntries(renamed);
  return isSameJson(next, value) ? one : { ...one, value: next };
}

function renameInTest<T extends TestDefaults>(test: T, mapPath: (taskPath: TaskPath) => TaskPath): T {
  const mocked = mapField(test as TestDefaults, 'mock', (mock) =>
    mapField(mock, 'outputs', (outputs) => renameKeys(outputs, mapPath)),
  );
  return mapField(mocked, 'expect', (expect) =>
    mapItems(expect, (one) => {
      const named = mapField(one, 'task', (task) => mapExpectedTask(task, mapPath));
      const { value } = named;
      if (typeof value === 'string' && /^(not-)?(cel|javascript)$/.test(named.type)) {
        return mapField(named, 'value', () => mapPathsInCode(value, mapPath));
      }
      const step = value !== undefined && isJsonObject(value) ? value['task'] : undefined;
      if (!named.type.endsWith('trajectory:step-status') || typeof step !== 'string') return named;
      const renamed = mapExpectedTask(step, mapPath);
      return renamed === step ? named : { ...named, value: { ...(value as Record<string, Json>), task: renamed } };
    }),
  ) as T;
}

/** The same record if no key changes. */
function renameKeys(record: Record<string, Json>, mapKey: (key: string) => string): Record<string, Json> {
  const renamed = Object.entries(record).map(([key, value]) => [mapKey(key), value] as const);
  const keys = Object.keys(record);
  return renamed.every(([key], index) => key === keys[index]) ? record : Object.fromEntries(renamed);
}

/** Texts in quotes, which stay as they are, and tasks as code names them: `tasks.write`, `tasks["review/write"]`. */
const namedTask = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|(?<![\w.$])tasks\s*(?:\.\s*(\w+)|\[\s*(["'])(.*?)\2\s*\])/gs;

function mapPathsInCode(code: string, mapPath: (taskPath: TaskPath) => TaskPath): string {
  return code.replace(namedTask, (whole: string, id?: string, quote = '"', inBrackets?: string) => {
    const before = id ?? inBrackets;
    const now = before === undefined ? undefined : mapPath(before);
    if (now === undefined || now === before) return whole;
    return id !== undefined && /^[A-Za-z_]\w*$/.test(now) ? `tasks.${now}` : `tasks[${quote}${now}${quote}]`;
  });
}
