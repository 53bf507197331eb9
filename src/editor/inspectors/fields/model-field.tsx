import { useMemo, useState } from 'react';
import { useDocument, useStores } from '@/state/context';
import { modelsNamedIn, offeredModels } from '../references/offered-models';
import type { FieldPath } from './field-path';
import { TextField } from './text-field';

interface ModelFieldProps {
  readonly path: FieldPath;
  readonly label?: string;
  /** What holds while it is empty. */
  readonly placeholder: string;
}

/**
 * A model, as `provider:name`. Offers those of the workflow first, then those that providers list and the catalogue
 * knows.
 */
export function ModelField({ path, label = 'Model', placeholder }: ModelFieldProps) {
  const { offered, fetchKnown } = useOfferedModels();
  return <TextField path={path} label={label} placeholder={placeholder} suggestions={offered} onFocus={fetchKnown} />;
}

/**
 * What fields of models offer for what was typed. `fetchKnown`: to be called once a person is about to write in one.
 */
export function useOfferedModels() {
  const { services } = useStores();
  const document = useDocument((state) => state.document);
  const own = useMemo(() => modelsNamedIn(document), [document]);
  const [known, setKnown] = useState<readonly string[]>([]);
  // Without them the field does all it has to.
  const fetchKnown = () => void services.modelNames().then(setKnown, () => undefined);
  return { offered: (typed: string) => offeredModels(own, known, typed), fetchKnown };
}
