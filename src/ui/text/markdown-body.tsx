import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
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

/** Tables, task lists and struck-out text, as GitHub writes them and models do. */
const plugins = [remarkGfm];

/** Markdown as elements, see `Markdown`. A chunk of its own. */
export default function MarkdownBody({ text }: { readonly text: string }) {
  return (
    <div className={styles.markdown}>
      <ReactMarkdown skipHtml components={components} remarkPlugins={plugins}>
        {text}
      </ReactMarkdown>
    </div>
  );
}
