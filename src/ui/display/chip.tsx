import type { ComponentProps } from 'react';
import { joinClassNames } from '../class-names';
import styles from './chip.module.css';

/** Tones of a chip. Its words say the same, so that colour is never alone. */
export type ChipTone = 'plain' | 'ok' | 'failed' | 'running' | 'paused' | 'stale' | 'accent';

/** A few words on a tinted background. */
export function Chip({ tone = 'plain', className, ...rest }: ComponentProps<'span'> & { readonly tone?: ChipTone }) {
  return <span {...rest} className={joinClassNames(styles.chip, styles[tone], className)} />;
}
