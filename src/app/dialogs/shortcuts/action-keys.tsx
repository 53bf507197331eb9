import Pencil from 'lucide-react/icons/pencil';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type Action, getActionKeys } from '@/editor/actions/action';
import { actions } from '@/editor/actions/actions';
import { findKeysOwner, findKeysRefusal, resetActionKeys, setActionKeys } from '@/editor/actions/own-keys';
import { useStores, useView } from '@/state/context';
import { setPreferences } from '@/state/view/preferences';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { formatKeys, readEventKeys } from '@/ui/keys';
import styles from './shortcuts-dialog.module.css';

interface ActionKeysProps {
  readonly action: Action;
  /** Whether its keys are being chosen; of one action at a time. */
  readonly isChanging: boolean;
  readonly onChanging: (is: boolean) => void;
}

/** A row with an action, its keys, and a button with which a person chooses others. */
export function ActionKeys({ action, isChanging, onChanging }: ActionKeysProps) {
  const ownKeys = useView((state) => state.preferences.ownKeys);
  const change = useRef<HTMLButtonElement>(null);
  const wasChanging = useRef(false);
  useEffect(() => {
    if (wasChanging.current && !isChanging) change.current?.focus();
    wasChanging.current = isChanging;
  }, [isChanging]);
  const keys = getActionKeys(action, ownKeys);
  const shown = keys.map((one) => formatKeys(one)).join(' or ');
  return (
    <li className={styles.action}>
      <div className={styles.row}>
        <span>
          {action.label}
          {action.whileTyping && <small className={styles.also}>also in texts</small>}
        </span>
        <span className={styles.keys}>{shown || <span className={styles.none}>no keys</span>}</span>
        {action.clipboard === undefined && (
          <IconButton
            ref={change}
            size="s"
            label={`Change the keys of “${action.label}”`}
            icon={<Pencil />}
            aria-expanded={isChanging}
            onClick={() => onChanging(!isChanging)}
          />
        )}
      </div>
      {isChanging && <KeyChoice action={action} onDone={() => onChanging(false)} />}
    </li>
  );
}

interface Chosen {
  readonly keys: string;
  readonly refusal: string | undefined;
  readonly owner: Action | undefined;
}

/** Takes the keys that a person presses; asks before it takes them from another action. */
function KeyChoice({ action, onDone }: { readonly action: Action; readonly onDone: () => void }) {
  const { view } = useStores();
  const ownKeys = useView((state) => state.preferences.ownKeys);
  const [chosen, setChosen] = useState<Chosen>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const setKeys = (next: typeof ownKeys) => {
    setPreferences(view, { ownKeys: next });
    onDone();
  };
  const handleChosenKey = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return onDone();
    const keys = readEventKeys(event.nativeEvent);
    if (keys === undefined) return undefined;
    const owner = findKeysOwner(actions, action, keys, ownKeys);
    const refusal =
      findKeysRefusal(action, keys) ?? (owner?.clipboard && `The browser needs them for “${owner.label}”.`);
    if (refusal === undefined && owner === undefined) return setKeys(setActionKeys(ownKeys, action, [keys]));
    return setChosen({ keys, refusal, owner });
  };
  const { keys = '', refusal, owner } = chosen ?? {};
  return (
    <div className={styles.choice}>
      <input
        className={styles.pressed}
        readOnly
        ref={field}
        value={keys === '' ? '' : formatKeys(keys)}
        placeholder="Press the new keys"
        aria-label={`New keys of “${action.label}”`}
        aria-invalid={refusal !== undefined}
        onKeyDown={handleChosenKey}
      />
      {refusal === undefined && owner !== undefined && (
        <Button size="s" onClick={() => setKeys(setActionKeys(ownKeys, action, [keys], owner))}>
          Take them
        </Button>
      )}
      <Button size="s" onClick={() => setKeys(setActionKeys(ownKeys, action, []))}>
        No keys
      </Button>
      {Object.hasOwn(ownKeys, action.id) && (
        <Button size="s" onClick={() => setKeys(resetActionKeys(actions, ownKeys, action))}>
          As they were
        </Button>
      )}
      <p role="status" className={styles.said}>
        {refusal ?? (owner && `${formatKeys(keys)} is “${owner.label}”.`) ?? 'Esc leaves them as they are.'}
      </p>
    </div>
  );
}
