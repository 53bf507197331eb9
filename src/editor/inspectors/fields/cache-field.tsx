import { ChoiceField } from './choice-field';
import type { FieldPath } from './field-path';

const options = [
  { value: 'auto', label: 'Where it can save' },
  { value: 'off', label: 'Off' },
];

interface CacheFieldProps {
  readonly path: FieldPath;
  /** The setting that applies while nothing is chosen. Undefined: `auto`. */
  readonly inherited?: 'auto' | 'off' | undefined;
}

/** Whether providers should cache the start of prompts. */
export function CacheField({ path, inherited = 'auto' }: CacheFieldProps) {
  const unset = inherited === 'off' ? 'Default: off' : 'Default: where it can save';
  return (
    <ChoiceField path={path} label="Caching" hint="What is sent again costs less" options={options} unset={unset} />
  );
}
