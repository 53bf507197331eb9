import type { ReactNode } from 'react';
import type { Prompt } from '@/plan/message';
import { partTitles } from './part-titles';
import styles from './prompt-parts.module.css';

interface PromptPartsProps {
  readonly prompt: Prompt;
  /** Names of the tools that the model may call. */
  readonly tools: readonly string[];
  /** Shown before the parts. */
  readonly children?: ReactNode;
}

/**
 * What a call will be sent, part by part, with placeholders for what is not known before the run, and the tools that it
 * has.
 */
export function PromptParts({ prompt, tools, children }: PromptPartsProps) {
  return (
    <div className={styles.parts}>
      {children}
      {prompt.parts
        .filter(({ file }) => file === undefined)
        .map(({ kind, text, from }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a prompt never move.
          <section key={index} className={styles.part}>
            <h2>
              {partTitles[kind]}
              {from.length > 0 && `, from ${from.join(', ')}`}
            </h2>
            <pre>{text}</pre>
          </section>
        ))}
      {tools.length > 0 && (
        <section className={styles.part}>
          <h2>Tools{tools.some(isReadingFiles) && ', those that read files where there are any'}</h2>
          <pre>{tools.join(', ')}</pre>
        </section>
      )}
    </div>
  );
}

function isReadingFiles(tool: string): boolean {
  return tool === 'list_files' || tool === 'read_file';
}
