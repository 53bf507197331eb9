import type { AppStores } from '@/state/context';
import { selectTasks } from '@/state/view/canvas';
import { openInspector } from '@/state/view/panels';
import { setPreferences } from '@/state/view/preferences';
import { openDialog, openModels, openScreen } from '@/state/view/screens';
import type { Theme } from '@/state/view-store';
import { themeOptions } from '../theme-options';
import { type MenuItem, toItem } from './menu-item';
import { type SettingPlace, showSetting } from './show-setting';

/** A setting of the workflow that can be found by name. */
interface WorkflowSetting extends SettingPlace {
  readonly label: string;
  readonly also?: string;
}

/** The settings of a workflow that can be found by name. */
export const workflowSettings: readonly WorkflowSetting[] = [
  { label: 'Name of the workflow', control: 'name' },
  { label: 'Version of the workflow', control: 'version' },
  { label: 'Description of the workflow', control: 'description' },
  { label: 'Default model', control: 'defaultModel', also: 'model of tasks without one' },
  { label: 'Cache of replies', control: 'cache', also: 'prompt cache' },
  { label: 'Variables', section: 'Variables' },
  { label: 'Agents', section: 'Agents', also: 'persona' },
  { label: 'Tools of the workflow', section: 'Tools', also: 'http mcp script functions' },
  { label: 'Library of the workflow', section: 'Library', also: 'functions definitions' },
  { label: 'What happens when a task fails', control: 'errorHandling.onError', also: 'error handling retries' },
  { label: 'Time limit', control: 'limits.timeoutMs', also: 'timeout limits' },
  { label: 'Limit of output tokens', control: 'limits.maxOutputTokens', also: 'maximum limits' },
  { label: 'Limit of all tokens', control: 'limits.maxTotalTokens', also: 'maximum limits budget' },
  { label: 'Limit of cost', control: 'limits.maxTotalCostUsd', also: 'budget price dollars maximum limits' },
  { label: 'Calls at once', control: 'maxConcurrency', section: 'Order and context', also: 'parallel concurrency' },
  { label: 'Files of the memory', section: 'Files of the memory', also: 'index' },
  { label: 'Compaction of long histories', section: 'Long histories', also: 'summary shorten' },
  { label: 'Snapshots and old runs', section: 'Snapshots and old runs', also: 'retention checkpoint keep' },
  { label: 'Hooks after tasks', section: 'After tasks', also: 'post task' },
];

/** Settings of this machine, and those of the open workflow. */
export function listSettingItems(stores: AppStores): readonly MenuItem[] {
  const { view } = stores;
  const machine = [
    ...themeOptions.map(({ value, label }) => ({
      id: `theme ${value}`,
      label: `Theme: ${label.toLowerCase()}`,
      also: 'dark mode light appearance look',
      run: () => setPreferences(view, { theme: value as Theme }),
    })),
    { id: 'models', label: 'Models, providers and keys', also: 'api key prices', run: () => openModels(view) },
    { id: 'tools', label: 'Tools and servers', also: 'mcp', run: () => openScreen(view, { at: 'tools' }) },
    ...['Secrets', 'Sign-ins', 'Servers for runs', 'Storage'].map((label) => ({
      id: label.toLowerCase(),
      label,
      also: 'settings',
      run: () => openDialog(view, { name: 'settings' }),
    })),
  ].map((item) => toItem({ ...item, kind: 'setting', id: `setting ${item.id}` }));
  if (view.getState().screen.at === 'start') return machine;
  const ofWorkflow = workflowSettings.map(({ label, also, ...place }) =>
    toItem({
      id: `setting ${place.control ?? place.section}`,
      kind: 'setting',
      label,
      detail: 'Workflow',
      also,
      run: () => {
        selectTasks(view, []);
        openScreen(view, { at: 'editor' });
        openInspector(view, { whole: 'settings' });
        showSetting(place);
      },
    }),
  );
  return [...machine, ...ofWorkflow];
}
