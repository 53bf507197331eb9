import { useMemo } from 'react';
import { useDocument } from '@/state/context';
import type { WorkflowDocument } from '@/workflow/document';
import type { FieldPath } from './field-path';
import { TextField } from './text-field';

interface ModelFieldProps {
  readonly path: FieldPath;
  readonly label?: string;
  /** What holds while it is empty. */
  readonly placeholder: string;
}

/** A model, as `provider:name`. Offers those that the workflow names already. */
export function ModelField({ path, label = 'Model', placeholder }: ModelFieldProps) {
  const document = useDocument((state) => state.document);
  const suggestions = useMemo(() => modelsOf(document), [document]);
  return <TextField path={path} label={label} placeholder={placeholder} suggestions={suggestions} />;
}

function modelsOf({ defaultModel, agents, tasks }: WorkflowDocument): string[] {
  const named = [...Object.values(agents ?? {}), ...Object.values(tasks)].map(({ model }) => model);
  return [...new Set([defaultModel, ...named])].filter((model) => model !== undefined).sort();
}
