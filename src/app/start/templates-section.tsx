import { useEffect, useState } from 'react';
import { readYaml } from '@/formats/yaml/read-yaml';
import { listTaskIds, type WorkflowDocument } from '@/workflow/document';
import { useApp } from '../app-context';
import { GraphDrawing } from '../gallery/graph-drawing';
import { drawGraphPicture } from '../gallery/graph-picture';
import { loadTemplate, type TemplateFile, templateFiles } from '../workflows/templates';
import styles from './start-page.module.css';

interface Template {
  readonly file: TemplateFile;
  readonly document: WorkflowDocument;
}

/** The templates that come with the page. One that cannot be loaded is left out. */
export function TemplatesSection() {
  const [templates, setTemplates] = useState<readonly Template[]>();
  useEffect(() => {
    let shown = true;
    void Promise.all(templateFiles.map(readTemplate)).then((read) => {
      if (shown) setTemplates(read.filter((template) => template !== undefined));
    });
    return () => {
      shown = false;
    };
  }, []);
  if (templates?.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="templates">
      <div className={styles.heading}>
        <h2 id="templates">Start from a template</h2>
      </div>
      <ul className={styles.cards}>
        {templates?.map((template) => (
          <li key={template.file} className={styles.item}>
            <Card {...template} />
          </li>
        ))}
      </ul>
    </section>
  );
}

async function readTemplate(file: TemplateFile): Promise<Template | undefined> {
  try {
    const { document } = readYaml(await loadTemplate(file));
    return document && { file, document };
  } catch {
    return undefined;
  }
}

function Card({ file, document }: Template) {
  const { workflows } = useApp();
  const count = listTaskIds(document).length;
  return (
    <button type="button" className={styles.card} onClick={() => void workflows.template(file)}>
      <span className={styles.drawing}>
        <GraphDrawing picture={drawGraphPicture(document)} />
      </span>
      <span className={styles.text}>
        <span className={styles.cardTitle}>{document.name}</span>
        <span className={styles.description}>{document.description}</span>
        <span className={styles.meta}>
          <span>{count} tasks</span>
          <span>Simulated model</span>
        </span>
      </span>
    </button>
  );
}
