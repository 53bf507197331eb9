import { useEffect, useState } from 'react';
import { toFailure } from '@/base/errors';
import { closeNotice, notifyPerson } from '@/ui/overlay/toast';
import type { ModelRow } from '@/worker/border/engine-api';
import { useApp } from '../../app-context';
import type { ModelsData } from '../use-models-data';
import type { ListedNames } from './listed-rows';

/**
 * The facts of the shown models, by name; undefined until they are read. The earlier ones stay until the new ones are
 * read. If the list of the provider says when a model ends, that counts.
 */
export function useRows(
  provider: string | undefined,
  names: ListedNames | undefined,
  data: ModelsData | undefined,
): ReadonlyMap<string, ModelRow> | undefined {
  const { models } = useApp();
  const [rows, setRows] = useState<ReadonlyMap<string, ModelRow>>();
  const wanted = names && JSON.stringify([...names.used.map(({ model }) => model), ...names.own, ...names.others]);
  useEffect(() => {
    if (provider === undefined || wanted === undefined) return;
    let isWanted = true;
    const ends = new Map(data?.connections[provider]?.list?.models.map(({ name, endsOn }) => [name, endsOn]));
    models.rows(provider, JSON.parse(wanted) as string[]).then(
      (read) => {
        closeNotice('models-read');
        if (isWanted) setRows(new Map(read.map((row) => [row.model, applyEnd(row, ends.get(row.model))])));
      },
      (error: unknown) =>
        notifyPerson({
          tone: 'error',
          id: 'models-read',
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

function applyEnd(row: ModelRow, endsOn: string | undefined): ModelRow {
  if (endsOn === undefined) return row;
  return { ...row, facts: { ...row.facts, endsOn }, end: { ...row.end, endsOn } };
}
