import styles from './figure-row.module.css';

/** A figure with its name and what it measures. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly what: string;
}

/** The figures at the head of a page. */
export function FigureRow({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ name, value, what }) => (
        <div key={name} className={styles.figure}>
          <dt>{name}</dt>
          <dd className={styles.value}>{value}</dd>
          <dd className={styles.what}>{what}</dd>
        </div>
      ))}
    </dl>
  );
}
