import { useState } from 'react';
import { useStores } from '@/state/context';
import { listModelsOfDocument, listOfferedModels } from '../references/offered-models';
import type { FieldPath } from './field-path';
import { TextField } from './text-field';

interface ModelFieldProps {
  readonly path: FieldPath;
  readonly label?: string;
  /** The model that is used while the field is empty. */
  readonly placeholder: string;
}

/**
 * A model, as `provider:name`. It suggests the workflow's models first, then those that providers list and the
 * catalogue knows.
 */
export function ModelField({ path, label = 'Model', placeholder }: ModelFieldProps) {
  const { offered, ask } = useOfferedModels();
  return <TextField path={path} label={label} placeholder={placeholder} suggestions={offered} onFocus={ask} />;
}

/**
 * Suggestions for model fields. Call `ask` when a person is about to type: before that nothing is suggested, because
 * finding the workflow's models goes through all tasks.
 */
export function useOfferedModels() {
  const { document, services } = useStores();
  const [own, setOwn] = useState<readonly string[]>([]);
  const [known, setKnown] = useState<readonly string[]>([]);
  const askModels = () => {
    setOwn(listModelsOfDocument(document.getState().document));
    // The field works without these suggestions.
    void services.modelNames().then(setKnown, () => undefined);
  };
  return { offered: (typed: string) => listOfferedModels(own, known, typed), ask: askModels };
}
