import X from 'lucide-react/icons/x';
import { useStores } from '@/state/context';
import { attemptAction } from '@/ui/attempt';
import { IconButton } from '@/ui/form/icon-button';
import { laterPart } from '../later-part';
import styles from './tour-line.module.css';
import { endTourOffer, useTourOffer } from './tour-offer';

/** Offers the tour in one line, until it is taken or closed. */
export function TourLine() {
  const stores = useStores();
  if (!useTourOffer()) return null;
  const start = () => attemptAction(async () => (await laterPart.load()).startTour(stores), 'tour');
  return (
    <span className={styles.line}>
      New to Heddle?
      <button type="button" className={styles.start} data-link onClick={() => void start()}>
        Take the tour, one minute
      </button>
      <IconButton size="s" label="Do not offer the tour again" icon={<X />} onClick={endTourOffer} />
    </span>
  );
}
