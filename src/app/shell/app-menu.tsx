import BookmarkPlus from 'lucide-react/icons/bookmark-plus';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import Diff from 'lucide-react/icons/diff';
import FolderOpen from 'lucide-react/icons/folder-open';
import GitCompare from 'lucide-react/icons/git-compare';
import Keyboard from 'lucide-react/icons/keyboard';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import Link from 'lucide-react/icons/link';
import Search from 'lucide-react/icons/search';
import Settings2 from 'lucide-react/icons/settings-2';
import Sparkles from 'lucide-react/icons/sparkles';
import SquareDashed from 'lucide-react/icons/square-dashed';
import { useAction } from '@/editor/actions/use-action';
import { useStores, useView } from '@/state/context';
import { openInspector } from '@/state/view/panels';
import { setPreferences } from '@/state/view/preferences';
import { openDialog, openModels, openScreen } from '@/state/view/screens';
import type { CentreMode, Theme } from '@/state/view-store';
import { attemptAction } from '@/ui/attempt';
import { type MenuEntry, MenuList, type OpenMenuProps } from '@/ui/overlay/menu';
import { useMedia } from '@/ui/use-media';
import { useApp } from '../app-context';
import { laterPart } from '../later-part';
import { centreModes } from '../open-tabs/centre-modes';
import { themeOptions } from '../theme-options';

/** The open menu of actions on the page as a whole. */
export function AppMenu(open: OpenMenuProps) {
  const stores = useStores();
  const { view } = stores;
  const { workflows } = useApp();
  const [draft, checkpoint, compare] = [useAction('draft'), useAction('make-checkpoint'), useAction('compare')];
  const [compareRuns, help, search] = [useAction('compare-runs'), useAction('help'), useAction('search-all')];
  const [searchRuns, file, shortcuts] = [useAction('search-runs'), useAction('open-file'), useAction('shortcuts')];
  const theme = useView((state) => state.preferences.theme);
  const fromTopBar = useTopBarEntries();
  const entries: readonly MenuEntry[] = [
    ...fromTopBar,
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
  return <MenuList {...open} entries={entries} />;
}

/** What the top bar and the tabs row have no room for. */
function useTopBarEntries(): readonly MenuEntry[] {
  const { view } = useStores();
  const isNarrow = useMedia('(max-width: 899px)');
  const isPhone = useMedia('(max-width: 599px)');
  const hasNoTabsRow = useMedia('(max-width: 599px), (max-height: 559px)');
  const mode = useView((state) => state.preferences.mode);
  const shown = {
    undo: useAction('undo'),
    redo: useAction('redo'),
    plan: useAction('plan'),
    'dry-run': useAction('dry-run'),
    tidy: useAction('tidy'),
    export: useAction('export'),
    fit: useAction('fit'),
  };
  const ids = [
    ...(isPhone ? (['undo', 'redo', 'plan'] as const) : []),
    ...(isNarrow ? (['dry-run', 'tidy', 'export'] as const) : []),
    ...(hasNoTabsRow ? (['fit'] as const) : []),
  ];
  if (ids.length === 0) return [];
  return [
    ...ids.map((id): MenuEntry => {
      const { label, shortcut, enabled, run } = shown[id];
      return { kind: 'item', label, shortcut, disabled: !enabled, onSelect: run };
    }),
    ...(isNarrow
      ? ([
          { kind: 'item', label: 'Budget', onSelect: () => openInspector(view, { whole: 'settings' }) },
          { kind: 'item', label: 'Tools', onSelect: () => openScreen(view, { at: 'tools' }) },
          { kind: 'item', label: 'Models', onSelect: () => openModels(view) },
        ] as const)
      : []),
    ...(hasNoTabsRow
      ? ([
          {
            kind: 'choice',
            label: 'View',
            options: centreModes,
            value: mode,
            onChange: (next: string) => setPreferences(view, { mode: next as CentreMode }),
          },
        ] as const)
      : []),
    { kind: 'separator' },
  ];
}
