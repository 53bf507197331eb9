import type { FieldPath } from './field-path';
import { TemplateField } from './template-field';
import { JsonField } from './text-field';
import { useField } from './use-field';

interface SystemFieldProps {
  readonly path: FieldPath;
  readonly label: string;
  readonly placeholder: string;
}

/** A system prompt. One that consists of named parts is edited as JSON. */
export function SystemField({ path, label, placeholder }: SystemFieldProps) {
  const { value } = useField(path);
  if (value === undefined || typeof value === 'string') {
    return <TemplateField path={path} label={label} placeholder={placeholder} rows={2} />;
  }
  return <JsonField path={path} label={`${label}, in parts, as JSON`} />;
}
