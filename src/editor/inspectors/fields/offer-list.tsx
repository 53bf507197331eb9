import styles from './offer-list.module.css';

/** Something that is offered while a text is typed. */
export interface Offer {
  readonly name: string;
  readonly detail: string;
}

interface OfferListProps<T extends Offer> {
  readonly id: string;
  readonly label: string;
  readonly offers: readonly T[];
  readonly chosen: T;
  readonly onTake: (offer: T) => void;
}

/** What is offered below a text field while it is typed in. The field keeps the focus and handles the keys. */
export function OfferList<T extends Offer>({ id, label, offers, chosen, onTake }: OfferListProps<T>) {
  return (
    <div ref={scrollIntoView} className={styles.offers} role="listbox" id={id} aria-label={label}>
      {offers.map((offer) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field, which keeps the focus
        // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus
        <div
          key={`${offer.name} ${offer.detail}`}
          id={`${id} ${offer.name}`}
          role="option"
          aria-selected={offer === chosen}
          className={styles.offer}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(offer)}
        >
          <span className={styles.name}>{offer.name}</span>
          <span className={styles.detail}>{offer.detail}</span>
        </div>
      ))}
    </div>
  );
}

/** At the lower end of a form the list would be out of sight. */
function scrollIntoView(list: HTMLElement | null): void {
  list?.scrollIntoView({ block: 'nearest' });
}
