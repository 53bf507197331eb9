import type { WorkflowDocument } from '@/workflow/document';
import { mapModels } from '@/workflow/map-models';
import { parseModelName } from '@/workflow/model-name';

/** A field of a workflow that names a model. */
export interface ModelUse {
  /** The label of the field's owner: `review`, `review / judge`, `agent editor`, `default model`. */
  readonly label: string;
  /** The top-level task that contains it, if any. */
  readonly task: string | undefined;
}

/** A model that a workflow names. */
export interface UsedModel {
  readonly provider: string;
  readonly model: string;
  /** The name as written, without and with the provider. */
  readonly written: readonly string[];
  readonly uses: readonly ModelUse[];
}

/** The models that a workflow names, in alphabetical order. `known`: ids of providers named in settings. */
export function listUsedModels(document: WorkflowDocument, known: readonly string[]): readonly UsedModel[] {
  const found = new Map<string, { provider: string; model: string; written: Set<string>; uses: ModelUse[] }>();
  mapModels(document, (text, path) => {
    const { provider, model } = parseModelName(text, document.defaultModel, known);
    if (provider === undefined) return text;
    const name = `${provider}:${model}`;
    const used = found.get(name) ?? { provider, model, written: new Set(), uses: [] };
    found.set(name, used);
    used.written.add(text);
    used.uses.push(findUse(path));
    return text;
  });
  return [...found.values()]
    .map(({ written, ...used }) => ({ ...used, written: [...written] }))
    .toSorted((a, b) => (a.model < b.model ? -1 : 1));
}

/** The number of uses: `3 tasks`; `3 places` if some are outside tasks, or several are in one. */
export function formatUses(uses: readonly ModelUse[]): string {
  const tasks = new Set(uses.flatMap(({ task }) => (task === undefined ? [] : [task])));
  const word = tasks.size === uses.length ? 'task' : 'place';
  return uses.length === 1 ? `1 ${word}` : `${uses.length} ${word}s`;
}

/** `path`: of the model, or of its entry in a list of fallback models. */
function findUse(path: readonly (string | number)[]): ModelUse {
  if (path.at(-2) !== 'fallback_models') return findScope(path.slice(0, -1));
  const { label, task } = findScope(path.slice(0, -2));
  return { label: `${label}, fallback`, task };
}

/** `path`: of the object that has the model. */
function findScope(path: readonly (string | number)[]): ModelUse {
  const [root, name, ...within] = path;
  if (root === undefined) return { label: 'default model', task: undefined };
  if (root === 'agents') return { label: `agent ${name}`, task: undefined };
  if (root === 'compaction') return { label: 'compaction', task: undefined };
  const part = within.filter((each) => each !== 'task').at(-1);
  const label = [name, part].filter((each) => each !== undefined).join(' / ');
  return { label, task: root === 'tasks' ? String(name) : undefined };
}
