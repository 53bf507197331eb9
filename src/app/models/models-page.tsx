import { useStores } from '@/state/context';
import { openScreen } from '@/state/view/screens';
import { Mark } from '@/ui/display/mark';
import ModelsScreen from './models-screen';
import styles from './models-screen.module.css';

/** The models screen without an open workflow, as the start page opens it. */
export default function ModelsPage() {
  const { view } = useStores();
  return (
    <div className={styles.page}>
      <header className={styles.pageBar}>
        <button
          type="button"
          className={styles.home}
          aria-label="Heddle, all workflows"
          onClick={() => openScreen(view, { at: 'start' })}
        >
          <Mark />
          Heddle
        </button>
      </header>
      <ModelsScreen />
    </div>
  );
}
