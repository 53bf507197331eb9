import AudioLines from 'lucide-react/icons/audio-lines';
import FileText from 'lucide-react/icons/file-text';
import Image from 'lucide-react/icons/image';
import UserRoundPen from 'lucide-react/icons/user-round-pen';
import type { InputKind } from '@/plan/model-facts';
import type { OwnFacts } from '@/providers/catalogue/own-facts';
import type { ModelRow } from '@/worker/border/engine-api';
import {
  computeDaysTo,
  formatDay,
  formatEfforts,
  formatPrice,
  formatShortTokens,
  none,
  noticeDays,
  unknown,
} from './model-figures';
import styles from './models-table.module.css';

interface ModelTableRowProps {
  readonly model: string;
  /** Undefined until it is read. */
  readonly row: ModelRow | undefined;
  /** The number of its uses in the workflow. */
  readonly used: number;
  /** The person's own facts. */
  readonly own: OwnFacts | undefined;
  readonly isSelected: boolean;
  /** Whether a wide window shows it at the right although nothing is selected. */
  readonly isShown: boolean;
  readonly onSelect: () => void;
}

/** A model with the figures for comparison. */
export function ModelTableRow({ model, row, used, own, isSelected, isShown, onSelect }: ModelTableRowProps) {
  const { price, window, maxOutput, takes, efforts, endsOn } = row?.facts ?? {};
  const left = endsOn === undefined ? undefined : computeDaysTo(endsOn);
  const mine = own?.price !== undefined;
  const usd = (value: number | undefined, missing: string) => (value === undefined ? missing : formatPrice(value));
  return (
    <tr
      className={styles.row}
      data-selected={isSelected ? '' : undefined}
      data-shown={isShown ? '' : undefined}
      data-ended={isOver(left) ? '' : undefined}
    >
      <th scope="row">
        <button type="button" aria-current={isSelected ? 'true' : undefined} onClick={onSelect} title={model}>
          {model}
        </button>
      </th>
      <td data-number>
        {usd(price?.inputPerMillion, unknown)}
        {mine && <Mine />}
      </td>
      <td data-number>{usd(price?.outputPerMillion, unknown)}</td>
      <td data-number className={styles.second}>
        {usd(price?.cacheReadPerMillion, price === undefined ? unknown : none)}
      </td>
      <td data-number>
        {formatShortTokens(window)}
        {own?.window !== undefined && <Mine />}
      </td>
      <td data-number className={styles.second}>
        {formatShortTokens(maxOutput)}
      </td>
      <td className={styles.third}>
        <Takes takes={takes} />
      </td>
      <td className={styles.third}>{formatEfforts(efforts)}</td>
      <td className={left !== undefined && left >= 0 && left <= noticeDays ? styles.soon : undefined}>
        {endsOn === undefined ? none : formatDay(endsOn)}
      </td>
      <td data-number>{used === 0 ? none : used}</td>
    </tr>
  );
}

function isOver(left: number | undefined): boolean {
  return left !== undefined && left < 0;
}

function Mine() {
  return <UserRoundPen className={styles.mine} role="img" aria-label="entered by you" />;
}

const kinds: readonly { readonly kind: InputKind; readonly word: string; readonly Icon: typeof Image }[] = [
  { kind: 'image', word: 'Images', Icon: Image },
  { kind: 'pdf', word: 'PDF', Icon: FileText },
  { kind: 'audio', word: 'Audio', Icon: AudioLines },
];

function Takes({ takes }: { readonly takes: readonly InputKind[] | undefined }) {
  if (takes === undefined) return <span>{unknown}</span>;
  return (
    <span className={styles.takes}>
      {kinds.map(({ kind, word, Icon }) =>
        takes.includes(kind) ? (
          <Icon key={kind} role="img" aria-label={word} />
        ) : (
          <span key={kind} aria-hidden="true">
            {none}
          </span>
        ),
      )}
    </span>
  );
}
