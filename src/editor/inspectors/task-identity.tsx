import { useState } from 'react';
import { useStores } from '@/state/context';
import { select } from '@/state/view-store';
import { Field } from '@/ui/field';
import { TextInput } from '@/ui/text-input';
import { renameTask } from '@/workflow/commands/rename-task';
import type { TaskId } from '@/workflow/names';
import { Two } from './fields/section';
import { useDispatch } from './fields/subject';
import { TextField } from './fields/text-field';

/** Name and id. The id is changed once it is whole, and with it every place that names it. */
export function TaskIdentity({ id }: { readonly id: string }) {
  return (
    <Two>
      <TextField path={['name']} label="Name" placeholder={id} />
      <IdField key={id} id={id} />
    </Two>
  );
}

function IdField({ id }: { readonly id: string }) {
  const { view } = useStores();
  const dispatch = useDispatch();
  const [draft, setDraft] = useState(id);
  const [refused, setRefused] = useState<string>();
  const commit = async (): Promise<void> => {
    const newId = draft.trim();
    if (newId === id) return;
    const reason = await dispatch((document) => renameTask(document, { id: id as TaskId, newId }), `Rename ${id}`);
    setRefused(reason);
    if (reason === undefined) select(view, [newId]);
  };
  return (
    <Field label="Id" error={refused}>
      <TextInput
        data-field="rename"
        value={draft}
        onChange={(text) => {
          setDraft(text);
          setRefused(undefined);
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void commit();
          if (event.key === 'Escape') {
            setDraft(id);
            setRefused(undefined);
          }
        }}
      />
    </Field>
  );
}
