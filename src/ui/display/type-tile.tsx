import Brain from 'lucide-react/icons/brain';
import ChevronsRight from 'lucide-react/icons/chevrons-right';
import Combine from 'lucide-react/icons/combine';
import GitFork from 'lucide-react/icons/git-fork';
import Group from 'lucide-react/icons/group';
import Layers from 'lucide-react/icons/layers';
import ListOrdered from 'lucide-react/icons/list-ordered';
import MessageCircleQuestion from 'lucide-react/icons/message-circle-question';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Sparkles from 'lucide-react/icons/sparkles';
import Split from 'lucide-react/icons/split';
import SquareFunction from 'lucide-react/icons/square-function';
import SquareTerminal from 'lucide-react/icons/square-terminal';
import Wrench from 'lucide-react/icons/wrench';
import { memo } from 'react';
import { joinClassNames } from '../class-names';
import styles from './type-tile.module.css';

/** The icons of task types, by the name that a type gives its own. */
const icons = {
  sparkles: Sparkles,
  terminal: SquareTerminal,
  list: ListOrdered,
  layers: Layers,
  combine: Combine,
  fork: GitFork,
  group: Group,
  circle: RefreshCw,
  chevrons: ChevronsRight,
  function: SquareFunction,
  brain: Brain,
  split: Split,
  wrench: Wrench,
  question: MessageCircleQuestion,
} as const;

interface TypeProps {
  /** How the type is drawn: its icon, and the family that determines the hue. */
  readonly look: { readonly icon: keyof typeof icons; readonly family: string };
}

/**
 * The icon of a task type on a tile in the hue of its family. It has no accessible name, because the title beside it is
 * the name.
 */
export const TypeTile = memo(function TypeTile({
  look: { icon, family },
  size = 's',
}: TypeProps & { readonly size?: 's' | 'l' }) {
  const Icon = icons[icon];
  return (
    <span className={joinClassNames(styles.tile, size === 'l' && styles.l)} data-family={family} aria-hidden="true">
      <Icon strokeWidth={1.75} />
    </span>
  );
});

/** The icon of a task type alone, 14 px, in the hue of its family. */
export const TypeIcon = memo(function TypeIcon({ look: { icon, family } }: TypeProps) {
  const Icon = icons[icon];
  return (
    <span className={styles.icon} data-family={family} aria-hidden="true">
      <Icon strokeWidth={1.75} />
    </span>
  );
});
