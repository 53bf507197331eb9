import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { getTaskShape, type ObjectShape, type Shape, settingsShape } from '@/formats/schema-shape';
import { type AppStores, StoresProvider } from '@/state/context';
import { createOutlookStore } from '@/state/outlook-store';
import { createRunStore } from '@/state/run-store';
import { createRunsStore } from '@/state/runs-store';
import { selectTasks, setRoot } from '@/state/view/canvas';
import { createViewStore } from '@/state/view-store';
import type { WorkflowDocument } from '@/workflow/document';
import { documentOf } from '@/workflow/sample.testing';
import { taskTypes } from '@/workflow/tasks';
import { blankTasks } from '@/workflow/tasks/blank-tasks';
import { validateDocument } from '@/workflow/validate/validate';
import { FoldsFilled } from './fields/section';
import { Inspector } from './inspector';

// React as the built page has it. That of development keeps where each element was made, which takes far longer.
vi.hoisted(() => {
  process.env['NODE_ENV'] = 'production';
});

/**
 * Ways to fill a shape that are tried: enough for each option of each field to come up beside each other kind of its
 * form.
 */
const ways = 24;

/** What is edited as one text, with all in it: the paths of values that are mostly short texts or names. */
const asText = ['system', 'agent', 'tools', 'agents.a.system', 'agents.a.tools', 'compaction.agent.system'];
/** What a form does not say, because the place where it stands says it. */
const saidByPlace = ['heddle', 'tools.a.type'];
/** The task of a function is drawn on a canvas of its own: its fields are in the form of a task, see below. */
const onItsCanvas = 'library.a.task';

/** A value that fills a shape with all that it may hold. `way` chooses among options. */
function fill(shape: Shape, way: number): unknown {
  switch (shape.kind) {
    case 'any':
      return way % 2 === 0 ? 'a' : { b: 1 };
    case 'task':
      return { type: 'atomic' };
    case 'boolean':
      return true;
    case 'text':
      return 'a';
    case 'number':
    case 'constant':
      return 1;
    case 'choice':
      return shape.values[way % shape.values.length];
    case 'object':
      return fillAll(shape, way);
    case 'record':
      return { a: fill(shape.value, way) };
    case 'list':
      return [fill(shape.item, way)];
    case 'tuple':
      return shape.items.map((item) => fill(item, way));
    case 'union': {
      const { options } = shape;
      return fill(options[way % options.length] as Shape, Math.floor(way / options.length));
    }
  }
}

function fillAll({ fields }: ObjectShape, way: number): Record<string, unknown> {
  return Object.fromEntries([...fields.values()].map(({ name, shape }) => [name, fill(shape, way)]));
}

/** Paths of all that a person may fill in below a path, as the names of controls have them. */
function pathsIn(shape: Shape, path: string): readonly string[] {
  const within = (key: string) => (path === '' ? key : `${path}.${key}`);
  switch (shape.kind) {
    case 'object':
      return isReading(shape)
        ? [path]
        : [...shape.fields.values()].flatMap((field) => pathsIn(field.shape, within(field.name)));
    case 'record':
      return holdsFields(shape.value) ? pathsIn(shape.value, within('a')) : [path];
    case 'list':
      return holdsFields(shape.item) ? pathsIn(shape.item, within('0')) : [path];
    case 'union':
      return [...new Set(shape.options.flatMap((option) => pathsIn(option, path)))];
    default:
      return [path];
  }
}

/** `{from}` and `{task}` are ways to write a value, and no fields of their own. */
function isReading({ fields }: ObjectShape): boolean {
  return [...fields.keys()].every((key) => key === 'from' || key === 'task');
}

function holdsFields(shape: Shape): boolean {
  return shape.kind === 'object' && !isReading(shape);
}

/** The inspector of a document, on a canvas that is opened at `root`. */
function inspectorOf(document: WorkflowDocument, selection: readonly string[], root?: string): string {
  const shown = { document, diagnostics: [], source: { text: '', blocks: [] }, sync: 'current' };
  const view = createViewStore();
  selectTasks(view, selection);
  setRoot(view, root);
  const stores = {
    document: still(createStore(() => shown)),
    view: still(view),
    run: createRunStore(),
    runs: createRunsStore({ executions: async () => [] }),
    forecast: createStore(() => ({ executionId: undefined, forecast: undefined })),
    outlook: createOutlookStore(),
  };
  return renderToStaticMarkup(
    <StoresProvider stores={stores as unknown as AppStores}>
      <FoldsFilled value>
        <Inspector />
      </FoldsFilled>
    </StoresProvider>,
  );
}

