import { Fragment } from 'react';
import type { WrittenOffer } from '../references/written-offers';
import styles from './offer-list.module.css';

interface OfferListProps {
  readonly id: string;
  readonly offers: readonly WrittenOffer[];
  readonly chosen: WrittenOffer;
  readonly onTake: (offer: WrittenOffer) => void;
}

const headings: { readonly [K in WrittenOffer['group']]: string } = {
  values: 'Values',
  functions: 'Functions',
  unconnected: 'Not connected yet',
};

/** What is offered below a text field while it is typed in. The field keeps the focus and handles the keys. */
export function OfferList({ id, offers, chosen, onTake }: OfferListProps) {
  const groups = [...new Set(offers.map(({ group }) => group))];
  const isOne = groups.length === 1 && groups[0] === 'functions';
  return (
    <div className={styles.anchor}>
      <div
        className={styles.offers}
        role="listbox"
        id={id}
        aria-label={isOne ? headings.functions : 'Names you can use here'}
        ref={scrollIntoView}
      >
        {groups.map((group) => (
          <Fragment key={group}>
            {groups.length > 1 && (
              <div className={styles.heading} role="presentation">
                {headings[group]}
              </div>
            )}
            {offers
              .filter((offer) => offer.group === group)
              .map((offer) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the keys and keeps the focus
                // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus
                <div
                  key={`${offer.name} ${offer.detail}`}
                  id={`${id} ${offer.name}`}
                  role="option"
                  aria-selected={offer === chosen}
                  className={styles.offer}
                  data-wide={group !== 'functions' || undefined}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => onTake(offer)}
                >
                  <span className={styles.name}>{offer.name}</span>
                  <span className={styles.detail}>{offer.detail}</span>
                </div>
              ))}
          </Fragment>
        ))}
      </div>
    </div>
  );
}

/** At the lower end of a form the list would be out of sight. */
function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
