import { getActionKeys, isEnabled } from '@/editor/actions/action';
import { actions } from '@/editor/actions/actions';
import { openFunction } from '@/editor/function/open-function';
import type { RunEntry } from '@/run/runner';
import type { AppStores } from '@/state/context';
import { chooseRun } from '@/state/run-actions';
import { findRunName } from '@/state/runs-store';
import { jumpToTask } from '@/state/view/canvas';
import { openDrawer } from '@/state/view/panels';
import { openDialog, openScreen } from '@/state/view/screens';
import { runStatusWords } from '@/viewer/run-description/run-words';
import { formatTaskLabel, type WorkflowDocument } from '@/workflow/document';
import { buildFunctionPath } from '@/workflow/function-path';
import type { WorkflowSummary } from '@/workflow/repository';
import { formatSegment } from '@/workflow/segment-label';
import { buildPartPath, findContainerPath, getLastSegment, listParts } from '@/workflow/task-path';
import { taskTraits } from '@/workflow/tasks';
import { type WalkedTask, walkTask, walkTasks } from '@/workflow/walk-tasks';
import { formatWhen } from '../runs/format-when';
import type { WorkflowUseCases } from '../workflows/workflow-use-cases';
import { describeNeed } from './action-needs';
import { type MenuItem, toItem } from './menu-item';
import { listSettingItems } from './setting-items';
import { listTemplateItems } from './template-items';

/**
 * Everything that the command menu finds, but runs, stored workflows, the gallery and the guide; tasks, which may be
 * many, last.
 */
export function* listMenuItems(stores: AppStores, workflows: WorkflowUseCases): Generator<MenuItem> {
  const isOpen = stores.view.getState().screen.at !== 'start';
  if (isOpen) yield* listActionItems(stores);
  yield* listPageItems(stores, workflows);
  yield* listSettingItems(stores);
  yield* listTemplateItems(workflows);
  if (isOpen) yield* listFunctionItems(stores);
  if (isOpen) yield* listTaskItems(stores);
}

/** The stored workflows that are not open. */
export function listWorkflowItems(
  { document, view }: AppStores,
  workflows: WorkflowUseCases,
  stored: readonly WorkflowSummary[],
): readonly MenuItem[] {
  const isOpen = view.getState().screen.at !== 'start';
  return stored
    .filter(({ id }) => !isOpen || id !== document.getState().id)
    .map(({ id, name, updatedAt }) =>
      toItem({
        id: `workflow ${id}`,
        kind: 'workflow',
        label: name,
        detail: formatWhen(updatedAt),
        also: 'open switch',
        run: async () => {
          if (document.getState().id === id) openScreen(view, { at: 'editor' });
          else await workflows.open(id);
        },
      }),
    );
}

/** The actions of the editor. One that cannot be run now says what it needs. */
function listActionItems(stores: AppStores): readonly MenuItem[] {
  const { view } = stores;
  return actions
    .filter(({ id }) => id !== 'search-all')
    .map((action) =>
      toItem({
        id: `action ${action.id}`,
        kind: 'action',
        label: action.label,
        detail: action.group,
        keys: getActionKeys(action, view.getState().preferences.ownKeys)[0],
        also: action.also,
        needs: isEnabled(action, stores) ? undefined : describeNeed(action),
        run: () => {
          const needsEditor = action.group !== 'Workflow' && action.group !== 'View';
          if (needsEditor && view.getState().screen.at !== 'editor') openScreen(view, { at: 'editor' });
          return action.run(stores);
        },
      }),
    );
}

/** What can be done on every screen. */
function listPageItems({ view }: AppStores, workflows: WorkflowUseCases): readonly MenuItem[] {
  const items = [
    { id: 'new', label: 'New workflow', also: 'blank empty', run: () => workflows.blank() },
    {
      id: 'open-url',
      label: 'Open from URL',
      also: 'import address link',
      run: () => openDialog(view, { name: 'open-url' }),
    },
    { id: 'start', label: 'All workflows', also: 'home start', run: () => openScreen(view, { at: 'start' }) },
    {
      id: 'settings',
      label: 'Settings',
      also: 'preferences',
      run: () => openDialog(view, { name: 'settings' }),
    },
  ];
  return items.map((item) => toItem({ ...item, kind: 'action', id: `page ${item.id}`, detail: 'Heddle' }));
}

/** The functions of the open workflow, each as a canvas. */
function listFunctionItems(stores: AppStores): readonly MenuItem[] {
  const { library = {} } = stores.document.getState().document;
  return Object.entries(library).map(([name, { description }]) =>
    toItem({
      id: `function ${name}`,
      kind: 'function',
      label: `Open the function ${name}`,
      detail: description,
      also: 'definition library call',
      run: () => openFunction(stores, name),
    }),
  );
}

/** The tasks of the open workflow and of its functions, at any depth. */
function* listTaskItems({ document, view }: AppStores): Generator<MenuItem> {
  for (const { taskPath, task } of walkAll(document.getState().document)) {
    const container = findContainerPath(taskPath);
    const id = formatSegment(getLastSegment(taskPath));
    const { label: type } = taskTraits[task.type];
    yield toItem({
      id: `task ${taskPath}`,
      kind: 'task',
      label: formatTaskLabel(id, task),
      detail: container === undefined ? type : `${type} in ${container.split('/').map(formatSegment).join('/')}`,
      also: task.name === undefined ? undefined : id,
      type: task.type,
      run: () => jumpToTask(view, taskPath),
    });
  }
}

function* walkAll(document: WorkflowDocument): Generator<WalkedTask> {
  yield* walkTasks(document);
  for (const [name, { task }] of Object.entries(document.library ?? {}))
    for (const part of task ? listParts(task) : [])
      yield* walkTask(part.task, buildPartPath(buildFunctionPath(name), part.position.segment));
}

/** The runs of the open workflow. */
export function runItems(stores: AppStores, entries: readonly RunEntry[]): readonly MenuItem[] {
  if (stores.view.getState().screen.at === 'start') return [];
  return entries.map(({ id, status, startedAt }) =>
    toItem({
      id: `run ${id}`,
      kind: 'run',
      label: findRunName(entries, id),
      detail: `${runStatusWords[status].word}, ${formatWhen(startedAt)}`,
      run: () => {
        openDrawer(stores.view);
        chooseRun(stores, id);
      },
    }),
  );
}
