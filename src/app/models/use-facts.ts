import { useEffect, useState } from 'react';
import type { ModelFacts } from '@/plan/model-facts';
import { useApp } from '../app-context';

/** What is known of a model; undefined while it is read, nothing of a model without a name. */
export function useFacts(provider: string, model: string | undefined): Partial<ModelFacts> | undefined {
  const { models } = useApp();
  const [facts, setFacts] = useState<Partial<ModelFacts> | undefined>(model === undefined ? {} : undefined);
  useEffect(() => {
    if (model === undefined) return;
    models.rows(provider, [model]).then(
      ([row]) => setFacts(row?.facts ?? {}),
      () => setFacts({}),
    );
  }, [models, provider, model]);
  return facts;
}
