import ReactMarkdown, { type Components } from 'react-markdown';
import styles from './markdown.module.css';

/** Links open in a new tab. Images become links, because a model's text must not make the page fetch anything. */
const components: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ),
  img: ({ src, alt }) => (
    <a href={typeof src === 'string' ? src : undefined} target="_blank" rel="noopener noreferrer nofollow">
      {alt === undefined || alt === '' ? 'Image' : alt}
    </a>
  ),
};

/** Markdown as elements, see `Markdown`. A chunk of its own. */
export default function MarkdownBody({ text }: { readonly text: string }) {
  return (
    <div className={styles.markdown}>
      <ReactMarkdown skipHtml components={components}>
        {text}
      </ReactMarkdown>
    </div>
  );
}
