import { useEffect, useState } from 'react';
import { toFailure } from '@/base/errors';
import { notifyPerson } from '@/ui/overlay/toast';
import type { ModelRow } from '@/worker/border/engine-api';
import { useApp } from '../../app-context';
import type { ModelsData } from '../use-models-data';
import type { ListedNames } from './listed-rows';

/** The facts of the shown models, by name. The earlier ones stay until the new ones are read. */
export function useRows(
  provider: string | undefined,
  names: ListedNames | undefined,
  data: ModelsData | undefined,
): ReadonlyMap<string, ModelRow> {
  const { models } = useApp();
  const [rows, setRows] = useState<ReadonlyMap<string, ModelRow>>(new Map());
  const wanted = names && JSON.stringify([...names.used.map(({ model }) => model), ...names.own, ...names.others]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known may change with each reading of the data.
  useEffect(() => {
    if (provider === undefined || wanted === undefined) return;
    let isWanted = true;
    models.rows(provider, JSON.parse(wanted) as string[]).then(
      (read) => isWanted && setRows(new Map(read.map((row) => [row.model, row]))),
      (error: unknown) =>
        notifyPerson({
          tone: 'error',
          title: 'What is known of models cannot be read.',
          detail: toFailure(error).message,
        }),
    );
    return () => {
      isWanted = false;
    };
  }, [models, provider, wanted, data]);
  return rows;
}
