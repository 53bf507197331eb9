import { useStores } from '@/state/context';
import { Mark } from '../shell/mark';
import ModelsScreen from './models-screen';
import styles from './models-screen.module.css';

/** The screen of models with no workflow behind it, as it is opened from the start page. */
export default function ModelsPage() {
  const { view } = useStores();
  return (
    <div className={styles.page}>
      <header className={styles.pageBar}>
        <button
          type="button"
          className={styles.home}
          aria-label="Heddle, all workflows"
          onClick={() => view.setState({ screen: 'start' })}
        >
          <Mark />
          Heddle
        </button>
      </header>
      <ModelsScreen />
    </div>
  );
}
