import type { FieldPath } from './field-path';
import { useOfferedModels } from './model-field';
import { NamesField } from './names-field';

interface FallbackFieldProps {
  readonly path: FieldPath;
  /** Those that hold while none is written here. */
  readonly inherited?: readonly string[] | undefined;
}

/** The models that are tried, in order, where the one before is not there. */
export function FallbackField({ path, inherited = [] }: FallbackFieldProps) {
  const { offered, fetchKnown } = useOfferedModels();
  return (
    <NamesField
      path={path}
      label="Fallback models"
      hint="Tried in order when the model is overloaded, limited, gone or unreachable"
      placeholder={inherited.length === 0 ? 'None' : inherited.join(', ')}
      candidates={offered}
      onFocus={fetchKnown}
    />
  );
}
