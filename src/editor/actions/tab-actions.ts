import type { AppStores } from '@/state/context';
import type { Action } from './action';

const hasSeveralTabs = ({ services }: AppStores) => services.tabs.getState().tabs.length > 1;
const common = { group: 'View', whileTyping: true, enabled: hasSeveralTabs } as const;

/** The tabs of the open workflows. */
export const tabActions: readonly Action[] = [
  {
    id: 'tab-new',
    label: 'New workflow',
    also: 'blank tab',
    group: 'Workflow',
    keys: ['Shift+Alt+N'],
    whileTyping: true,
    run: ({ services }) => services.tabs.actions.add(),
  },
  {
    ...common,
    id: 'tab-close',
    label: 'Close the workflow',
    keys: ['Shift+Alt+W'],
    run: ({ services }) => services.tabs.actions.close(),
  },
  ...([1, -1] as const).flatMap((by): Action[] => [
    {
      ...common,
      id: by > 0 ? 'tab-next' : 'tab-previous',
      label: `Go to the ${by > 0 ? 'next' : 'previous'} open workflow`,
      keys: [by > 0 ? 'Alt+PageDown' : 'Alt+PageUp'],
      run: ({ services }) => services.tabs.actions.step(by),
    },
    {
      ...common,
      id: by > 0 ? 'tab-later' : 'tab-earlier',
      label: `Move the tab to the ${by > 0 ? 'right' : 'left'}`,
      keys: [by > 0 ? 'Shift+Alt+PageDown' : 'Shift+Alt+PageUp'],
      run: ({ services }) => services.tabs.actions.shift(by),
    },
  ]),
  ...Array.from(
    { length: 9 },
    (_, index): Action => ({
      ...common,
      id: `tab-${index + 1}`,
      label: `Go to open workflow ${index + 1}`,
      keys: [`Alt+${index + 1}`],
      enabled: ({ services }) => services.tabs.getState().tabs.length > Math.max(index, 1),
      run: ({ services }) => services.tabs.actions.show(services.tabs.getState().tabs[index]?.id ?? ''),
    }),
  ),
];
