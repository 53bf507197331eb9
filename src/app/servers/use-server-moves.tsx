import Server from 'lucide-react/icons/server';
import { isUnfinished } from '@/run/is-unfinished';
import { useRuns, useStores } from '@/state/context';
import { attemptAction } from '@/ui/attempt';
import type { MenuEntry } from '@/ui/overlay/menu';
import { useApp } from '../app-context';
import { sendRun, takeRunHere } from './run-at-server';
import { usePlaceOf } from './use-run-place';
import { useRunServers } from './use-run-servers';

/** The entries of the menu of a run that take it from a server, or send it to one. `isOpen`: the menu is, or was. */
export function useServerMoves(id: string | undefined, isOpen: boolean): readonly MenuEntry[] {
  const stores = useStores();
  const { servers } = useApp();
  const status = useRuns(({ entries }) => entries.find((entry) => entry.id === id)?.status);
  const known = useRunServers(isOpen ? 1 : 0) ?? [];
  const { place, look } = usePlaceOf(isOpen ? id : undefined, status);
  if (id === undefined || place === undefined) return [];
  const isOver = status !== undefined && !isUnfinished(status);
  if (place !== null && !isOver) {
    return [
      {
        kind: 'item',
        label: 'Take here',
        icon: <Server />,
        detail: `from ${place.server.name}`,
        onSelect: () => void attemptAction(() => takeRunHere(stores, servers, id)).then(look),
      },
    ];
  }
  return known
    .filter((server) => server.id !== place?.server.id)
    .map((server) => ({
      kind: 'item',
      label: `Send to ${server.name}`,
      icon: <Server />,
      onSelect: () => void attemptAction(() => sendRun(stores, servers, server, id)),
    }));
}
