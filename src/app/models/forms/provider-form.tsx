import { type FormEvent, useState } from 'react';
import { defined } from '@/base/defined';
import { type ProviderConfig, providerConfigSchema } from '@/providers/provider-config';
import { Checkbox } from '@/ui/form/checkbox';
import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { TextInput } from '@/ui/form/text-input';
import { unsavedMark } from '@/ui/overlay/unsaved';
import { useApp } from '../../app-context';
import type { MakeChange } from '../../dialogs/use-reloaded';
import styles from '../panel/side-panel.module.css';
import { FormButtons } from './form-buttons';
import { HeadersFields, readHeaders } from './headers-fields';
import { createPairRows } from './pair-rows';
import { suggestProviderId } from './suggest-provider-id';

const blank: ProviderConfig = { id: '', label: '', protocol: 'compatible', baseUrl: '', needsKey: false };

const protocols: readonly { readonly value: ProviderConfig['protocol']; readonly label: string }[] = [
  { value: 'compatible', label: 'Chat completions (Ollama, vLLM, LM Studio, gateways)' },
  { value: 'openai', label: 'OpenAI Responses' },
  { value: 'anthropic', label: 'Anthropic messages' },
  { value: 'google', label: 'Google Gemini' },
];

interface ProviderFormProps {
  /** The provider to change; undefined to add one. */
  readonly provider?: ProviderConfig | undefined;
  readonly taken: readonly string[];
  readonly change: MakeChange;
  /** Receives the id of the saved provider; undefined if none. */
  readonly onDone: (id: string | undefined) => void;
}

/** A form that adds or changes a provider of one's own: a server that speaks one of the protocols. */
export function ProviderForm({ provider, taken, change, onDone }: ProviderFormProps) {
  const { keys, models, settings } = useApp();
  const [first] = useState(provider ?? blank);
  const [firstRows] = useState(() => createPairRows(provider?.headers));
  const [draft, setDraft] = useState(first);
  const [rows, setRows] = useState(firstRows);
  const [key, setKey] = useState('');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const suggested = provider === undefined ? suggestProviderId(draft.baseUrl, taken) : undefined;
  const setDraftFields = (patch: Partial<ProviderConfig>) => setDraft({ ...draft, ...patch });

  const submitProvider = async (event: FormEvent) => {
    event.preventDefault();
    const { headers: _, ...rest } = draft;
    const headers = readHeaders(rows);
    const baseUrl = draft.baseUrl.trim().replace(/\/+$/, '');
    const id = draft.id || (suggested ?? '');
    const label = draft.label.trim() || id;
    const needsKey = draft.needsKey || key.trim() !== '';
    const next: ProviderConfig = { ...rest, id, label, baseUrl, needsKey, ...defined({ headers }) };
    const found = findProviderProblems(next, provider === undefined ? taken : []);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const failed = await change(async () => {
      await settings.saveProvider(next);
      if (key.trim() === '') return;
      await keys.set(id, key, undefined);
      // Whether the list comes is shown beside the provider, which is there in any case.
      await models.served(id).catch(() => undefined);
    });
    if (failed !== undefined) return setErrors({ id: failed });
    onDone(next.id);
  };

  return (
    <form
      {...unsavedMark(draft !== first || rows !== firstRows || key !== '')}
      className={styles.form}
      onSubmit={(event) => void submitProvider(event)}
    >
      <Field
        label="Base URL"
        hint="The part of the address before /chat/completions or /messages."
        error={errors.baseUrl}
      >
        <TextInput
          mono
          value={draft.baseUrl}
          placeholder="http://localhost:8000/v1"
          onChange={(baseUrl) => setDraftFields({ baseUrl })}
        />
      </Field>
      {provider === undefined && (
        <Field label="Key" hint="If it needs one. It is kept until the page is closed, and can be stored later.">
          <TextInput type="password" mono value={key} onChange={setKey} />
        </Field>
      )}
      <div className={styles.two}>
        <Field label="Id" hint="Models are then named id:model." error={errors.id}>
          <TextInput
            mono
            value={draft.id}
            placeholder={suggested}
            disabled={provider !== undefined}
            onChange={(id) => setDraftFields({ id })}
          />
        </Field>
        <Field label="Label">
          <TextInput
            value={draft.label}
            placeholder={draft.id || suggested}
            onChange={(label) => setDraftFields({ label })}
          />
        </Field>
      </div>
      <Field label="Protocol">
        <Select value={draft.protocol} options={protocols} onChange={(protocol) => setDraftFields({ protocol })} />
      </Field>
      <Checkbox label="Needs a key" checked={draft.needsKey} onChange={(needsKey) => setDraftFields({ needsKey })} />
      <HeadersFields rows={rows} onChange={setRows} error={errors.headers} />
      <FormButtons
        label={provider === undefined ? 'Add the provider' : 'Change the provider'}
        onCancel={() => onDone(undefined)}
      />
    </form>
  );
}

/** Error messages by field. */
function findProviderProblems(provider: ProviderConfig, taken: readonly string[]): Record<string, string> {
  if (taken.includes(provider.id)) return { id: 'There is a provider with this id. Choose another.' };
  if (provider.baseUrl === '') return { baseUrl: 'Give the address of the server, such as http://localhost:8000/v1.' };
  const parsed = providerConfigSchema.safeParse(provider);
  if (parsed.success) return {};
  const fields = new Set(parsed.error.issues.map(({ path }) => path[0]));
  return {
    ...(fields.has('id') ? { id: 'An id starts with a letter, followed by letters, digits, _ . -' } : {}),
    ...(fields.has('baseUrl')
      ? { baseUrl: 'An address starts with http:// or https://, and holds no name and password.' }
      : {}),
    ...(fields.has('headers')
      ? { headers: 'A header has a plain name that the browser does not set itself, and a value of one line.' }
      : {}),
  };
}
