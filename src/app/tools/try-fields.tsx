import { decodeJson } from '@/base/json-text';
import { cutToStart } from '@/base/start-of';
import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { TextArea } from '@/ui/form/text-area';
import { TextInput } from '@/ui/form/text-input';
import type { Drafts, FormField } from './form-fields';
import panel from './panel.module.css';

interface TryFieldsProps {
  readonly fields: readonly FormField[];
  readonly drafts: Drafts;
  readonly problems: ReadonlyMap<string, string>;
  readonly onChange: (name: string, draft: string) => void;
}

/** A control for each parameter of a tool. */
export function TryFields({ fields, drafts, problems, onChange }: TryFieldsProps) {
  if (fields.length === 0) return <p className={panel.quiet}>It takes no arguments.</p>;
  return fields.map((field) => (
    <Field
      key={field.name}
      label={
        <>
          {field.label}
          {!field.isRequired && <span className={panel.optional}> optional</span>}
        </>
      }
      error={problems.get(field.name)}
      hint={field.description || undefined}
    >
      <Control
        field={field}
        value={drafts.get(field.name) ?? field.initial}
        onChange={(draft) => onChange(field.name, draft)}
      />
    </Field>
  ));
}

interface ControlProps {
  readonly field: FormField;
  readonly value: string;
  readonly onChange: (draft: string) => void;
}

function Control({ field: { kind, options }, value, onChange }: ControlProps) {
  switch (kind) {
    case 'choice': {
      const choices = options.map((option) => ({ value: option, label: formatOption(option) }));
      return <Select value={value} options={[{ value: '', label: 'Not set' }, ...choices]} onChange={onChange} />;
    }
    case 'number':
      return <TextInput inputMode="decimal" value={value} onChange={onChange} />;
    case 'json':
      return <TextArea mono rows={2} placeholder="JSON" value={value} onChange={onChange} />;
    case 'text':
      return <TextArea rows={1} className={panel.short} value={value} onChange={onChange} />;
  }
}

/** A text without its quotes. */
function formatOption(json: string): string {
  const value: unknown = decodeJson(json);
  return cutToStart(typeof value === 'string' && value !== '' ? value : json, 80);
}
