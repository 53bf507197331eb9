import ChevronDown from 'lucide-react/icons/chevron-down';
import FlaskConical from 'lucide-react/icons/flask-conical';
import Play from 'lucide-react/icons/play';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Server from 'lucide-react/icons/server';
import { useEffect, useState } from 'react';
import { usePartFigures } from '@/editor/canvas/menus/use-part-figures';
import { useForecast, useStores, useView } from '@/state/context';
import { runOpenWorkflow } from '@/state/start-and-fork';
import { setPreferences } from '@/state/view/preferences';
import { openDialog } from '@/state/view/screens';
import { countSelectedTasks } from '@/state/view-store';
import { Button } from '@/ui/form/button';
import { Menu, type MenuEntry } from '@/ui/overlay/menu';
import { useRunServers } from '../servers/use-run-servers';
import { useAction } from './use-action';

/** The menu beside Run: everything again, a dry run, only a part, from the selected tasks, or at a server. */
export function OtherWays({ enabled }: { readonly enabled: boolean }) {
  const [anew, dry] = [useAction('run-anew'), useAction('dry-run')];
  const [until, from, only] = [useAction('run-until'), useAction('run-from'), useAction('run-only')];
  const hasForecast = useForecast((state) => state.forecast !== undefined);
  const hasSelection = useView((state) => countSelectedTasks(state) > 0);
  const [openings, setOpenings] = useState(0);
  const figures = usePartFigures(openings);
  const stores = useStores();
  const servers = useRunServers(openings);
  const known = servers ?? [];
  const at = useView((state) => state.preferences.runsAt);
  useEffect(() => {
    if (servers === undefined || at === undefined) return;
    const { name } = servers.find(({ id }) => id === at.id) ?? {};
    // It was removed, or is called otherwise since.
    if (name !== at.name) setPreferences(stores.view, { runsAt: name === undefined ? undefined : { ...at, name } });
  }, [servers, at, stores]);
  const parts: readonly MenuEntry[] = [
    { kind: 'separator' },
    { kind: 'item', label: until.label, shortcut: until.shortcut, detail: figures.until, onSelect: until.run },
    { kind: 'item', label: from.label, shortcut: from.shortcut, detail: figures.from, onSelect: from.run },
    { kind: 'item', label: only.label, shortcut: only.shortcut, detail: figures.only, onSelect: only.run },
  ];
  const entries: readonly MenuEntry[] = [
    ...(hasForecast
      ? [
          {
            kind: 'item' as const,
            label: anew.label,
            icon: <RotateCcw />,
            shortcut: anew.shortcut,
            onSelect: anew.run,
          },
        ]
      : []),
    {
      kind: 'item',
      label: dry.label,
      icon: <FlaskConical />,
      shortcut: dry.shortcut,
      detail: at === undefined ? 'asks nobody' : 'here, asks nobody',
      onSelect: dry.run,
    },
    ...(hasSelection ? parts : []),
    { kind: 'separator' },
    ...(at === undefined
      ? []
      : [
          {
            kind: 'item' as const,
            label: 'Run here',
            icon: <Play />,
            detail: 'in this browser',
            onSelect: () => void runOpenWorkflow(stores, { at: null }),
          },
        ]),
    ...known.map(
      ({ id, name }): MenuEntry => ({
        kind: 'item',
        label: `Run on ${name}`,
        icon: <Server />,
        onSelect: () => void runOpenWorkflow(stores, { at: { id, name } }),
      }),
    ),
    ...(known.length > 0
      ? []
      : [
          {
            kind: 'item' as const,
            label: 'Connect to a server',
            icon: <Server />,
            onSelect: () => requestAnimationFrame(() => openDialog(stores.view, { name: 'settings' })),
          },
        ]),
  ];
  return (
    <Menu
      label="Other ways to run"
      align="end"
      entries={entries}
      onOpen={() => setOpenings((count) => count + 1)}
      trigger={<Button variant="primary" aria-label="Other ways to run" disabled={!enabled} icon={<ChevronDown />} />}
    />
  );
}
