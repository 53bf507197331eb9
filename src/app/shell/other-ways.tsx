import ChevronDown from 'lucide-react/icons/chevron-down';
import FlaskConical from 'lucide-react/icons/flask-conical';
import Play from 'lucide-react/icons/play';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Server from 'lucide-react/icons/server';
import TextCursorInput from 'lucide-react/icons/text-cursor-input';
import { useEffect, useState } from 'react';
import { useAction } from '@/editor/actions/use-action';
import { usePartFigures } from '@/editor/canvas/menus/use-part-figures';
import { formatForecast } from '@/plan/forecast/forecast-figures';
import { useForecast, useStores, useView } from '@/state/context';
import { setPreferences } from '@/state/view/preferences';
import { openDialog } from '@/state/view/screens';
import { countSelectedTasks, type RunsAt } from '@/state/view-store';
import { Button } from '@/ui/form/button';
import { Menu, type MenuEntry } from '@/ui/overlay/menu';
import { useRunServers } from '../servers/use-run-servers';

/** The place that is no server. Ids of servers are longer. */
const here = '';

/** The menu beside Run: what that would ask, everything again, a dry run, only a part, and where runs go. */
export function OtherWays({ enabled }: { readonly enabled: boolean }) {
  const [run, anew, dry] = [useAction('run'), useAction('run-anew'), useAction('dry-run')];
  const inputs = useAction('change-inputs');
  const [until, from, only] = [useAction('run-until'), useAction('run-from'), useAction('run-only')];
  const forecast = useForecast((state) => state.forecast);
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
  const places = [
    { value: here, label: 'Run here, in this browser' },
    ...known.map(({ id, name }) => ({ value: id, label: `Run on ${name}` })),
  ];
  const parts: readonly MenuEntry[] = [
    { kind: 'separator' },
    { kind: 'item', label: until.label, shortcut: until.shortcut, detail: figures.until, onSelect: until.run },
    { kind: 'item', label: from.label, shortcut: from.shortcut, detail: figures.from, onSelect: from.run },
    { kind: 'item', label: only.label, shortcut: only.shortcut, detail: figures.only, onSelect: only.run },
  ];
  const entries: readonly MenuEntry[] = [
    ...(forecast
      ? [
          {
            kind: 'item' as const,
            label: run.label,
            icon: <Play />,
            detail: formatForecast(forecast),
            onSelect: run.run,
          },
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
    ...(inputs.enabled
      ? [{ kind: 'item' as const, label: inputs.label, icon: <TextCursorInput />, onSelect: inputs.run }]
      : []),
    ...(hasSelection ? parts : []),
    { kind: 'separator' },
    ...(places.length > 1
      ? [
          {
            kind: 'choice' as const,
            label: 'Where runs go',
            options: places,
            value: at?.id ?? here,
            // Nothing starts: *Run*, and every other way to run, goes there from now on.
            onChange: (id: string) => setPreferences(stores.view, { runsAt: findPlace(known, id) }),
          },
        ]
      : []),
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

function findPlace(known: readonly RunsAt[], wished: string): RunsAt | undefined {
  const found = known.find(({ id }) => id === wished);
  return found && { id: found.id, name: found.name };
}
