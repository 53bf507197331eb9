import CircleCheck from 'lucide-react/icons/circle-check';
import KeyRound from 'lucide-react/icons/key-round';
import type { ModelOffer, OfferedKey } from '@/plan/model-offer';
import { useStores } from '@/state/context';
import { openModels } from '@/state/view/screens';
import styles from './model-picker.module.css';

const keyWords: { readonly [K in OfferedKey]: string } = {
  there: 'Key ready',
  not_needed: 'Needs no key',
  locked: 'Unlock the key',
  missing: 'Add the key',
};

/** Whether the provider of a model has its key; if not, the way to enter it. */
export function ModelKeyState({ offer }: { readonly offer: ModelOffer }) {
  const { view } = useStores();
  const { key, name, label } = offer;
  if (key === 'there' || key === 'not_needed') {
    return (
      <span className={styles.ready}>
        <CircleCheck aria-hidden="true" />
        {keyWords[key]}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={styles.missing}
      aria-label={`${keyWords[key]} for ${label}`}
      onClick={() => openModels(view, name.slice(0, name.indexOf(':')))}
    >
      <KeyRound aria-hidden="true" />
      {keyWords[key]}
    </button>
  );
}
