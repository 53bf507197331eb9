import UserRoundPen from 'lucide-react/icons/user-round-pen';
import { formatDay } from '@/base/format-day';
import { computeDaysTo, formatPrice } from '@/plan/model-figures';
import type { OwnFacts } from '@/providers/catalogue/own-facts';
import type { ModelRow } from '@/worker/border/engine-api';
import { formatEfforts, formatShortTokens, none, noticeDays, unknown } from './model-figures';
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

/** A model with the figures for comparison. The whole row is a button. */
export function ModelTableRow({ model, row, used, own, isSelected, isShown, onSelect }: ModelTableRowProps) {
  const { price, window, maxOutput, efforts, endsOn } = row?.facts ?? {};
  const left = endsOn === undefined ? undefined : computeDaysTo(endsOn);
  const mine = own?.price !== undefined;
  const usd = (value: number | undefined) => (value === undefined ? unknown : `$${formatPrice(value)}`);
  return (
    // A click on the button arrives here too.
    <tr
      className={styles.row}
      onClick={onSelect}
      data-selected={isSelected ? '' : undefined}
      data-shown={isShown ? '' : undefined}
      data-ended={isOver(left) ? '' : undefined}
    >
      <th scope="row">
        <button type="button" aria-current={isSelected ? 'true' : undefined} title={model}>
          {model}
        </button>
      </th>
      <td data-number>
        {usd(price?.inputPerMillion)}
        {mine && <Mine />}
      </td>
      <td data-number>{usd(price?.outputPerMillion)}</td>
      <td data-number>
        {formatShortTokens(window)}
        {own?.window !== undefined && <Mine />}
      </td>
      <td data-number className={styles.second}>
        {formatShortTokens(maxOutput)}
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
