import Bookmark from 'lucide-react/icons/bookmark';
import CopyPlus from 'lucide-react/icons/copy-plus';
import Ellipsis from 'lucide-react/icons/ellipsis';
import FileInput from 'lucide-react/icons/file-input';
import FileText from 'lucide-react/icons/file-text';
import PencilLine from 'lucide-react/icons/pencil-line';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Sparkles from 'lucide-react/icons/sparkles';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { formatAgo } from '@/base/figures';
import { useAction } from '@/editor/actions/use-action';
import { useCheckpoints, useStores, useView } from '@/state/context';
import { openDialog, openScreen } from '@/state/view/screens';
import type { CompareBase } from '@/state/view-store';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { Menu, type MenuEntry } from '@/ui/overlay/menu';
import type { DocumentCheckpoint } from '@/workflow/repository';
import { formatFileLabel } from '../workflows/open-imported';
import styles from './base-list.module.css';
import { useBaseActions } from './use-base-actions';

/** What the workflow can be compared with: the checkpoints, newest first, and the chosen file. */
export function BaseList({ base }: { readonly base: CompareBase | undefined }) {
  const { view } = useStores();
  const make = useAction('make-checkpoint');
  const checkpoints = useCheckpoints((state) => state.checkpoints) ?? [];
  const file = useView(({ screen }) =>
    screen.at === 'compare' && screen.with?.kind === 'file' ? screen.with.file : undefined,
  );
  const draft = useView((state) => state.workflow.draft);
  const chooseBase = (next: CompareBase) => openScreen(view, { at: 'compare', with: next });
  return (
    <section className={styles.section} aria-labelledby="compare-with">
      <div className={styles.head}>
        <h2 id="compare-with">Compare with</h2>
        <Button size="s" shortcut={make.shortcut} onClick={make.run}>
          {make.label}
        </Button>
      </div>
      {file === undefined && draft === undefined && checkpoints.length === 0 && (
        <p>Checkpoints of this workflow will be listed here.</p>
      )}
      <ul>
        {draft && (
          <Base
            icon={<Sparkles />}
            name={draft.sentence}
            aside="draft"
            isOn={base?.kind === 'draft'}
            onChoose={() => chooseBase({ kind: 'draft', draft })}
          />
        )}
        {file && (
          <Base
            icon={<FileText />}
            name={formatFileLabel(file)}
            aside="file"
            isOn={base?.kind === 'file'}
            onChoose={() => chooseBase({ kind: 'file', file })}
          />
        )}
        {checkpoints.map((checkpoint) => (
          <Base
            key={checkpoint.revision}
            icon={<Bookmark />}
            name={checkpoint.name}
            aside={formatAgo(checkpoint.savedAt)}
            isOn={base?.kind === 'checkpoint' && base.revision === checkpoint.revision}
            onChoose={() => chooseBase({ kind: 'checkpoint', revision: checkpoint.revision })}
          >
            <CheckpointMenu checkpoint={checkpoint} />
          </Base>
        ))}
      </ul>
    </section>
  );
}

interface BaseProps {
  readonly icon: ReactNode;
  readonly name: string;
  readonly aside: string;
  readonly isOn: boolean;
  readonly onChoose: () => void;
  readonly children?: ReactNode;
}

function Base({ icon, name, aside, isOn, onChoose, children }: BaseProps) {
  return (
    <li className={styles.row} data-on={isOn}>
      <button type="button" className={styles.choice} aria-pressed={isOn} onClick={onChoose}>
        {icon}
        <span className={styles.name}>{name}</span>
        <span className={styles.aside}>{aside}</span>
      </button>
      {children}
    </li>
  );
}

function CheckpointMenu({ checkpoint }: { readonly checkpoint: DocumentCheckpoint }) {
  const { view } = useStores();
  const { restore, openAsNew, rename, remove } = useBaseActions();
  const entries: readonly MenuEntry[] = [
    { kind: 'item', label: 'Restore', icon: <RotateCcw />, onSelect: () => restore(checkpoint) },
    { kind: 'item', label: 'Open as a new workflow', icon: <CopyPlus />, onSelect: () => openAsNew(checkpoint) },
    ...(checkpoint.isImported
      ? [
          {
            ...{ kind: 'item' as const, label: 'Import report', icon: <FileInput /> },
            onSelect: () => openDialog(view, { name: 'import-report', revision: checkpoint.revision }),
          },
        ]
      : []),
    { kind: 'item', label: 'Rename', icon: <PencilLine />, onSelect: () => rename(checkpoint) },
    { kind: 'separator' },
    { kind: 'item', label: 'Remove', icon: <Trash2 />, danger: true, onSelect: () => remove(checkpoint) },
  ];
  const label = `More about ${checkpoint.name}`;
  return (
    <Menu
      label={label}
      align="end"
      entries={entries}
      trigger={<IconButton size="s" label={label} icon={<Ellipsis />} />}
    />
  );
}
