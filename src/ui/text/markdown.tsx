import { cleanShownText } from '@/base/shown-text';
import { createPart } from '../lazy/part';
import styles from './markdown.module.css';

const MarkdownBody = createPart(() => import('./markdown-body')).component((markdown) => markdown.default, {
  Place: PlainText,
  Failed: PlainText,
});

function PlainText({ text }: { readonly text: string }) {
  return <div className={styles.plain}>{text}</div>;
}

/**
 * Safely rendered Markdown of a model: HTML in it is left out, links can only be http, https or mailto, and nothing is
 * loaded. Until the renderer has loaded, the text is shown unrendered.
 */
export function Markdown({ text }: { readonly text: string }) {
  return <MarkdownBody text={cleanShownText(text)} />;
}
