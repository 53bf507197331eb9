import Play from 'lucide-react/icons/play';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { formatCost } from '@/base/figures';
import { notifyFailure } from '@/ui/attempt';
import { Button } from '@/ui/form/button';
import { Select } from '@/ui/form/select';
import { TextInput } from '@/ui/form/text-input';
import { findInGallery } from './find-in-gallery';
import styles from './gallery-browser.module.css';
import type { GalleryEntry } from './gallery-index';
import { GraphDrawing } from './graph-drawing';
import { loadGallery } from './load-gallery';
import { type Feature, featureLabels, features } from './shown-features';

const cardSelector = 'button[data-card]';

interface GalleryBrowserProps {
  /** `isPlayed`: the person asks for the recorded run to be played. */
  readonly onOpen: (entry: GalleryEntry, isPlayed: boolean) => void;
  /** Stands before the search. */
  readonly heading?: ReactNode;
  /** How many are shown until the person searches or asks for all; left out: all. */
  readonly few?: number;
  /** Whether the search has the focus at first. */
  readonly focused?: boolean;
}

/** The workflows of the gallery as cards, with a search and a filter. Nothing is shown if the list cannot be loaded. */
export function GalleryBrowser({ onOpen, heading, few, focused = false }: GalleryBrowserProps) {
  const entries = useGallery();
  const [sentence, setSentence] = useState('');
  const [feature, setFeature] = useState<Feature | ''>('');
  const [all, setAll] = useState(few === undefined);
  const list = useRef<HTMLUListElement>(null);
  const found = findInGallery(entries ?? [], sentence, feature === '' ? undefined : feature);
  const isNarrowed = sentence.trim() !== '' || feature !== '';
  const shown = all || isNarrowed ? found : found.slice(0, few);
  const focusCard = (index: number) => list.current?.querySelectorAll<HTMLElement>(cardSelector)[index]?.focus();
  if (entries?.length === 0) return null;
  return (
    <>
      <div className={styles.bar}>
        {heading}
        <TextInput
          className={styles.search}
          type="search"
          aria-label="Find a workflow"
          placeholder="Find a workflow"
          value={sentence}
          onChange={setSentence}
          data-autofocus={focused ? true : undefined}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            focusCard(0);
          }}
        />
        <Select
          className={styles.filter}
          label="Shows"
          value={feature}
          options={[
            { value: '' as const, label: 'All' },
            ...features.map((value) => ({ value, label: featureLabels[value] })),
          ]}
          onChange={setFeature}
        />
      </div>
      <p className={styles.count} role="status">
        {entries && isNarrowed && (found.length === 0 ? 'No workflow has these words.' : countWords(found.length))}
      </p>
      <ul ref={list} className={styles.cards} onKeyDown={(event) => walkCards(event, list.current)}>
        {shown.map((entry) => (
          <li key={entry.name} className={styles.item}>
            <Card entry={entry} onOpen={() => onOpen(entry, false)} />
            <Button
              className={styles.replay}
              size="s"
              icon={<Play />}
              aria-label={`Replay, no key: ${entry.title}`}
              onClick={() => onOpen(entry, true)}
            >
              Replay, no key
            </Button>
          </li>
        ))}
      </ul>
      {shown.length < found.length && (
        <Button className={styles.more} variant="ghost" onClick={() => setAll(true)}>
          Show all {found.length}
        </Button>
      )}
    </>
  );
}

const countWords = (count: number) => (count === 1 ? '1 workflow' : `${count} workflows`);

function useGallery(): readonly GalleryEntry[] | undefined {
  const [entries, setEntries] = useState<readonly GalleryEntry[]>();
  useEffect(() => {
    let shown = true;
    loadGallery().then(
      (loaded) => shown && setEntries(loaded),
      (error: unknown) => {
        if (!shown) return;
        setEntries([]);
        notifyFailure(error);
      },
    );
    return () => {
      shown = false;
    };
  }, []);
  return entries;
}

function Card({ entry, onOpen }: { readonly entry: GalleryEntry; readonly onOpen: () => void }) {
  const { title, description, figures, picture } = entry;
  return (
    <button type="button" className={styles.card} data-card title={description} onClick={onOpen}>
      <span className={styles.drawing}>
        <GraphDrawing picture={picture} />
      </span>
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        <span className={styles.figures}>
          {figures.tasks} tasks · {formatCost(figures.costUsd)}
        </span>
        <span className={styles.description}>{description}</span>
      </span>
    </button>
  );
}

/** Moves the focus between cards by the arrow keys, Home and End; up from the first row leads to nothing. */
function walkCards(event: KeyboardEvent, list: HTMLElement | null): void {
  const cards = [...(list?.querySelectorAll<HTMLButtonElement>(cardSelector) ?? [])];
  const index = cards.indexOf(document.activeElement as HTMLButtonElement);
  const getTop = (card: HTMLElement | undefined) => card?.getBoundingClientRect().top;
  const columns = cards.filter((card) => getTop(card) === getTop(cards[0])).length;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: index + 1,
    ArrowLeft: index - 1,
    ArrowDown: index + columns,
    ArrowUp: index - columns,
    Home: 0,
    End: cards.length - 1,
  };
  const next = cards[steps[event.key] ?? -1];
  if (index < 0 || next === undefined) return;
  event.preventDefault();
  next.focus();
}
