import styles from './text-block.module.css';

/** A text as it was written, in a box of its own that scrolls when it is long. */
export function TextBlock({ children }: { readonly children: string }) {
  return <pre className={styles.block}>{children}</pre>;
}
