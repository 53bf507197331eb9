import { useStore } from '@xyflow/react';
import Maximize from 'lucide-react/icons/maximize';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { getActionKeys } from '@/editor/actions/action';
import { getAction } from '@/editor/actions/actions';
import { useStores, useView } from '@/state/context';
import { IconButton } from '@/ui/form/icon-button';
import styles from './tabs-row.module.css';

/** Zoom out, the zoom in per cent (a press sets 100 %), zoom in, show everything. */
export function ZoomControl() {
  const stores = useStores();
  const percent = useStore((state) => Math.round(state.transform[2] * 100));
  const ownKeys = useView((state) => state.preferences.ownKeys);
  const button = (id: string, icon: React.ReactNode) => {
    const action = getAction(id);
    const [shortcut] = getActionKeys(action, ownKeys);
    const pressButton = () => void action.run(stores);
    return <IconButton size="s" label={action.label} shortcut={shortcut} icon={icon} onClick={pressButton} />;
  };
  return (
    <fieldset className={styles.zoom} aria-label="Zoom">
      {button('zoom-out', <Minus />)}
      <button
        type="button"
        className={styles.percent}
        aria-label={`Zoom ${percent} %. Zoom to 100 %`}
        onClick={() => void getAction('zoom-full').run(stores)}
      >
        {percent} %
      </button>
      {button('zoom-in', <Plus />)}
      {button('fit', <Maximize />)}
    </fieldset>
  );
}
