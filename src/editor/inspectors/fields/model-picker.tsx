import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { type KeyboardEvent, useId, useState } from 'react';
import type { ModelOffer } from '@/plan/model-offer';
import { useStores } from '@/state/context';
import { TextInput } from '@/ui/form/text-input';
import {
  formatModelOffer,
  hasEnded,
  listModelsOfDocument,
  listOfferedModels,
  type OfferedModel,
  type OfferGroup,
} from '../references/offered-models';
import styles from './model-picker.module.css';

const groupTitles: { readonly [K in OfferGroup]: string } = {
  used: 'In this workflow',
  ready: 'Ready',
  keyless: 'Without a key',
  ended: 'No longer served',
};

interface ModelPickerProps {
  /** The name of the control, as in a form. */
  readonly name: string;
  readonly text: string;
  readonly placeholder: string;
  readonly known: readonly ModelOffer[];
  /** What is known of the model that is used now. */
  readonly used: ModelOffer | undefined;
  /** Called when the field gets the focus. */
  readonly onBegin: () => void;
  /** Called when the list opens. */
  readonly onOpen: () => void;
  readonly onChange: (text: string) => void;
}

/** What is listed: by what was typed since the list opened, and which of it the arrows chose. */
interface OpenList {
  readonly own: readonly string[];
  readonly typed: string;
  readonly active: number | undefined;
}

/**
 * A field for a model. A click or the arrow down opens the list of all models; typing narrows it, and any other text
 * can be written too. The arrows choose, Enter takes, Escape closes.
 */
export function ModelPicker({ name, text, placeholder, known, used, onBegin, onOpen, onChange }: ModelPickerProps) {
  const { document } = useStores();
  const [open, setOpen] = useState<OpenList>();
  const id = useId();
  const offers = open === undefined ? [] : listOfferedModels(open.own, known, open.typed);
  // A list with nothing but what is written says nothing.
  const isShown = offers.some((offer) => offer.name !== text);
  const active = open?.active === undefined ? undefined : offers[open.active];
  const openList = (typed: string, first?: number) => {
    if (!isShown) onOpen();
    setOpen({ own: open?.own ?? listModelsOfDocument(document.getState().document), typed, active: first });
  };
  const takeOffer = (offer: OfferedModel) => {
    setOpen(undefined);
    onChange(offer.name);
  };
  const handlePickerKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && !isShown) openList('', 0);
    else if (step !== 0 && open !== undefined) {
      const from = open.active ?? (step > 0 ? -1 : 0);
      setOpen({ ...open, active: (from + step + offers.length) % offers.length });
    } else if (event.key === 'Enter' && active !== undefined) takeOffer(active);
    else if ((event.key === 'Enter' || event.key === 'Escape') && isShown) setOpen(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const figures = used && formatModelOffer(used);
  return (
    <div className={styles.picker}>
      <TextInput
        name={name}
        value={text}
        placeholder={placeholder}
        className={styles.input}
        role="combobox"
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        aria-activedescendant={active && `${id}-${open?.active}`}
        aria-autocomplete="list"
        onFocus={onBegin}
        onClick={() => openList('')}
        onChange={(typed) => {
          onChange(typed);
          openList(typed, typed.trim() === '' ? undefined : 0);
        }}
        onKeyDown={handlePickerKey}
        onBlur={() => setOpen(undefined)}
      />
      <span className={styles.figures} data-ended={hasEnded(used?.endsOn) ? '' : undefined}>
        {figures !== undefined && <span title="In USD, for a million tokens">{figures}</span>}
        <ChevronsUpDown aria-hidden="true" />
      </span>
      {isShown && (
        <div ref={scrollIntoView} className={styles.list} role="listbox" id={id} aria-label="Models">
          {offers.map((offer, index) => (
            <div key={offer.name} role="presentation">
              {offer.group !== offers[index - 1]?.group && (
                <div className={styles.title} role="presentation">
                  {groupTitles[offer.group]}
                </div>
              )}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field */}
              {/* biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus */}
              <div
                id={`${id}-${index}`}
                ref={offer === active ? scrollIntoView : undefined}
                role="option"
                aria-selected={offer === active}
                className={styles.offer}
                data-ended={offer.group === 'ended' ? '' : undefined}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => takeOffer(offer)}
              >
                <span className={styles.name}>{offer.name}</span>
                <span className={styles.detail}>{formatModelOffer(offer) ?? 'Price not known'}</span>
              </div>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** At the lower end of a form the list would be out of sight, and in a long list the chosen model. */
function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
