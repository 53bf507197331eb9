import ArrowUpFromLine from 'lucide-react/icons/arrow-up-from-line';
import CopyPlus from 'lucide-react/icons/copy-plus';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Library from 'lucide-react/icons/library';
import Link from 'lucide-react/icons/link';
import Maximize2 from 'lucide-react/icons/maximize-2';
import SquareFunction from 'lucide-react/icons/square-function';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useState } from 'react';
import { cleanShownText } from '@/base/shown-text';
import { openFunction } from '@/editor/function/open-function';
import { useDocument, useStores } from '@/state/context';
import { openDialog } from '@/state/view/screens';
import { attemptAction } from '@/ui/attempt';
import { Chip } from '@/ui/display/chip';
import { EmptyState } from '@/ui/display/empty-state';
import { Note } from '@/ui/display/note';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { TextInput } from '@/ui/form/text-input';
import { Menu, type MenuEntry } from '@/ui/overlay/menu';
import { notifyPerson } from '@/ui/overlay/toast';
import type { Definition } from '@/workflow/document';
import { readOrigin } from '@/workflow/library/origin';
import type { SavedDefinition } from '@/workflow/library/saved-definition';
import { callDefinition } from './call-definition';
import { addDefinition, readNewest, saveDefinition } from './library-actions';
import styles from './library-panel.module.css';
import { useSavedDefinitions } from './use-saved-definitions';

const noDefinitions: Readonly<Record<string, Definition>> = {};

/** The definitions of the open workflow, and those that are saved for several workflows. */
export default function LibraryPanel() {
  const own = useDocument(({ document }) => document.library) ?? noDefinitions;
  const { definitions: saved = [], failure, reload } = useSavedDefinitions();
  const [search, setSearch] = useState('');
  const isFound = (name: string, description = '') =>
    `${name} ${description}`.toLowerCase().includes(search.trim().toLowerCase());
  const shownOwn = Object.entries(own).filter(([name, { description }]) => isFound(name, description));
  const shownSaved = saved.filter(({ name, description }) => isFound(name, description));
  const isUnset = Object.keys(own).length === 0 && saved.length === 0;
  return (
    <div className={styles.panel}>
      {failure && (
        <Note tone="error" title={failure.message}>
          {failure.advice}
        </Note>
      )}
      {isUnset && (
        <EmptyState icon={<Library />} title="No definitions yet">
          A definition is a function that several tasks call. Add one to the workflow in its settings, then save it here
          for other workflows.
        </EmptyState>
      )}
      {!isUnset && (
        <div className={styles.bar}>
          <TextInput
            aria-label="Search definitions"
            placeholder="Search definitions"
            value={search}
            onChange={setSearch}
          />
        </div>
      )}
      <div className={styles.lists}>
        {shownOwn.length > 0 && (
          <List title="In this workflow">
            {shownOwn.map(([name, definition]) => (
              <OwnRow key={name} name={name} definition={definition} saved={saved} onChanged={reload} />
            ))}
          </List>
        )}
        {shownSaved.length > 0 && (
          <List title="Saved in this browser">
            {shownSaved.map((definition) => (
              <SavedRow key={definition.name} saved={definition} onChanged={reload} />
            ))}
          </List>
        )}
        {!isUnset && shownOwn.length + shownSaved.length === 0 && (
          <p className={styles.none}>No matching definitions.</p>
        )}
      </div>
    </div>
  );
}

function List({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.list} aria-label={title}>
        {children}
      </ul>
    </section>
  );
}

interface RowProps {
  readonly name: string;
  readonly version: number | undefined;
  readonly description: string | undefined;
  readonly entries: readonly MenuEntry[];
  /** Opens it; undefined: it is not in the workflow. */
  readonly onOpen?: () => void;
  readonly children?: ReactNode;
}

function Row({ name, version, description, entries, onOpen, children }: RowProps) {
  return (
    <li className={styles.row}>
      <span className={styles.head}>
        {onOpen ? (
          <button type="button" className={styles.name} title={`Open ${name} on the canvas`} onClick={onOpen}>
            {name}
          </button>
        ) : (
          <span className={styles.name}>{name}</span>
        )}
        {version !== undefined && <Chip>version {version}</Chip>}
        <Menu
          label={`Actions of ${name}`}
          align="end"
          entries={entries}
          trigger={<IconButton size="s" label={`Actions of ${name}`} icon={<Ellipsis />} />}
        />
      </span>
      {description !== undefined && <span className={styles.about}>{cleanShownText(description)}</span>}
      {children}
    </li>
  );
}

interface OwnRowProps {
  readonly name: string;
  readonly definition: Definition;
  readonly saved: readonly SavedDefinition[];
  readonly onChanged: () => Promise<void>;
}

function OwnRow({ name, definition, saved, onChanged }: OwnRowProps) {
  const stores = useStores();
  const origin = readOrigin(definition.origin);
  const latest = saved.find((one) => one.name === origin?.name)?.versions[0]?.version;
  const isOld = origin !== undefined && latest !== undefined && latest > origin.version;
  const entries: readonly MenuEntry[] = [
    {
      kind: 'item',
      label: 'Open',
      icon: <Maximize2 />,
      onSelect: () => openFunction(stores, name),
    },
    {
      kind: 'item',
      label: 'Add a task that calls it',
      icon: <SquareFunction />,
      onSelect: () =>
        void callDefinition(stores, name).then(
          (refused) => refused && notifyPerson({ tone: 'error', id: 'refused', about: 'workflow', title: refused }),
        ),
    },
    {
      kind: 'item',
      label: 'Save for other workflows',
      icon: <ArrowUpFromLine />,
      onSelect: () => void attemptAction(() => saveDefinition(stores, name).then(onChanged)),
    },
  ];
  const showUpdate = async () => {
    const next = await readNewest(stores, origin?.name ?? name);
    openDialog(stores.view, { name: 'update-definition', definition: name, saved: next });
  };
  return (
    <Row
      name={name}
      version={origin?.version}
      description={definition.description}
      entries={entries}
      onOpen={() => openFunction(stores, name)}
    >
      {isOld && (
        <span>
          <Button size="s" onClick={() => void attemptAction(showUpdate)}>
            Update to version {latest}
          </Button>
        </span>
      )}
    </Row>
  );
}

interface SavedRowProps {
  readonly saved: SavedDefinition;
  readonly onChanged: () => Promise<void>;
}

function SavedRow({ saved: { name, description, versions }, onChanged }: SavedRowProps) {
  const stores = useStores();
  const { definitions } = stores.services;
  const entries: readonly MenuEntry[] = [
    {
      kind: 'item',
      label: 'Add with its version',
      icon: <Link />,
      onSelect: () => void attemptAction(() => addDefinition(stores, name, true)),
    },
    {
      kind: 'item',
      label: 'Add as a copy',
      icon: <CopyPlus />,
      onSelect: () => void attemptAction(() => addDefinition(stores, name, false)),
    },
    { kind: 'separator' },
    {
      kind: 'item',
      label: 'Delete all versions',
      icon: <Trash2 />,
      danger: true,
      onSelect: () => void attemptAction(() => definitions.remove(name).then(onChanged)),
    },
  ];
  return <Row name={name} version={versions[0]?.version} description={description} entries={entries} />;
}
