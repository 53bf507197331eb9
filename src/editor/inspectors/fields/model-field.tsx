import { useMemo, useState } from 'react';
import { useDocument, useStores } from '@/state/context';
import type { WorkflowDocument } from '@/workflow/document';
import { mapModels } from '@/workflow/map-models';
import type { FieldPath } from './field-path';
import { TextField } from './text-field';

interface ModelFieldProps {
  readonly path: FieldPath;
  readonly label?: string;
  /** What holds while it is empty. */
  readonly placeholder: string;
}

/** Most models that are offered at once; typing finds the others. */
const mostOffered = 50;

/** A model, as `provider:name`. Offers those of the workflow first, then those that providers list and the catalogue knows. */
export function ModelField({ path, label = 'Model', placeholder }: ModelFieldProps) {
  const { services } = useStores();
  const document = useDocument((state) => state.document);
  const own = useMemo(() => modelsOf(document), [document]);
  const [known, setKnown] = useState<readonly string[]>([]);
  // Without them the field does all it has to.
  const fetchKnown = () => void services.modelNames().then(setKnown, () => undefined);
  const suggestions = (typed: string) => offered(own, known, typed);
  return (
    <TextField path={path} label={label} placeholder={placeholder} suggestions={suggestions} onFocus={fetchKnown} />
  );
}

function offered(own: readonly string[], known: readonly string[], typed: string): readonly string[] {
  const wanted = typed.trim().toLowerCase();
  const found = new Set<string>();
  for (const name of [...own, ...known]) {
    if (found.size >= mostOffered) break;
    if (name.toLowerCase().includes(wanted)) found.add(name);
  }
  return [...found];
}

function modelsOf(document: WorkflowDocument): readonly string[] {
  const named = new Set<string>();
  mapModels(document, (model) => {
    named.add(model);
    return model;
  });
  return [...named].toSorted();
}
