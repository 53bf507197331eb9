import { useState } from 'react';
import { useStores } from '@/state/context';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';
import { renameEntry } from '@/workflow/commands/rename/rename-entry';
import { functionPath } from '@/workflow/function-path';
import { useDispatch } from '../fields/subject';

/** The name of a function. It changes when its typing is finished, together with all calls, and the canvas follows. */
export function FunctionName({ name }: { readonly name: string }) {
  const { view } = useStores();
  const dispatch = useDispatch();
  const [draft, setDraft] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const commit = async (): Promise<void> => {
    const newName = draft?.trim() ?? name;
    if (newName !== name) {
      const reason = await dispatch(
        (document) => renameEntry(document, { field: 'library', name, newName }),
        `Rename ${name}`,
      );
      setRefused(reason);
      if (reason !== undefined) return;
      const follow = (path: string) =>
        path === functionPath(name) || path.startsWith(`${functionPath(name)}/`)
          ? functionPath(newName) + path.slice(functionPath(name).length)
          : path;
      view.setState(({ root, selection, openedFrom, callsShown }) => ({
        root: root === undefined ? undefined : follow(root),
        selection: new Set([...selection].map(follow)),
        callsShown: new Map([...callsShown].map(([one, call]) => [one === name ? newName : one, call])),
        openedFrom: openedFrom.map((one) => ({
          root: follow(one.root),
          from: one.from === undefined ? undefined : follow(one.from),
          selection: one.selection.map(follow),
        })),
      }));
    }
    setDraft(undefined);
  };
  return (
    <Field label="Name" error={refused}>
      <TextInput
        value={draft ?? name}
        onChange={(text) => {
          setDraft(text);
          setRefused(undefined);
        }}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && void commit()}
      />
    </Field>
  );
}
