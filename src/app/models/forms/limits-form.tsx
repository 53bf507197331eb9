import { type FormEvent, useState } from 'react';
import { readNumber } from '@/base/read-number';
import { type ProviderConfig, type ProviderLimits, providerLimitsSchema } from '@/providers/provider-config';
import { Note } from '@/ui/display/note';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';
import { unsavedMark } from '@/ui/overlay/unsaved';
import { useApp } from '../../app-context';
import type { MakeChange } from '../../dialogs/use-reloaded';
import styles from '../panel/side-panel.module.css';
import { FormButtons } from './form-buttons';

interface LimitsFormProps {
  readonly provider: ProviderConfig;
  readonly change: MakeChange;
  readonly onDone: () => void;
}

const fields: readonly { readonly name: keyof ProviderLimits; readonly label: string; readonly example: string }[] = [
  { name: 'requests_per_minute', label: 'Requests per minute', example: '60' },
  { name: 'tokens_per_minute', label: 'Tokens per minute', example: '30000' },
  { name: 'max_concurrency', label: 'Calls at once', example: '4' },
];

/** A form for a provider's limits: requests and tokens in a minute, and concurrent calls. */
export function LimitsForm({ provider, change, onDone }: LimitsFormProps) {
  const { settings } = useApp();
  const [first] = useState<Partial<Record<keyof ProviderLimits, string>>>(() =>
    Object.fromEntries(Object.entries(provider.limits ?? {}).map(([name, value]) => [name, String(value)])),
  );
  const [texts, setTexts] = useState(first);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failed, setFailed] = useState<string>();

  const submitLimits = async (event: FormEvent) => {
    event.preventDefault();
    const limits = providerLimitsSchema.safeParse(readTexts(texts));
    if (!limits.success) {
      const wrong = limits.error.issues.map(({ path }) => String(path[0]));
      return setErrors(Object.fromEntries(wrong.map((name) => [name, explainMistake(name)])));
    }
    setErrors({});
    const failure = await change(() => settings.saveLimits(provider.id, limits.data));
    if (failure !== undefined) return setFailed(failure);
    onDone();
  };

  return (
    <form {...unsavedMark(texts !== first)} className={styles.form} onSubmit={(event) => void submitLimits(event)}>
      <p>
        All runs of this browser together send {provider.label} no more than this, in all tabs. Further calls wait their
        turn. Leave a field empty for no limit. {provider.label} tells what your account may send.
      </p>
      {fields.map(({ name, label, example }) => (
        <Field key={name} label={label} error={errors[name]}>
          <TextInput
            mono
            inputMode="numeric"
            value={texts[name] ?? ''}
            placeholder={example}
            onChange={(value) => setTexts({ ...texts, [name]: value })}
          />
        </Field>
      ))}
      {failed !== undefined && <Note tone="error">{failed}</Note>}
      <FormButtons label="Save the limits" onCancel={onDone} />
    </form>
  );
}

/** Empty fields are ignored; thousands separators are allowed. */
function readTexts(texts: Partial<Record<keyof ProviderLimits, string>>): Readonly<Record<string, number>> {
  const filled = Object.entries(texts).filter(([, text]) => text.trim() !== '');
  return Object.fromEntries(filled.map(([name, text]) => [name, readNumber(text)]));
}

function explainMistake(name: string): string {
  return name === 'max_concurrency'
    ? 'Write a whole number from 1 to 1,000, such as 4.'
    : 'Write a whole number of at least 1, such as 60, or leave it empty.';
}
