import { ok } from '@/base/result';
import { useDocument } from '@/state/context';
import { Field } from '@/ui/field';
import { Select } from '@/ui/select';
import { Two } from '../fields/section';
import { TextField } from '../fields/text-field';
import type { TextFormat } from '../fields/text-format';
import { useField } from '../fields/use-field';

/** Names with commas between them. */
const nameList: TextFormat = {
  show: (value) => (Array.isArray(value) ? value.join(', ') : ''),
  parse: (text) => ok(text.split(',').flatMap((name) => name.trim() || [])),
};

/** Which variables of the workflow an agent sees. */
export function VisibleVariables({ agent }: { readonly agent: string }) {
  const { value, set, begin } = useField(['agents', agent, 'inheritVariables']);
  const variables = useDocument(({ document }) => document.variables);
  const choice = Array.isArray(value) ? 'some' : value === false ? 'none' : 'all';
  const values = { all: undefined, none: false, some: Object.keys(variables ?? {}) };
  return (
    <Two>
      <Field label="Sees variables">
        <Select
          value={choice}
          options={[
            { value: 'all', label: 'All' },
            { value: 'none', label: 'None' },
            { value: 'some', label: 'Only some' },
          ]}
          onChange={(next) => {
            begin();
            void set(values[next]);
          }}
        />
      </Field>
      {choice === 'some' && (
        <TextField path={['agents', agent, 'inheritVariables']} label="Names" mono format={nameList} />
      )}
    </Two>
  );
}
