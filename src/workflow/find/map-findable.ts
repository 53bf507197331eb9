import type { DocumentPath } from '../diagnostic';
import type { WorkflowDocument } from '../document';
import { mapAgent, mapTexts } from '../expressions/task-texts';
import { buildFunctionPath } from '../function-path';
import { createLoneTaskScope } from '../graph/task-scopes';
import { mapHolderModels, mapModels, mapOwnModels } from '../map-models';
import { mapField, mapItems, mapMembers } from '../map-same';
import { buildPartPath, type TaskPath } from '../task-path';
import type { Task } from '../tasks';
import { mapParts, type PartPosition } from '../tasks/parts';
import type { ScriptBody } from '../tasks/script-body';

/** What a text that can be found is. */
export const findableKinds = ['name', 'prompt', 'script', 'model', 'expression', 'note'] as const;
export type FindableKind = (typeof findableKinds)[number];

/**
 * How a text must be written: free, as a template, an expression, a reference, or the name of a model. `id` is that of
 * a task, `entry` the name of an agent, a tool or a definition: others refer to these.
 */
type TextForm = 'free' | 'template' | 'expression' | 'reference' | 'model' | 'id' | 'entry';

/** A text that can be found. */
export interface FindableText {
  readonly kind: FindableKind;
  readonly form: TextForm;
  readonly text: string;
  /** As a file has it. An id has the path of its task, with `id` at the end. */
  readonly path: DocumentPath;
  /** The task that it belongs to; undefined: the settings or the library. */
  readonly taskPath: TaskPath | undefined;
  /** Its path within that task, or within its entry of the library; in settings its whole path. */
  readonly field: DocumentPath;
}

/** Gives the new text. */
type VisitFindable = (found: FindableText) => string;

/** What a text belongs to, and how many steps of its path lead there. */
interface Owner {
  readonly taskPath: TaskPath | undefined;
  readonly depth: number;
}

const ofSettings: Owner = { taskPath: undefined, depth: 0 };

/**
 * The document with every name, prompt, script, model, expression and note passed through a function: those of the
 * settings, then each task with everything in it, then the library, then the notes. What is returned for an `id` or an
 * `entry` is not used, as renaming one changes more than its text. The same object if nothing changed.
 */
export function mapFindable(document: WorkflowDocument, visit: VisitFindable): WorkflowDocument {
  const settings = mapSettings(document, visit);
  const tasks = mapField(settings, 'tasks', (all) =>
    mapMembers<Task>(all, (task, id) => {
      const path = ['tasks', id];
      const owner: Owner = { taskPath: id, depth: path.length };
      visitId(id, path, owner, visit);
      return mapTask(task, path, owner, visit);
    }),
  );
  const library = mapField(tasks, 'library', (all) =>
    mapMembers(all, (definition, key) => {
      visitEntry(['library', key], key, visit);
      const path = ['library', key, 'task'];
      const owner: Owner = { taskPath: buildFunctionPath(key), depth: path.length };
      return mapField(definition, 'task', (task) => mapTask(task, path, owner, visit));
    }),
  );
  return mapField(library, 'layout', (layout) =>
    mapField(layout, 'notes', (notes) =>
      mapItems(notes, (note, index) => {
        const path = ['layout', 'notes', index, 'text'];
        const owner: Owner = { taskPath: undefined, depth: path.length - 1 };
        return mapField(note, 'text', (text) =>
          visit(buildFindable(owner, { kind: 'note', form: 'free', text, path })),
        );
      }),
    ),
  );
}

