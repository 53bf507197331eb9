import { useEffect, useState } from 'react';
import type { ModelFacts } from '@/plan/model-facts';
import { useApp } from '../../app-context';
import type { ModelsData } from '../use-models-data';

/**
 * The facts of a model, read again with the data. Undefined until they are first read; empty for a model without a
 * name.
 */
export function useFacts(
  provider: string,
  model: string | undefined,
  data: ModelsData,
): Partial<ModelFacts> | undefined {
  const { models } = useApp();
  const [facts, setFacts] = useState<Partial<ModelFacts> | undefined>(model === undefined ? {} : undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known may change with each reading of the data.
  useEffect(() => {
    if (model === undefined) return;
    models.rows(provider, [model]).then(
      ([row]) => setFacts(row?.facts ?? {}),
      () => setFacts({}),
    );
  }, [models, provider, model, data]);
  return facts;
}
