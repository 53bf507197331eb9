import { useEffect, useState } from 'react';
import type { RunServer } from '@/worker/border/servers-api';
import { useApp } from '../app-context';

/** The servers that runs can be started at; undefined: not known yet. They are read each time that `times` grows. */
export function useRunServers(times: number): readonly RunServer[] | undefined {
  const { servers } = useApp();
  const [known, setKnown] = useState<readonly RunServer[]>();
  useEffect(() => {
    if (times === 0) return;
    let wanted = true;
    servers.list().then(
      (list) => wanted && setKnown(list),
      () => wanted && setKnown([]),
    );
    return () => {
      wanted = false;
    };
  }, [servers, times]);
  return known;
}