/** Names of all controls in it. */
function controlsOf(...of: Parameters<typeof inspectorOf>): Set<string> {
  return new Set([...inspectorOf(...of).matchAll(/ name="([^"]+)"/g)].map(([, name = '']) => name));
}

/** A store whose present state is also the one that a page begins with, which is what is rendered to a text. */
function still<T>(store: Pick<StoreApi<T>, 'getState' | 'subscribe'>) {
  return { ...store, getInitialState: store.getState };
}

/** The paths for which no way to fill the document shows a control. */
function without(paths: readonly string[], controls: ReadonlySet<string>): readonly string[] {
  const names = [...controls];
  const isThere = (path: string) => names.some((name) => name === path || name.startsWith(`${path}.`));
  return paths.filter(
    (path) =>
      !isThere(path) &&
      !saidByPlace.includes(path) &&
      !asText.some((whole) => path.startsWith(`${whole}.`) && controls.has(whole)),
  );
}

const allWays = Array.from({ length: ways }, (_, way) => way);

describe('every field of the model has its place in a form', () => {
  it.each(taskTypes)('of a task of the type %s', (type) => {
    const shape = getTaskShape(type);
    const controls = new Set<string>();
    for (const way of allWays) {
      const task = { ...fillAll(shape, way), type };
      const group = { type: 'group', subtasks: { x: task } };
      for (const name of controlsOf(documentOf({ g: group }), ['g/x'])) controls.add(name);
    }
    expect(without(pathsIn(shape, ''), controls)).toEqual([]);
  });

  it.each(['atomic', 'sequential', 'call'] as const)('of a function that is a task of the type %s', (type) => {
    const shape = getTaskShape(type);
    const controls = new Set<string>();
    for (const way of allWays) {
      const library = { a: { task: { ...fillAll(shape, way), type } } };
      const document = { ...documentOf({}), library } as unknown as WorkflowDocument;
      for (const name of controlsOf(document, ['library:a'], 'library:a')) controls.add(name);
    }
    expect(without(pathsIn(shape, ''), controls)).toEqual([]);
  });

  it('of a function on its canvas, which the settings lead to', () => {
    const { library } = fillAll(settingsShape, 0);
    const document = { ...documentOf({}), library } as unknown as WorkflowDocument;
    const ofLibrary = pathsIn(settingsShape, '').filter((path) => path.startsWith('library.') && path !== onItsCanvas);
    expect(ofLibrary.length).toBeGreaterThan(4);
    expect(without(ofLibrary, controlsOf(document, [], 'library:a'))).toEqual([]);
    expect(inspectorOf(document, [])).toMatch(/<button[^>]*>(<[^>]*>)*Open (<!-- -->)?a/);
  });

  it('of the settings of a workflow', () => {
    const controls = new Set<string>();
    for (const way of allWays) {
      const document = { ...fillAll(settingsShape, way), tasks: {} } as unknown as WorkflowDocument;
      for (const name of controlsOf(document, [])) controls.add(name);
    }
    // Tests are written in the code view.
    const paths = pathsIn(settingsShape, '').filter((path) => path !== onItsCanvas && !/^test(Default)?s\b/.test(path));
    expect(without(paths, controls)).toEqual([]);
  });
});

it.each(taskTypes)('what the tasks in a %s are given is offered where it has an effect, and nowhere else', (type) => {
  const blank = blankTasks[type];
  const offered = controlsOf(documentOf({ x: { type: 'group', subtasks: { y: blank } } }), ['x/y']);
  const ruled = { ...blank, contextManagement: { inheritContext: 'full' } };
  const found = validateDocument(documentOf({ x: ruled }, { defaultModel: 'sim:echo' }), []);
  const isVoid = found.some(({ code, path }) => code === 'HED525' && path.includes('context_management'));
  expect(offered.has('contextManagement.inheritContext')).toBe(!isVoid);
});
