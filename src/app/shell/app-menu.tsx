import BookmarkPlus from 'lucide-react/icons/bookmark-plus';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import Diff from 'lucide-react/icons/diff';
import Ellipsis from 'lucide-react/icons/ellipsis';
import FolderOpen from 'lucide-react/icons/folder-open';
import GitCompare from 'lucide-react/icons/git-compare';
import Keyboard from 'lucide-react/icons/keyboard';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import Link from 'lucide-react/icons/link';
import Search from 'lucide-react/icons/search';
import Settings2 from 'lucide-react/icons/settings-2';
import Sparkles from 'lucide-react/icons/sparkles';
import SquareDashed from 'lucide-react/icons/square-dashed';
import { useStores, useView } from '@/state/context';
import { setPreferences } from '@/state/view/preferences';
import { openDialog } from '@/state/view/screens';
import type { Theme } from '@/state/view-store';
import { attemptAction } from '@/ui/attempt';
import { IconButton } from '@/ui/form/icon-button';
import { Menu, type MenuEntry } from '@/ui/overlay/menu';
import { useApp } from '../app-context';
import { laterPart } from '../later-part';
import { themeOptions } from '../theme-options';
import { useAction } from './use-action';

/** The menu of actions on the page as a whole. */
export function AppMenu() {
  const stores = useStores();
  const { view } = stores;
  const { workflows } = useApp();
  const [draft, checkpoint, compare] = [useAction('draft'), useAction('make-checkpoint'), useAction('compare')];
  const [compareRuns, help, search] = [useAction('compare-runs'), useAction('help'), useAction('search-all')];
  const [searchRuns, file, shortcuts] = [useAction('search-runs'), useAction('open-file'), useAction('shortcuts')];
  const theme = useView((state) => state.preferences.theme);
  const entries: readonly MenuEntry[] = [
    { kind: 'item', label: 'New workflow', icon: <SquareDashed />, onSelect: () => void workflows.blank() },
    { kind: 'item', label: file.label, icon: <FolderOpen />, shortcut: file.shortcut, onSelect: file.run },
    ...('showDirectoryPicker' in window
      ? ([{ kind: 'item', label: 'Open a folder', onSelect: () => openDialog(view, { name: 'folder' }) }] as const)
      : []),
    {
      kind: 'item',
      label: 'Open from URL',
      icon: <Link />,
      onSelect: () => openDialog(view, { name: 'open-url' }),
    },
    {
      kind: 'item',
      label: 'Gallery',
      icon: <LayoutGrid />,
      onSelect: () => openDialog(view, { name: 'gallery' }),
    },
    { kind: 'separator' },
    { kind: 'item', label: search.label, icon: <Search />, shortcut: search.shortcut, onSelect: search.run },
    { kind: 'item', label: draft.label, icon: <Sparkles />, onSelect: draft.run },
    {
      kind: 'item',
      label: checkpoint.label,
      icon: <BookmarkPlus />,
      shortcut: checkpoint.shortcut,
      onSelect: checkpoint.run,
    },
    { kind: 'item', label: compare.label, icon: <Diff />, shortcut: compare.shortcut, onSelect: compare.run },
    {
      kind: 'item',
      label: compareRuns.label,
      icon: <GitCompare />,
      shortcut: compareRuns.shortcut,
      onSelect: compareRuns.run,
    },
    { kind: 'item', label: searchRuns.label, shortcut: searchRuns.shortcut, onSelect: searchRuns.run },
    { kind: 'separator' },
    { kind: 'item', label: help.label, icon: <CircleHelp />, shortcut: help.shortcut, onSelect: help.run },
    {
      kind: 'item',
      label: 'Tour',
      onSelect: () => void attemptAction(async () => (await laterPart.load()).startTour(stores)),
    },
    {
      kind: 'item',
      label: 'Shortcuts',
      icon: <Keyboard />,
      shortcut: shortcuts.shortcut,
      onSelect: () => openDialog(view, { name: 'shortcuts' }),
    },
    {
      kind: 'item',
      label: 'Settings',
      icon: <Settings2 />,
      onSelect: () => openDialog(view, { name: 'settings' }),
    },
    { kind: 'separator' },
    {
      kind: 'choice',
      label: 'Theme',
      options: themeOptions,
      value: theme,
      onChange: (next) => setPreferences(view, { theme: next as Theme }),
    },
  ];
  return <Menu label="More" align="end" entries={entries} trigger={<IconButton label="More" icon={<Ellipsis />} />} />;
}
