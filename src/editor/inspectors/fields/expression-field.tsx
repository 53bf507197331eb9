import { type ReactNode, useId, useRef, useState } from 'react';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';
import { buildGuideUrl } from '@/ui/guide';
import type { FunctionHelp } from '@/workflow/expressions/function-list';
import {
  completeFunction,
  type FunctionPlace,
  findFunctionPlace,
  listFunctionOffers,
} from '@/workflow/expressions/function-offers';
import { FieldHelpButton } from '../../help/field-help-button';
import { WriteButton } from '../../writing/write-button';
import type { FieldPath } from './field-path';
import fields from './fields.module.css';
import { type Offer, OfferList } from './offer-list';
import { plainTextFormat } from './text-format';
import { useOffers } from './use-offers';
import { useTextField } from './use-text-field';

interface ExpressionFieldProps {
  readonly path: FieldPath;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly placeholder?: string;
}

/** Most functions that are offered at once. */
const maxOffers = 8;

interface ExpressionOffer extends Offer {
  readonly found: FunctionHelp;
}

function createExpressionOffer(found: FunctionHelp): ExpressionOffer {
  const owner = found.on === undefined ? '' : `${found.on}.`;
  return { name: `${owner}${found.call}`, detail: found.about, found };
}

/** Of a name that could be the author's own, one letter offers nothing yet. */
function isEnough({ on, typed }: FunctionPlace): boolean {
  return on !== undefined || typed.length > 1;
}

/** A field of one line that is a CEL expression. It offers functions, and leads to what an expression can use. */
export function ExpressionField({ path, label, hint, placeholder }: ExpressionFieldProps) {
  const { text, field, error, change } = useTextField(path, plainTextFormat);
  const [place, setPlace] = useState<FunctionPlace>();
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();

  const offers =
    place === undefined || !isEnough(place)
      ? []
      : listFunctionOffers(place).slice(0, maxOffers).map(createExpressionOffer);
  const { chosen, onKeyDown, chooseFirst } = useOffers(offers, takeOffer, () => setPlace(undefined));

  function lookForPlace(): void {
    const element = input.current;
    const next = element ? findFunctionPlace(element.value.slice(0, element.selectionStart ?? 0)) : undefined;
    setPlace(next);
    if (next?.typed !== place?.typed) chooseFirst();
  }
  function takeOffer({ found }: ExpressionOffer): void {
    const element = input.current;
    const cursor = element?.selectionStart;
    if (place === undefined || typeof cursor !== 'number') return;
    const done = completeFunction(text, cursor, place, found);
    // As if it were typed, so that the field's own undo takes it back.
    element?.setSelectionRange(cursor - place.typed.length, cursor);
    if (!document.execCommand('insertText', false, done.inserted)) change(done.text);
    element?.setSelectionRange(done.cursor, done.cursor);
    setPlace(undefined);
  }

  return (
    <div className={fields.withFix}>
      {/* While a function is being chosen, it is no mistake that its name is not whole yet. */}
      <Field
        label={label}
        help={
          <>
            <FieldHelpButton path={path} label={label} />
            <WriteButton path={path} label={label} language="expression" />
          </>
        }
        hint={<ExpressionHint hint={hint} />}
        error={chosen ? undefined : error}
      >
        <TextInput
          ref={input}
          name={field.name}
          value={text}
          mono
          placeholder={placeholder}
          onChange={(next) => {
            change(next);
            lookForPlace();
          }}
          onFocus={field.begin}
          onBlur={() => setPlace(undefined)}
          onKeyDown={onKeyDown}
          aria-autocomplete="list"
          aria-controls={chosen && listId}
          aria-activedescendant={chosen && `${listId} ${chosen.name}`}
        />
      </Field>
      {chosen && <OfferList id={listId} label="Functions" offers={offers} chosen={chosen} onTake={takeOffer} />}
    </div>
  );
}

function ExpressionHint({ hint }: { readonly hint: ReactNode }) {
  return (
    <>
      {hint}
      {hint !== undefined && '. '}A CEL expression.{' '}
      <a href={buildGuideUrl('language', 'templates-and-expressions')} target="heddle-guide" rel="noopener">
        What it can use
      </a>
    </>
  );
}
