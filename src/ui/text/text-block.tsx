import { cleanShownText } from '@/base/shown-text';
import styles from './text-block.module.css';

/** An unformatted text in a box of its own, which scrolls if it is long. */
export function TextBlock({ children }: { readonly children: string }) {
  return <pre className={styles.block}>{cleanShownText(children)}</pre>;
}
