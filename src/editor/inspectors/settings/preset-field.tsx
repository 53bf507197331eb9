import { useDocument } from '@/state/context';
import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { updateSettings } from '@/workflow/commands/update-settings';
import { applyPreset, findPreset, type PresetName } from '@/workflow/limit-presets';
import { Rows } from '../fields/section';
import { useDispatch } from '../fields/subject';

const presets: readonly { readonly value: PresetName; readonly label: string }[] = [
  { value: 'default', label: 'Default' },
  { value: 'conservative', label: 'Conservative: short prompts' },
  { value: 'generous', label: 'Generous: long prompts' },
  { value: 'dependency-focused', label: 'Dependencies only' },
];

/** Sets several limits that go together, as one step of the edit history. */
export function PresetField() {
  const preset = useDocument(({ document }) => findPreset(document));
  const dispatch = useDispatch();
  return (
    <Rows>
      <Field label="Preset" hint="Of outputs and contexts; other limits stay">
        <Select
          name="preset"
          value={preset ?? ''}
          options={[
            ...(preset === undefined ? [{ value: '' as const, label: 'Figures of your own' }] : []),
            ...presets,
          ]}
          onChange={(name) => {
            if (name === '') return;
            const label = `Set ${presets.find(({ value }) => value === name)?.label ?? name}`;
            void dispatch((document) => updateSettings(document, { patch: applyPreset(document, name) }), label);
          }}
        />
      </Field>
    </Rows>
  );
}
