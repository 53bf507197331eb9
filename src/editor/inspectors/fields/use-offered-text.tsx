import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useStores } from '@/state/context';
import { type OutputStep, type PickSource, picksAttribute, setPickTarget } from '@/state/picking';
import { isSampleText } from '@/workflow/tasks/blank-tasks';
import { connectNamedTask } from '../references/connect-named-task';
import type { ScopeName } from '../references/names-in-scope';
import { useOfferedNames } from '../references/use-offered-names';
import {
  findOpenName,
  insertOffer,
  listWrittenOffers,
  type NamingLanguage,
  type OpenName,
  selectOffersInSight,
  type WrittenOffer,
  writeOutputName,
} from '../references/written-offers';
import { OfferList } from './offer-list';
import { useOffers } from './use-offers';
import type { EditedText } from './use-text-field';

type TextElement = HTMLInputElement | HTMLTextAreaElement;

/** A text field in which values are picked. */
interface OfferedText<E extends TextElement> {
  /** For the control of the text. */
  readonly control: {
    readonly ref: RefObject<E | null>;
    readonly onChange: (text: string) => void;
    readonly onSelect: () => void;
    readonly onFocus: () => void;
    readonly onClick: () => void;
    readonly onBlur: (event: FocusEvent) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly 'aria-autocomplete': 'list';
    readonly 'aria-controls': string | undefined;
    readonly 'aria-activedescendant': string | undefined;
  };
  /** Whether a name is being chosen, which then need not be whole. */
  readonly isChoosing: boolean;
  /** What is offered, for below the control. */
  readonly list: ReactNode;
}

const none: readonly WrittenOffer[] = [];

/**
 * Offers what can be named in a text while it is typed: values with what they held in the shown run, functions, and the
 * tasks that do not run before yet, which are connected when they are chosen. Meanwhile a press on a value of an output
 * puts its name in. Nothing is looked for before a name can be meant: in a template from its braces on.
 */
export function useOfferedText<E extends TextElement>(
  { text, field, change }: Pick<EditedText, 'text' | 'field' | 'change'>,
  language: NamingLanguage,
  label: string,
): OfferedText<E> {
  const [open, setOpen] = useState<OpenName>();
  const [isEntered, setEntered] = useState(false);
  /** From the first name that is begun until the field is left. */
  const [isWanted, setWanted] = useState(false);
  /** The text of a new task, which is typed over, from when the field is entered until a press on it is over. */
  const sample = useRef<string>(undefined);
  const element = useRef<E>(null);
  const listId = useId();
  const { names, known } = useOfferedNames(field.name, language, isWanted);
  const offers = useMemo(
    () => (open === undefined ? none : selectOffersInSight(listWrittenOffers(language, text, open, names, known))),
    [language, text, open, names, known],
  );
  const { chosen, onKeyDown, chooseFirst } = useOffers(offers, takeOffer, () => setOpen(undefined));
  const takesValues = isEntered && (language !== 'template' || open !== undefined);
  usePicking(takesValues, { element, label, language, names, pick: pickValue, leave: leaveField });

  function lookForName(isTyped: boolean): void {
    const { current } = element;
    if (current === null) return;
    const found = findOpenName(language, current.value, current.selectionStart ?? 0);
    // A field that is one name offers all of them, until a name is typed.
    const next = found && language === 'reference' && !isTyped ? { ...found, typed: '' } : found;
    setOpen(next);
    if (next !== undefined) setWanted(true);
    if (next?.typed !== open?.typed) chooseFirst();
  }
  function takeOffer(offer: Pick<WrittenOffer, 'name' | 'found' | 'connects'>): void {
    const { current } = element;
    if (current === null) return;
    const place = open ?? placeToPutIn(language, current);
    const done = insertOffer(language, text, place, offer);
    current.focus();
    typeText(current, place.from, done.text, change);
    current.setSelectionRange(done.cursor, done.cursor);
    setOpen(undefined);
    if (offer.connects !== undefined) void connectNamedTask(field, offer.connects);
  }
  function pickValue({ name, taskPath }: PickSource, steps: readonly OutputStep[]): void {
    const connects = names.find((one) => one.taskPath === taskPath)?.connects;
    takeOffer({ name: writeOutputName(language, name, steps), ...(connects && { connects }) });
  }
  function leaveField(): void {
    setOpen(undefined);
    setEntered(false);
    setWanted(false);
  }
  return {
    control: {
      ref: element,
      onChange: (next) => {
        change(next);
        lookForName(true);
      },
      onSelect: () => {
        if (language === 'template') lookForName(true);
        // Elsewhere another name would be meant.
        else if (open !== undefined && element.current?.selectionStart !== open.to) setOpen(undefined);
      },
      onFocus: () => {
        setEntered(true);
        if (isEntered) return;
        field.begin();
        if (language === 'expression') setWanted(true);
        sample.current = isSampleText(text) ? text : undefined;
        if (sample.current !== undefined) element.current?.select();
        if (language === 'reference') lookForName(false);
      },
      // After the press that entered the field the browser put the cursor into it.
      onClick: () => {
        const { current } = element;
        const isUntouched = current?.value === sample.current && current?.selectionStart === current?.selectionEnd;
        if (isUntouched) current?.select();
        sample.current = undefined;
      },
      onBlur: ({ relatedTarget }) => {
        if (!isInPicker(relatedTarget)) leaveField();
      },
      onKeyDown,
      'aria-autocomplete': 'list',
      'aria-controls': chosen && listId,
      'aria-activedescendant': chosen && `${listId} ${chosen.name}`,
    },
    isChoosing: chosen !== undefined,
    list: chosen && <OfferList id={listId} offers={offers} chosen={chosen} onTake={takeOffer} />,
  };
}

