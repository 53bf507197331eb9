import { type FindableKind, findableKinds } from '@/workflow/find/map-findable';
import styles from './find-panel.module.css';

const kindLabels: { readonly [K in FindableKind]: string } = {
  name: 'Names',
  prompt: 'Prompts',
  script: 'Scripts',
  model: 'Models',
  expression: 'Expressions',
  note: 'Notes',
};

interface KindChoiceProps {
  readonly kinds: readonly FindableKind[];
  readonly onChange: (kinds: readonly FindableKind[]) => void;
}

/** In which texts is searched: any of the kinds. */
export function KindChoice({ kinds, onChange }: KindChoiceProps) {
  return (
    <fieldset className={styles.kinds} aria-label="Search in">
      {findableKinds.map((kind) => {
        const isOn = kinds.includes(kind);
        return (
          <button
            key={kind}
            type="button"
            className={styles.kind}
            aria-pressed={isOn}
            onClick={() => onChange(findableKinds.filter((one) => (one === kind ? !isOn : kinds.includes(one))))}
          >
            {kindLabels[kind]}
          </button>
        );
      })}
    </fieldset>
  );
}
