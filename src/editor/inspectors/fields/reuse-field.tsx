import type { Reuse } from '@/workflow/reuse';
import { ChoiceField } from './choice-field';
import type { FieldPath } from './field-path';

const labels: Readonly<Record<Reuse, string>> = {
  all: 'Of all runs',
  continued: 'Of the run that is continued',
  never: 'None, always ask',
};
const options = Object.entries(labels).map(([value, label]) => ({ value, label }));

interface ReuseFieldProps {
  readonly path: FieldPath;
  /** What applies while nothing is chosen. Undefined: what the run says. */
  readonly inherited?: Reuse | undefined;
}

/** Which earlier runs may answer calls of models. */
export function ReuseField({ path, inherited }: ReuseFieldProps) {
  const unset = inherited === undefined ? 'Default: as the run says' : `Default: ${labels[inherited].toLowerCase()}`;
  return (
    <ChoiceField
      path={path}
      label="Reused answers"
      hint="What was asked before need not be asked again"
      options={options}
      unset={unset}
    />
  );
}
