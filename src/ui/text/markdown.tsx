import { lazily } from '../lazy/lazily';
import styles from './markdown.module.css';

const MarkdownBody = lazily(async () => (await import('./markdown-body')).default, {
  Place: PlainText,
  Failed: PlainText,
});

function PlainText({ text }: { readonly text: string }) {
  return <div className={styles.plain}>{text}</div>;
}

/**
 * Markdown of a model, rendered safely: HTML in it is left out, links may only be http, https or mailto, and nothing is
 * loaded. Until the renderer is there the text is shown as it is.
 */
export function Markdown({ text }: { readonly text: string }) {
  return <MarkdownBody text={text} />;
}
