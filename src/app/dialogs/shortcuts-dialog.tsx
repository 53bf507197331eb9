import { actionGroups } from '@/editor/actions/action';
import { actions } from '@/editor/actions/actions';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { formatKeys } from '@/ui/keys';
import { Dialog } from '@/ui/overlay/dialog';
import { openFileKeys } from '../files/pick-file';
import type { AppDialogProps } from './app-dialog';
import styles from './shortcuts-dialog.module.css';

/** Every shortcut, from the list of actions. */
export default function ShortcutsDialog({ onClose }: AppDialogProps) {
  const openFile = { id: 'open-file', label: 'Open a file', group: 'Workflow', keys: [openFileKeys] } as const;
  const shown = [...actions, openFile].filter(({ keys }) => keys.length > 0);
  return (
    <Dialog open onClose={onClose} title="Shortcuts" width="wide">
      <p>They are off while you type, except the one for a checkpoint.</p>
      <ScrollRegion label="Shortcuts" className={styles.groups}>
        {actionGroups.map((group) => {
          const inGroup = shown.filter((action) => action.group === group);
          if (inGroup.length === 0) return null;
          return (
            <section key={group} className={styles.group}>
              <h3 className={styles.title}>{group}</h3>
              <dl>
                {inGroup.map(({ id, label, keys }) => (
                  <div key={id} className={styles.row}>
                    <dt>{label}</dt>
                    <dd>{keys.map((one) => formatKeys(one)).join(' or ')}</dd>
                  </div>
                ))}
              </dl>
            </section>
          );
        })}
      </ScrollRegion>
    </Dialog>
  );
}
