import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';
import { useDocument } from '@/state/context';
import { Button } from '@/ui/form/button';
import { type RenameEntry, renameEntry } from '@/workflow/commands/rename/rename-entry';
import { updateSettings } from '@/workflow/commands/update-settings';
import type { DocumentSettings } from '@/workflow/document';
import { createFreshName } from '../fields/record-keys';
import { RenameField } from '../fields/rename-field';
import { Fold } from '../fields/section';
import { useDispatch } from '../fields/subject';
import styles from './entries.module.css';

type EntryField = RenameEntry['field'];

interface EntriesProps<K extends EntryField> {
  readonly field: K;
  /** The noun for one entry, with its article: `an agent`. */
  readonly noun: string;
  /** The start of a new name. */
  readonly stem: string;
  readonly blank: NonNullable<DocumentSettings[K]>[string];
  /** The state of an entry, in a word. */
  readonly state: (entry: NonNullable<DocumentSettings[K]>[string]) => ReactNode;
  /** Another way to add some, beside the button that adds a blank one. */
  readonly beside?: ReactNode;
  /** Whether the fields have a button that removes the entry. */
  readonly isRemovedByFields?: boolean;
  /** The fields of an entry. */
  readonly children: (name: string, entry: NonNullable<DocumentSettings[K]>[string]) => ReactNode;
}

/** Agents, tools or definitions of the workflow: each a fold with its name and its fields. */
export function Entries<K extends EntryField>(props: EntriesProps<K>) {
  const { field, noun, stem, blank, state, beside, isRemovedByFields = false, children } = props;
  const entries = (useDocument(({ document }) => document[field]) ?? {}) as NonNullable<DocumentSettings[K]>;
  const dispatch = useDispatch();
  const names = Object.keys(entries);
  const addEntry = (): void => {
    const patch = { [field]: { ...entries, [createFreshName(stem, names)]: blank } };
    void dispatch((document) => updateSettings(document, { patch }), `Add ${noun}`);
  };
  return (
    <div className={styles.entries}>
      {names.map((name, index) => {
        const entry = entries[name] as NonNullable<DocumentSettings[K]>[string];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a renamed entry stays unfolded
          <Fold key={index} title={name} state={state(entry)}>
            <EntryName field={field} name={name} />
            {children(name, entry)}
            {!isRemovedByFields && (
              <div>
                <RemoveEntry field={field} name={name} />
              </div>
            )}
          </Fold>
        );
      })}
      <div className={styles.add}>
        <Button size="s" icon={<Plus />} onClick={addEntry}>
          Add {noun}
        </Button>
        {beside}
      </div>
    </div>
  );
}

interface EntryProps {
  readonly field: EntryField;
  readonly name: string;
}

function RemoveEntry({ field, name }: EntryProps) {
  const dispatch = useDispatch();
  const removeEntry = (): void => {
    void dispatch((document) => {
      const others = Object.entries(document[field] ?? {}).filter(([other]) => other !== name);
      const patch = { [field]: others.length === 0 ? undefined : Object.fromEntries(others) };
      return updateSettings(document, { patch });
    }, `Remove ${name}`);
  };
  return (
    <Button size="s" variant="danger" onClick={removeEntry}>
      Remove {name}
    </Button>
  );
}

function EntryName({ field, name }: EntryProps) {
  const dispatch = useDispatch();
  const renameThisEntry = (newName: string) =>
    dispatch((document) => renameEntry(document, { field, name, newName }), `Rename ${name}`);
  return <RenameField label="Name" current={name} rename={renameThisEntry} />;
}
