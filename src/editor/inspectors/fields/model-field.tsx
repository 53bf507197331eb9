import { useState } from 'react';
import { useStores } from '@/state/context';
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
  const { offered, ask } = useOfferedModels();
  return <TextField path={path} label={label} placeholder={placeholder} suggestions={offered} onFocus={ask} />;
}

/**
 * What fields of models offer for what was typed. `ask`: to be called once a person is about to write in one; before
 * that nothing is offered, as it is found in all tasks.
 */
export function useOfferedModels() {
  const { document, services } = useStores();
  const [own, setOwn] = useState<readonly string[]>([]);
  const [known, setKnown] = useState<readonly string[]>([]);
  const ask = () => {
    setOwn(modelsNamedIn(document.getState().document));
    // Without them the field does all it has to.
    void services.modelNames().then(setKnown, () => undefined);
  };
  return { offered: (typed: string) => offeredModels(own, known, typed), ask };
}
