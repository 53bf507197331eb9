import { useState } from 'react';
import { computeFuzzyScore, makeSearchable, splitQueryWords } from '@/base/fuzzy-score';
import { type Action, actionGroups, getActionKeys } from '@/editor/actions/action';
import { actions } from '@/editor/actions/actions';
import { useStores, useView } from '@/state/context';
import { setPreferences } from '@/state/view/preferences';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { Button } from '@/ui/form/button';
import { TextInput } from '@/ui/form/text-input';
import { formatKeys } from '@/ui/keys';
import { Dialog } from '@/ui/overlay/dialog';
import type { AppDialogProps } from '../app-dialog';
import { ActionKeys } from './action-keys';
import { fixedKeys } from './fixed-keys';
import styles from './shortcuts-dialog.module.css';

/** Every action with its keys, found by words. The person can give each one keys of their own. */
export default function ShortcutsDialog({ onClose }: AppDialogProps) {
  const { view } = useStores();
  const ownKeys = useView((state) => state.preferences.ownKeys);
  const [search, setSearch] = useState('');
  const [changing, setChanging] = useState<string>();
  const words = splitQueryWords(search);
  const isFound = (text: string) => words.length === 0 || computeFuzzyScore(words, makeSearchable(text)) > 0;
  const isActionFound = (action: Action) =>
    isFound(`${action.label} ${action.also ?? ''} ${formatAllKeys(getActionKeys(action, ownKeys))}`);
  const found = actions.filter(isActionFound);
  const fixed = fixedKeys.filter(({ label, keys }) => isFound(`${label} ${formatAllKeys(keys)}`));
  const isChanged = Object.keys(ownKeys).length > 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Shortcuts"
      width="wide"
      keepsEscape={() => changing !== undefined}
      footer={
        <Button disabled={!isChanged} onClick={() => setPreferences(view, { ownKeys: {} })}>
          All as they were
        </Button>
      }
    >
      <p>They are off while you type, except those marked “also in texts”.</p>
      <TextInput value={search} onChange={setSearch} placeholder="Find an action or keys" aria-label="Find shortcuts" />
      <ScrollRegion label="Shortcuts" className={styles.scroll}>
        <div className={styles.groups}>
          {found.length + fixed.length === 0 && <p>No action and no keys are like that.</p>}
          {actionGroups.map((group) => {
            const inGroup = found.filter((action) => action.group === group);
            if (inGroup.length === 0) return null;
            return (
              <section key={group} className={styles.group} aria-label={group}>
                <h3 className={styles.title}>{group}</h3>
                <ul>
                  {inGroup.map((action) => (
                    <ActionKeys
                      key={action.id}
                      action={action}
                      isChanging={changing === action.id}
                      onChanging={(is) => setChanging(is ? action.id : undefined)}
                    />
                  ))}
                </ul>
              </section>
            );
          })}
          {fixed.length > 0 && (
            <section className={styles.group} aria-label="Lists and texts">
              <h3 className={styles.title}>Lists and texts</h3>
              <ul>
                {fixed.map(({ label, keys }) => (
                  <li key={label} className={styles.row}>
                    <span>{label}</span>
                    <span className={styles.keys}>{formatAllKeys(keys)}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      </ScrollRegion>
    </Dialog>
  );
}

const formatAllKeys = (keys: readonly string[]): string => keys.map((one) => formatKeys(one)).join(' or ');
