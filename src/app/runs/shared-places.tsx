import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import type { SharedPlace } from '@/share/list-places';
import type { RedactedPart } from '@/share/redaction';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { IconButton } from '@/ui/form/icon-button';
import { Segmented } from '@/ui/form/segmented';
import styles from './share-run-dialog.module.css';

interface SharedPlacesProps {
  readonly places: readonly SharedPlace[];
  /** The place that is shown, from 0. */
  readonly at: number;
  readonly onMove: (at: number) => void;
}

/** What is taken out, place by place, as others will see it and as it was. */
export function SharedPlaces({ places, at, onMove }: SharedPlacesProps) {
  const [side, setSide] = useState<'before' | 'after'>('after');
  const index = Math.min(at, places.length - 1);
  const place = places[index];
  if (place === undefined) return null;
  return (
    <section className={styles.places} aria-label="As others will see it">
      <div className={styles.placesBar}>
        <h3>As others will see it</h3>
        <span role="status">{place.where}</span>
        <IconButton
          size="s"
          label="Previous place"
          icon={<ChevronLeft />}
          disabled={index === 0}
          onClick={() => onMove(index - 1)}
        />
        <span>
          {(index + 1).toLocaleString('en')} / {places.length.toLocaleString('en')}
        </span>
        <IconButton
          size="s"
          label="Next place"
          icon={<ChevronRight />}
          disabled={index === places.length - 1}
          onClick={() => onMove(index + 1)}
        />
        <Segmented
          label="Which text"
          value={side}
          options={[
            { value: 'before', label: 'Before' },
            { value: 'after', label: 'After' },
          ]}
          onChange={setSide}
        />
      </div>
      <ScrollRegion className={styles.placeText} label="The text of the place">
        {place.parts.map((part, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have nothing but their order
          <PartOfText key={number} part={part} isAfter={side === 'after'} />
        ))}
      </ScrollRegion>
    </section>
  );
}

function PartOfText({
  part: { text, mark, isKey },
  isAfter,
}: {
  readonly part: RedactedPart;
  readonly isAfter: boolean;
}) {
  if (mark === undefined) return isKey ? <strong className={styles.key}>{text}</strong> : text;
  return isAfter ? <mark>{mark.slice(1, -1)}</mark> : <strong>{text}</strong>;
}