function mapSettings(document: WorkflowDocument, visit: VisitFindable): WorkflowDocument {
  const free = (kind: FindableKind, field: 'name' | 'description') => (text: string) =>
    visit(buildFindable(ofSettings, { kind, form: 'free', text, path: [field] }));
  const named = mapField(
    mapField(document, 'name', free('name', 'name')),
    'description',
    free('prompt', 'description'),
  );
  const { tasks: _tasks, library: _library, agents: _agents, ...general } = named;
  const models = mapModels({ ...general, tasks: {} }, createModelVisitor(ofSettings, visit));
  const { tasks: _none, ...mapped } = models;
  const isSame = Object.entries(general).every(([key, value]) => mapped[key as keyof typeof mapped] === value);
  const settled = isSame ? named : { ...named, ...mapped };
  for (const key of Object.keys(settled.tools ?? {})) visitEntry(['tools', key], key, visit);
  return mapField(settled, 'agents', (all) =>
    mapMembers(all, (agent, key) => {
      const path = ['agents', key];
      visitEntry(path, key, visit);
      const owner: Owner = { taskPath: undefined, depth: path.length };
      const texts = mapAgent(agent, {}, createTextVisitor(owner, visit), path);
      return mapHolderModels(texts, createModelVisitor(owner, visit), path);
    }),
  );
}

function buildFindable(owner: Owner, text: Omit<FindableText, 'taskPath' | 'field'>): FindableText {
  return { ...text, taskPath: owner.taskPath, field: text.path.slice(owner.depth) };
}

function createModelVisitor(owner: Owner, visit: VisitFindable): Parameters<typeof mapModels>[1] {
  return (text, path) => visit(buildFindable(owner, { kind: 'model', form: 'model', text, path }));
}

function createTextVisitor(owner: Owner, visit: VisitFindable): Parameters<typeof mapTexts>[2] {
  return {
    template: (text, _scope, path) => visit(buildFindable(owner, { kind: 'prompt', form: 'template', text, path })),
    expression: (text, _scope, path) =>
      visit(buildFindable(owner, { kind: 'expression', form: 'expression', text, path })),
    reference: (text, _scope, path) =>
      visit(buildFindable(owner, { kind: 'expression', form: 'reference', text, path })),
  };
}

function visitId(text: string, path: DocumentPath, owner: Owner, visit: VisitFindable): void {
  visit(buildFindable(owner, { kind: 'name', form: 'id', text, path: [...path, 'id'] }));
}

function visitEntry(path: DocumentPath, text: string, visit: VisitFindable): void {
  visit({ kind: 'name', form: 'entry', text, path, taskPath: undefined, field: [] });
}

function mapTask(task: Task, path: DocumentPath, owner: Owner, visit: VisitFindable): Task {
  const free = mapFree(task, path, owner, visit);
  const texts = mapTexts(free, { ...createLoneTaskScope(free), path }, createTextVisitor(owner, visit));
  const own = mapOwnModels(texts, createModelVisitor(owner, visit), path);
  return mapParts(own, (part, position) => {
    const inner = [...path, ...position.path];
    if (owner.taskPath === undefined) return mapTask(part, inner, owner, visit);
    const around: Owner = { taskPath: buildPartPath(owner.taskPath, position.segment), depth: inner.length };
    if (hasOwnId(part, position)) visitId(position.segment, inner, around, visit);
    return mapTask(part, inner, around, visit);
  });
}

/** Whether others refer to a part by an id that is written. A step without one is called by its number. */
function hasOwnId(part: Task, { role }: PartPosition): boolean {
  return role === 'subtask' || (role === 'step' && part.id !== undefined);
}

/** The texts that hold no names: what a task is called, what it does in general, its program. */
function mapFree(task: Task, path: DocumentPath, owner: Owner, visit: VisitFindable): Task {
  const free = (kind: FindableKind, text: string, ...at: DocumentPath) =>
    visit(buildFindable(owner, { kind, form: 'free', text, path: [...path, ...at] }));
  const named = mapField(task, 'name', (text) => free('name', text, 'name'));
  const about = mapField(named, 'criteria', (criteria) =>
    typeof criteria === 'string'
      ? free('prompt', criteria, 'criteria')
      : mapItems(criteria, (text, index) => free('prompt', text, 'criteria', index)),
  );
  if (about.type !== 'script') return about;
  return mapField(about, 'script', (script): ScriptBody => {
    const content = mapField(script, 'content', (text) => free('script', text, 'script', 'content'));
    return mapField(content, 'command', (text) => free('script', text, 'script', 'command'));
  });
}
