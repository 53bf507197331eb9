import type { LucideIcon } from 'lucide-react';
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
import { classNames } from '../class-names';
import styles from './type-tile.module.css';

/** Icon of each task type, by its name in the language. */
const icons: Readonly<Record<string, LucideIcon>> = {
  atomic: Sparkles,
  script: SquareTerminal,
  sequential: ListOrdered,
  map: Layers,
  reduce: Combine,
  cond: GitFork,
  group: Group,
  director_evaluator: RefreshCw,
  pipeline: ChevronsRight,
  call: SquareFunction,
  associative_memory: Brain,
  reparse: Split,
  tool: Wrench,
  ask: MessageCircleQuestion,
};

interface TypeProps {
  /** Name of a task type in the language. */
  readonly type: string;
  /** The family of the type, which determines the hue. */
  readonly family: string;
}

/**
 * The icon of a task type on a tile in the hue of its family. It has no accessible name, because the title beside it is
 * the name.
 */
export const TypeTile = memo(function TypeTile({
  type,
  family,
  size = 's',
}: TypeProps & { readonly size?: 's' | 'l' }) {
  const Icon = icons[type] ?? Sparkles;
  return (
    <span className={classNames(styles.tile, size === 'l' && styles.l)} data-family={family} aria-hidden="true">
      <Icon strokeWidth={1.75} />
    </span>
  );
});

/** The icon of a task type alone, 14 px, in the hue of its family. */
export const TypeIcon = memo(function TypeIcon({ type, family }: TypeProps) {
  const Icon = icons[type] ?? Sparkles;
  return (
    <span className={styles.icon} data-family={family} aria-hidden="true">
      <Icon strokeWidth={1.75} />
    </span>
  );
});
