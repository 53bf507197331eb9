import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { classNames } from '@/ui/class-names';
import { Field } from '@/ui/form/field';
import { TextArea } from '@/ui/form/text-area';
import { FixButton } from '../../problems/fix-button';
import {
  completeReference,
  matchingNames,
  type OpenReference,
  openReferenceAt,
} from '../references/complete-reference';
import type { ScopeName } from '../references/names-in-scope';
import { splitReferences } from '../references/split-references';
import { useScopeNames } from '../references/use-scope-names';
import type { FieldPath } from './field-path';
import fields from './fields.module.css';
import styles from './template-field.module.css';
import { plainTextFormat } from './text-format';
import { useTextField } from './use-text-field';

interface TemplateFieldProps {
  readonly path: FieldPath;
  readonly label: ReactNode;
  readonly placeholder?: string;
  readonly rows?: number;
}

/** Most names suggested at once. */
const maxOffers = 8;

/** A text with references. Known ones stand out, unknown ones are marked, and `{{` suggests names. */
export function TemplateField({ path, label, placeholder, rows = 3 }: TemplateFieldProps) {
  const { text, field, error, change } = useTextField(path, plainTextFormat);
  const names = useScopeNames();
  const known = useMemo(() => new Set(names.map(({ name }) => name)), [names]);
  const pieces = useMemo(() => splitReferences(text, (name) => known.has(name)), [text, known]);
  const [open, setOpen] = useState<OpenReference>();
  const [active, setActive] = useState(0);
  const area = useRef<HTMLTextAreaElement>(null);
  const listId = useId();

  const offers = open ? matchingNames(names, open.typed).slice(0, maxOffers) : [];
  const chosen = offers[Math.min(active, offers.length - 1)];

  const look = (): void => {
    const element = area.current;
    const next = element ? openReferenceAt(element.value, element.selectionStart) : undefined;
    setOpen(next);
    if (next?.typed !== open?.typed) setActive(0);
  };
  const take = (name: string): void => {
    const element = area.current;
    if (!open || !element) return;
    const done = completeReference(text, open, name);
    // Inserted as if typed, so that the field's own undo removes it.
    element.setSelectionRange(open.from, element.value.length);
    if (!document.execCommand('insertText', false, done.text.slice(open.from))) change(done.text);
    element.setSelectionRange(done.cursor, done.cursor);
    setOpen(undefined);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!chosen) return;
    if (event.key === 'ArrowDown') setActive((active + 1) % offers.length);
    else if (event.key === 'ArrowUp') setActive((active + offers.length - 1) % offers.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(chosen.name);
    else if (event.key === 'Escape') setOpen(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={fields.withFix}>
      {/* While a name is being typed, its incompleteness is not a mistake. */}
      <Field label={label} error={chosen ? undefined : error}>
        <div className={styles.frame} data-low={rows === 1}>
          <div className={styles.mirror} aria-hidden="true">
            {pieces.map((piece, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no identity beyond their place
              <span key={index} className={styles[piece.kind]}>
                {piece.text}
              </span>
            ))}
            {/* A line break at the end makes a line only if something follows it. */}
            {'\u200b'}
          </div>
          <TextArea
            ref={area}
            mono
            name={field.name}
            rows={rows}
            className={classNames(styles.area, rows === 1 && fields.low)}
            value={text}
            placeholder={placeholder}
            onChange={(next) => {
              change(next);
              look();
            }}
            onSelect={look}
            onFocus={field.begin}
            onBlur={() => setOpen(undefined)}
            onKeyDown={onKeyDown}
            aria-autocomplete="list"
            aria-controls={chosen && listId}
            aria-activedescendant={chosen && `${listId} ${chosen.name}`}
          />
        </div>
      </Field>
      {chosen && <Offers id={listId} offers={offers} chosen={chosen} onTake={take} />}
      <FixButton fix={field.problem?.fix} />
    </div>
  );
}

interface OffersProps {
  readonly id: string;
  readonly offers: readonly ScopeName[];
  readonly chosen: ScopeName;
  readonly onTake: (name: string) => void;
}

function Offers({ id, offers, chosen, onTake }: OffersProps) {
  return (
    <div className={styles.offers} role="listbox" id={id} aria-label="Names you can use here">
      {offers.map((offer) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field, which keeps the focus
        // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus
        <div
          key={offer.name}
          id={`${id} ${offer.name}`}
          role="option"
          aria-selected={offer === chosen}
          className={styles.offer}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(offer.name)}
        >
          <span className={styles.name}>{offer.name}</span>
          <span className={styles.detail}>{offer.detail}</span>
        </div>
      ))}
    </div>
  );
}
