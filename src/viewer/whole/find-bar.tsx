import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import type { Ref } from 'react';
import { IconButton } from '@/ui/form/icon-button';
import { TextInput } from '@/ui/form/text-input';
import { mostMatches } from './find-in-pages';
import type { Find } from './use-find';
import styles from './whole-text.module.css';

interface FindBarProps {
  readonly find: Find;
  readonly ref: Ref<HTMLInputElement>;
}

/** A field for words to find, how many there are, and buttons that go to the next and the previous. */
export function FindBar({ find, ref }: FindBarProps) {
  const { words, found, failed } = find;
  const none = (found?.matches.length ?? 0) === 0;
  return (
    <search className={styles.find}>
      <TextInput
        ref={ref}
        type="search"
        aria-label="Find in the text"
        placeholder="Find in the text"
        value={words}
        onChange={find.setWords}
        onKeyDown={(event) => {
          if (event.key === 'Enter') find.step(event.shiftKey ? -1 : 1);
        }}
      />
      <IconButton
        label="Previous match"
        shortcut="Shift+Enter"
        icon={<ChevronUp />}
        disabled={none}
        onClick={() => find.step(-1)}
      />
      <IconButton
        label="Next match"
        shortcut="Enter"
        icon={<ChevronDown />}
        disabled={none}
        onClick={() => find.step(1)}
      />
      <span role="status">{failed ?? (words !== '' && formatFound(find))}</span>
    </search>
  );
}

/** Such as `3 of 120`, and how much was searched until all was. */
function formatFound({ found, current }: Find): string {
  if (found === undefined) return 'Searching…';
  const count = found.matches.length;
  const all = count === mostMatches ? `the first ${mostMatches.toLocaleString('en')}` : count.toLocaleString('en');
  const place = count === 0 ? 'Not found' : `${(current + 1).toLocaleString('en')} of ${all}`;
  const isOver = found.searched === 1 || count === mostMatches;
  return isOver ? place : `${place}, ${Math.floor(found.searched * 100)} % searched`;
}
