import { type FormEvent, useState } from 'react';
import { type ProviderConfig, providerConfigSchema } from '@/providers/provider-config';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/checkbox';
import { Field } from '@/ui/field';
import { Select } from '@/ui/select';
import { TextInput } from '@/ui/text-input';
import { useApp } from '../app-context';
import styles from './models-dialog.module.css';
import type { MakeChange } from './use-reloaded';

const blank: ProviderConfig = { id: '', label: '', protocol: 'compatible', baseUrl: '', needsKey: false };

const protocols: readonly { readonly value: ProviderConfig['protocol']; readonly label: string }[] = [
  { value: 'compatible', label: 'Chat completions (Ollama, vLLM, LM Studio, gateways)' },
  { value: 'openai', label: 'OpenAI Responses' },
  { value: 'anthropic', label: 'Anthropic messages' },
  { value: 'google', label: 'Google Gemini' },
];

interface ProviderFormProps {
  /** The one that is changed; undefined to add one. */
  readonly provider?: ProviderConfig;
  readonly taken: readonly string[];
  readonly change: MakeChange;
  readonly onDone: () => void;
}

/** Adds or changes a provider of one's own: a server that speaks one of the protocols. */
export function ProviderForm({ provider, taken, change, onDone }: ProviderFormProps) {
  const { settings, recheck } = useApp();
  const [draft, setDraft] = useState(provider ?? blank);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const set = (patch: Partial<ProviderConfig>) => setDraft({ ...draft, ...patch });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const label = draft.label.trim() || draft.id;
    const next: ProviderConfig = { ...draft, label, baseUrl: draft.baseUrl.trim().replace(/\/+$/, '') };
    const found = problemsOf(next, provider === undefined ? taken : []);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const failed = await change(() => settings.saveProvider(next));
    if (failed !== undefined) return setErrors({ id: failed });
    onDone();
    await recheck();
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <div className={styles.pair}>
        <Field label="Id" hint="Models are then named id:model." error={errors.id}>
          <TextInput mono value={draft.id} disabled={provider !== undefined} onChange={(id) => set({ id })} />
        </Field>
        <Field label="Label">
          <TextInput value={draft.label} placeholder={draft.id} onChange={(label) => set({ label })} />
        </Field>
      </div>
      <Field label="Base URL" hint="What stands before /chat/completions or /messages." error={errors.baseUrl}>
        <TextInput
          mono
          value={draft.baseUrl}
          placeholder="http://localhost:8000/v1"
          onChange={(baseUrl) => set({ baseUrl })}
        />
      </Field>
      <Field label="Protocol">
        <Select value={draft.protocol} options={protocols} onChange={(protocol) => set({ protocol })} />
      </Field>
      <Checkbox label="Needs a key" checked={draft.needsKey} onChange={(needsKey) => set({ needsKey })} />
      <div className={styles.buttons}>
        <Button type="submit" variant="primary">
          {provider === undefined ? 'Add the provider' : 'Change the provider'}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Leave as it is
        </Button>
      </div>
    </form>
  );
}

/** What is wrong, by field. */
function problemsOf(provider: ProviderConfig, taken: readonly string[]): Record<string, string> {
  if (taken.includes(provider.id)) return { id: 'There is a provider of this id. Choose another.' };
  if (provider.baseUrl === '') return { baseUrl: 'Give the address of the server, such as http://localhost:8000/v1.' };
  const parsed = providerConfigSchema.safeParse(provider);
  if (parsed.success) return {};
  const fields = new Set(parsed.error.issues.map(({ path }) => path[0]));
  return {
    ...(fields.has('id') ? { id: 'An id starts with a letter and goes on with letters, digits, _ . -' } : {}),
    ...(fields.has('baseUrl')
      ? { baseUrl: 'An address starts with http:// or https://, and holds no name and password.' }
      : {}),
  };
}
