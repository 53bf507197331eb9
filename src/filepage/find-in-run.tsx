import Search from 'lucide-react/icons/search';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatCount } from '@/base/figures';
import { findInstance, getNearestTaskPath } from '@/run/journal-path';
import { type FoundText, type SearchNews, searchLimits } from '@/run/search/found-run';
import { searchTerms } from '@/run/search/search-terms';
import { type AppStores, useRun, useStores } from '@/state/context';
import { showRanTask } from '@/state/show-ran-task';
import { travelToEvent } from '@/state/time-travel';
import { useAsked } from '@/state/use-asked';
import { openDrawer } from '@/state/view/panels';
import { openScreen } from '@/state/view/screens';
import { chooseInstance } from '@/state/view/shown-run';
import { TextInput } from '@/ui/form/text-input';
import { FoundInEvent } from '@/viewer/found-in-event';
import styles from './find-in-run.module.css';

/** How long typing may pause before the run is searched, in ms. */
const pauseMs = 200;

/**
 * Finds words in all texts of the run, in their whole length: `Ctrl+F` leads to it, arrows through what was found, and
 * Enter shows a place as of its event. `onList` is told whether the list of what was found lies over the run.
 */
export function FindInRun({ onList }: { readonly onList: (isShown: boolean) => void }) {
  const stores = useStores();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const terms = searchTerms(text);
  const executionId = useRun((state) => state.executionId);
  const { value: found, isOld } = useAsked(
    [stores, text, executionId],
    terms.length === 0 ? undefined : () => findPlaces(stores, text, executionId),
    pauseMs,
  );
  useFindKey(box);
  const close = () => {
    box.current?.querySelector('input')?.focus();
    setOpen(false);
  };
  const isShown = isOpen && terms.length > 0;
  useEffect(() => onList(isShown), [isShown, onList]);
  const show = (place: FoundText) => {
    setOpen(false);
    void showPlace(stores, place);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field and the buttons in it
    <div
      ref={box}
      className={styles.find}
      onKeyDown={(event) => isShown && moveFocus(box.current, event, close)}
      onBlur={({ relatedTarget }) => box.current?.contains(relatedTarget) || setOpen(false)}
    >
      <Search aria-hidden="true" size={14} />
      <TextInput
        aria-label="Find in the run"
        placeholder="Find in the run"
        value={text}
        maxLength={1000}
        onFocus={() => setOpen(true)}
        onChange={(words) => {
          setText(words);
          setOpen(true);
        }}
      />
      {isShown && (
        <div className={styles.panel}>
          <p role="status">{isOld ? 'Searching…' : formatStatus(found ?? [])}</p>
          {!isOld && (
            <ul aria-label="Found">
              {found?.map((place) => (
                <li key={`${place.seq} ${place.role}`}>
                  <button type="button" onClick={() => show(place)}>
                    <FoundInEvent text={place} terms={terms} />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  );
}

function formatStatus({ length }: readonly FoundText[]): string {
  if (length === 0) return 'Nothing found: all words must be in the same text.';
  return length < searchLimits.ofRun ? formatCount(length, 'place') : `The last ${formatCount(length, 'place')}`;
}

/** The places of the shown run that have all words, the last one first. */
async function findPlaces(
  { services }: AppStores,
  text: string,
  executionId: string | undefined,
): Promise<readonly FoundText[]> {
  const places: FoundText[] = [];
  const tell = ({ found }: Pick<SearchNews, 'found'>) => {
    for (const { run, texts } of found) if (run.id === executionId) places.push(...texts);
  };
  await services.runner.search({ text }, tell, new AbortController().signal);
  return places;
}

/** Shows a place as of its event: a prompt as it was sent, anything else beside the output of its task. */
async function showPlace(stores: AppStores, { seq, path, role }: FoundText): Promise<void> {
  const { run, view, services } = stores;
  openScreen(view, { at: 'editor' });
  await travelToEvent(run, services.runner, seq);
  const taskPath = getNearestTaskPath(path);
  const isThere = taskPath !== '' && showRanTask(stores, taskPath);
  chooseInstance(view, findInstance(path));
  openDrawer(view, isThere ? 'output' : 'events');
  if (role === 'prompt') openScreen(view, { at: 'context', call: path });
}

/** `Ctrl+F` leads to the field; pressed again in it, it is the browser’s own. */
function useFindKey(box: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const lead = (event: globalThis.KeyboardEvent) => {
      const field = box.current?.querySelector('input');
      const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'f';
      if (!isFind || field == null || document.activeElement === field) return;
      event.preventDefault();
      field.select();
      field.focus();
    };
    addEventListener('keydown', lead);
    return () => removeEventListener('keydown', lead);
  }, [box]);
}

/** Arrows lead from the field through what was found, and back; Enter in the field opens the first, Escape closes. */
function moveFocus(box: HTMLElement | null, event: KeyboardEvent, close: () => void): void {
  const stops: (HTMLElement | null)[] = [...(box?.querySelectorAll<HTMLElement>('input, button') ?? [])];
  const at = stops.indexOf(document.activeElement as HTMLElement | null);
  if (event.key === 'Enter' && at === 0) stops[1]?.click();
  else if (event.key === 'Escape') close();
  else if (event.key === 'ArrowDown') stops[Math.min(at + 1, stops.length - 1)]?.focus();
  else if (event.key === 'ArrowUp') stops[Math.max(at - 1, 0)]?.focus();
  else return;
  event.preventDefault();
}
