import type { DocumentPath } from '../diagnostic';
import type { WorkflowDocument } from '../document';
import { mapAgent, mapTexts } from '../expressions/task-texts';
import { scopeOfLoneTask } from '../graph/task-scopes';
import { mapModels } from '../map-models';
import { mapField, mapItems, mapMembers } from '../map-same';
import type { Task } from '../tasks';
import { mapParts } from '../tasks/parts';
import type { ScriptBody } from '../tasks/script-body';

/** What a text that can be found is. */
export const findableKinds = ['name', 'prompt', 'script', 'model', 'expression'] as const;
export type FindableKind = (typeof findableKinds)[number];

/** How a text must be written: free, as a template, an expression, a reference, or the name of a model. */
export type TextForm = 'free' | 'template' | 'expression' | 'reference' | 'model';

/** A text that can be found, and its path as a file has it. */
export interface FindableText {
  readonly kind: FindableKind;
  readonly form: TextForm;
  readonly text: string;
  readonly path: DocumentPath;
}

/** Gives the new text. */
export type VisitFindable = (found: FindableText) => string;

/**
 * The document with every name, prompt, script, model and expression passed through a function: in settings, in agents,
 * in the library, in tasks at any depth. Ids are not among them: renaming one has its own command. The same object if
 * nothing changed.
 */
export function mapFindable(document: WorkflowDocument, visit: VisitFindable): WorkflowDocument {
  const models = mapModels(document, (text, path) => visit({ kind: 'model', form: 'model', text, path }));
  const name = mapField(models, 'name', (text) => visit({ kind: 'name', form: 'free', text, path: ['name'] }));
  const described = mapField(name, 'description', (text) =>
    visit({ kind: 'prompt', form: 'free', text, path: ['description'] }),
  );
  const agents = mapField(described, 'agents', (all) =>
    mapMembers(all, (agent, key) => mapAgent(agent, {}, visitorOf(visit), ['agents', key])),
  );
  const tasks = mapField(agents, 'tasks', (all) =>
    mapMembers<Task>(all, (task, id) => mapTask(task, visit, ['tasks', id])),
  );
  return mapField(tasks, 'library', (all) =>
    mapMembers(all, (definition, key) =>
      mapField(definition, 'task', (task) => mapTask(task, visit, ['library', key, 'task'])),
    ),
  );
}

function visitorOf(visit: VisitFindable): Parameters<typeof mapTexts>[2] {
  return {
    template: (text, _scope, path) => visit({ kind: 'prompt', form: 'template', text, path }),
    expression: (text, _scope, path) => visit({ kind: 'expression', form: 'expression', text, path }),
    reference: (text, _scope, path) => visit({ kind: 'expression', form: 'reference', text, path }),
  };
}

function mapTask(task: Task, visit: VisitFindable, path: DocumentPath): Task {
  const own = mapTexts(mapFree(task, visit, path), { ...scopeOfLoneTask(task), path }, visitorOf(visit));
  return mapParts(own, (part, position) => mapTask(part, visit, [...path, ...position.path]));
}

/** The texts that hold no names: what a task is called, what it does in general, its program. */
function mapFree(task: Task, visit: VisitFindable, path: DocumentPath): Task {
  const free = (kind: FindableKind, text: string, ...at: DocumentPath) =>
    visit({ kind, form: 'free', text, path: [...path, ...at] });
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
