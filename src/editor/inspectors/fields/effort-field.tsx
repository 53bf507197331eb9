import type { ReasoningEffort } from '@/workflow/reasoning-effort';
import { ChoiceField } from './choice-field';
import type { FieldPath } from './field-path';

const labels: { readonly [K in ReasoningEffort]: string } = {
  none: 'None',
  minimal: 'Minimal',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  xhigh: 'Extra high',
  max: 'Maximum',
};
const options = Object.entries(labels).map(([value, label]) => ({ value, label }));

interface EffortFieldProps {
  readonly path: FieldPath;
  /** The effort that applies while nothing is chosen. Undefined: the model's own. */
  readonly inherited?: ReasoningEffort | undefined;
}

/** How hard a model thinks before it answers. */
export function EffortField({ path, inherited }: EffortFieldProps) {
  const unset = inherited === undefined ? 'The model’s own' : `The agent’s: ${labels[inherited].toLowerCase()}`;
  return <ChoiceField path={path} label="Thinking" hint="Effort before it answers" options={options} unset={unset} />;
}
