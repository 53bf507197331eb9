import { useAsked } from '@/state/use-asked';
import type { RunServer } from '@/worker/border/servers-api';
import { useApp } from '../app-context';

const none: readonly RunServer[] = [];

/** The servers that runs can be started at; undefined: not known yet. They are read each time that `times` grows. */
export function useRunServers(times: number): readonly RunServer[] | undefined {
  const { servers } = useApp();
  const { value, failure } = useAsked([servers, times], times === 0 ? undefined : () => servers.list());
  return failure === undefined ? value : none;
}
