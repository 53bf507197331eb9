import { useStores, useView } from '@/state/context';
import { setPreferences } from '@/state/view/preferences';
import { Segmented } from '@/ui/form/segmented';
import { centreModes } from './centre-modes';
import styles from './tabs-row.module.css';
import { ZoomControl } from './zoom-control';

/** At the end of the tabs row: the zoom of the canvas, and what the centre shows. */
export function ViewControls() {
  const { view } = useStores();
  const mode = useView((state) => state.preferences.mode);
  return (
    <div className={styles.view}>
      {mode !== 'code' && (
        <>
          <ZoomControl />
          <span className={styles.sep} />
        </>
      )}
      <Segmented
        label="View"
        options={centreModes}
        value={mode}
        onChange={(next) => setPreferences(view, { mode: next })}
      />
    </div>
  );
}
