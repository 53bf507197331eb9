import { useCallback } from 'react';
import { defined } from '@/base/defined';
import type { IterationLog, IterationQuery } from '@/run/iteration-log';
import { useRun, useStores } from '@/state/context';
import type { Follow } from '@/ui/list/use-newest';
import type { PageDirection } from '../paging/list-window';
import { type PagedWindow, useWindow } from '../paging/use-window';
import { usePacedRun } from '../use-paced-run';

/** The number of an iteration in its run. */
export const getOrdinal = ({ ordinal }: IterationLog): number => ordinal;

/** The same fields as in an {@link IterationQuery}; undefined: any. */
interface Wanted {
  readonly path?: IterationQuery['path'];
  readonly exitCode?: IterationQuery['exitCode'];
  readonly text?: string;
}

/** The iterations of the shown run, page by page, and new ones while the run is active. */
export function useIterations({ path, exitCode, text }: Wanted, { on }: Follow): PagedWindow<IterationLog> {
  const { services } = useStores();
  const executionId = useRun((state) => state.executionId) ?? '';
  const newest = usePacedRun(({ run }) => run.iterations.count);
  const find = useCallback(
    async (from: number, direction: PageDirection, limit: number) => {
      const query: IterationQuery = {
        ...defined({ path, exitCode, text: text === undefined || text === '' ? undefined : text }),
        from,
        direction,
        limit,
      };
      const { iterations, next } = await services.runner.iterations(executionId, query);
      return { found: iterations, next };
    },
    [services, executionId, path, exitCode, text],
  );
  const id = JSON.stringify([executionId, path, exitCode, text]);
  return useWindow({ id, newest, numberOf: getOrdinal, find, begin: on ? 'last' : 'first' });
}