/** Where no name is being written: what is selected, or the one name that the field is. */
function placeToPutIn(language: NamingLanguage, { value, selectionStart, selectionEnd }: TextElement): OpenName {
  if (language === 'reference') return { from: 0, to: value.length, typed: '' };
  const from = selectionStart ?? value.length;
  return { from, to: selectionEnd ?? from, typed: '' };
}

const isInPicker = (element: EventTarget | null): boolean =>
  element instanceof Element && element.closest(`[${picksAttribute}]`) !== null;

interface PickingField {
  readonly element: RefObject<TextElement | null>;
  readonly label: string;
  readonly language: NamingLanguage;
  readonly names: readonly ScopeName[];
  readonly pick: (source: PickSource, steps: readonly OutputStep[]) => void;
  readonly leave: () => void;
}

/** Lets the field take values that are pressed in the drawer, until the focus is in neither. */
function usePicking(isOn: boolean, { element, label, language, names, pick, leave }: PickingField): void {
  const { view } = useStores();
  const live = useRef({ pick, leave });
  live.current = { pick, leave };
  useEffect(() => {
    if (!isOn) return;
    const sources = names.flatMap(({ name, taskPath }) => (taskPath === undefined ? [] : [{ name, taskPath }]));
    return setPickTarget(view, {
      label,
      sources,
      write: ({ name }, steps) => writeOutputName(language, name, steps),
      pick: (source, steps) => live.current.pick(source, steps),
    });
  }, [isOn, label, language, names, view]);
  useEffect(() => {
    if (!isOn) return;
    const onLeaving = ({ target, relatedTarget }: globalThis.FocusEvent) => {
      if (isInPicker(target) && relatedTarget !== element.current && !isInPicker(relatedTarget)) live.current.leave();
    };
    document.addEventListener('focusout', onLeaving);
    return () => document.removeEventListener('focusout', onLeaving);
  }, [isOn, element]);
}

/** Replaces a text from a place on as if it were typed, so that the field's own undo takes it back. */
function typeText(element: TextElement, from: number, text: string, change: (text: string) => void): void {
  element.setSelectionRange(from, element.value.length);
  if (!document.execCommand('insertText', false, text.slice(from))) change(text);
}
