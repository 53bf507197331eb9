import ChevronDown from 'lucide-react/icons/chevron-down';
import { useStore } from 'zustand';
import { useDocument, useStores } from '@/state/context';
import { IconButton } from '@/ui/form/icon-button';
import { Menu, type MenuEntry } from '@/ui/overlay/menu';
import { useApp } from '../app-context';

/** Beside the name of the workflow: the other open ones, also where there is no room for their tabs. */
export function NameMenu() {
  const { services } = useStores();
  const { workflows } = useApp();
  const tabs = useStore(services.tabs, (state) => state.tabs);
  const shown = useDocument((state) => state.id);
  const entries: readonly MenuEntry[] = [
    {
      kind: 'choice',
      label: 'Open workflows',
      options: tabs.map(({ id, name }) => ({ value: id, label: name })),
      value: shown,
      onChange: (id) => void services.tabs.actions.show(id),
    },
    { kind: 'separator' },
    { kind: 'item', label: 'New workflow', onSelect: () => void workflows.blank() },
    { kind: 'item', label: 'Close this workflow', onSelect: () => void services.tabs.actions.close(shown) },
  ];
  const label = 'Open workflows';
  return (
    <Menu label={label} entries={entries} trigger={<IconButton size="s" label={label} icon={<ChevronDown />} />} />
  );
}
