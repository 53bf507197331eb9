import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { joinClassNames } from '@/ui/class-names';
import { Field } from '@/ui/form/field';
import { TextArea } from '@/ui/form/text-area';
import { FieldHelpButton } from '../../help/field-help-button';
import { FixButton } from '../../problems/fix-button';
import { WriteButton } from '../../writing/write-button';
import {
  completeReference,
  listMatchingNames,
  type OpenReference,
  openReferenceAt,
} from '../references/complete-reference';
import { splitReferences } from '../references/split-references';
import { useScopeNames } from '../references/use-scope-names';
import type { FieldPath } from './field-path';
import fields from './fields.module.css';
import { OfferList } from './offer-list';
import styles from './template-field.module.css';
import { plainTextFormat } from './text-format';
import { useOffers } from './use-offers';
import { useTextField } from './use-text-field';

interface TemplateFieldProps {
  readonly path: FieldPath;
  readonly label: ReactNode;
  readonly placeholder?: string;
  readonly rows?: number;
}

/** Most names that are offered at once. */
const maxOffers = 8;

/** A text with references in it: known ones stand out, unknown ones are marked, and `{{` offers what can be named. */
export function TemplateField({ path, label, placeholder, rows = 3 }: TemplateFieldProps) {
  const { text, field, error, change } = useTextField(path, plainTextFormat);
  const names = useScopeNames();
  const known = useMemo(() => new Set(names.map(({ name }) => name)), [names]);
  const pieces = useMemo(() => splitReferences(text, (name) => known.has(name)), [text, known]);
  const [open, setOpen] = useState<OpenReference>();
  const area = useRef<HTMLTextAreaElement>(null);
  const mirror = useRef<HTMLDivElement>(null);
  const listId = useId();
  const name = typeof label === 'string' ? label : 'this text';

  const offers = open ? listMatchingNames(names, open.typed).slice(0, maxOffers) : [];

  const { chosen, onKeyDown, chooseFirst } = useOffers(
    offers,
    ({ name }) => takeName(name),
    () => setOpen(undefined),
  );

  const lookForReference = (): void => {
    const element = area.current;
    const next = element ? openReferenceAt(element.value, element.selectionStart) : undefined;
    setOpen(next);
    if (next?.typed !== open?.typed) chooseFirst();
  };
  const takeName = (name: string): void => {
    const element = area.current;
    if (!open || !element) return;
    const done = completeReference(text, open, name);
    // As if it were typed, so that the field's own undo takes it back.
    element.setSelectionRange(open.from, element.value.length);
    if (!document.execCommand('insertText', false, done.text.slice(open.from))) change(done.text);
    element.setSelectionRange(done.cursor, done.cursor);
    setOpen(undefined);
  };
  return (
    <div className={fields.withFix}>
      {/* While a name is being chosen, it is no mistake that it is not whole yet. */}
      <Field
        label={label}
        help={
          <>
            <FieldHelpButton path={path} label={name} />
            <WriteButton path={path} label={name} language="template" />
          </>
        }
        error={chosen ? undefined : error}
      >
        <div className={styles.frame} data-low={rows === 1}>
          <div ref={mirror} className={styles.mirror} aria-hidden="true" translate="no">
            {pieces.map((piece, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no identity beyond their place
              <span key={index} className={styles[piece.kind]}>
                {piece.text}
              </span>
            ))}
            {/* A line break at the end is a line only if something follows it. */}
            {'\u200b'}
          </div>
          <TextArea
            ref={area}
            mono
            name={field.name}
            rows={rows}
            className={joinClassNames(styles.area, rows === 1 && fields.low)}
            value={text}
            placeholder={placeholder}
            onChange={(next) => {
              change(next);
              lookForReference();
            }}
            onSelect={lookForReference}
            onScroll={({ currentTarget }) => {
              if (mirror.current) mirror.current.scrollTop = currentTarget.scrollTop;
            }}
            onFocus={field.begin}
            onBlur={() => setOpen(undefined)}
            onKeyDown={onKeyDown}
            aria-autocomplete="list"
            aria-controls={chosen && listId}
            aria-activedescendant={chosen && `${listId} ${chosen.name}`}
          />
        </div>
      </Field>
      {chosen && (
        <OfferList
          id={listId}
          label="Names you can use here"
          offers={offers}
          chosen={chosen}
          onTake={({ name }) => takeName(name)}
        />
      )}
      <FixButton fix={field.problem?.fix} />
    </div>
  );
}
