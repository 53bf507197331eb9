import { lazy, Suspense } from 'react';
import styles from './markdown.module.css';

const MarkdownBody = lazy(() => import('./markdown-body'));

/**
 * Markdown of a model, rendered safely: HTML in it is left out, links may only be http, https or mailto, and nothing is
 * loaded. Until the renderer is there the text is shown as it is.
 */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <Suspense fallback={<div className={styles.plain}>{text}</div>}>
      <MarkdownBody text={text} />
    </Suspense>
  );
}
