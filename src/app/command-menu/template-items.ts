import type { GalleryEntry } from '../gallery/gallery-index';
import { exampleFiles, type TemplateFile } from '../workflows/templates';
import type { WorkflowUseCases } from '../workflows/workflow-use-cases';
import { type MenuItem, toItem } from './menu-item';

/** The names of the templates and examples, as their files have them. */
export const namesOfTemplates: { readonly [K in TemplateFile]: string } = {
  'answer-from-notes': 'Answer from notes',
  ask: 'Ask before it goes out',
  condition: 'Take the right way',
  decompose: 'Take a task apart',
  'director-evaluator': 'Revise until it is good',
  'figures-report': 'Report on figures',
  group: 'A plan and its budget',
  'library-call': 'A function and two calls',
  'long-conversation': 'A long conversation, kept short',
  'long-outputs': 'Long outputs, given in short',
  map: 'Answer every question',
  'memory-match': 'Find the file that helps',
  pipeline: 'A story, one sentence at a time',
  reduce: 'One summary of three reports',
  'release-notes': 'Release notes',
  'research-with-a-plan': 'Research with a plan',
  'review-a-change': 'Review a change',
  sequence: 'A letter in three steps',
  'sort-an-inbox': 'Sort an inbox',
  tool: 'Tools without a model',
};

/** The templates and examples. */
export function listTemplateItems(workflows: WorkflowUseCases): readonly MenuItem[] {
  return exampleFiles.map((file) =>
    toItem({
      id: `template ${file}`,
      kind: 'template',
      label: namesOfTemplates[file],
      also: `example ${file}`,
      run: () => workflows.template(file),
    }),
  );
}

/** The workflows of the gallery, which open with their recorded runs. */
export function listGalleryItems(workflows: WorkflowUseCases, entries: readonly GalleryEntry[]): readonly MenuItem[] {
  return entries.map((entry) =>
    toItem({
      id: `gallery ${entry.name}`,
      kind: 'template',
      label: entry.title,
      detail: 'Gallery',
      also: `${entry.name} ${entry.shows.join(' ')}`,
      run: async () => {
        await workflows.gallery(entry);
      },
    }),
  );
}
