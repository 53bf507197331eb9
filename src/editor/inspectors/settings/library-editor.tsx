import { taskTraits } from '@/workflow/tasks';
import { blankTasks } from '@/workflow/tasks/blank-tasks';
import { DefinitionFields } from './definition-fields';
import { Entries } from './entries';

/** The definitions of the workflow: functions that tasks call, and templates that searches find. */
export function LibraryEditor() {
  return (
    <Entries
      field="library"
      noun="a definition"
      stem="definition"
      blank={{
        parameters: [{ name: 'text', type: 'string' }],
        task: { ...blankTasks.atomic, description: '{{text}}' },
      }}
      isRemovedByFields
      state={({ task }) => (task ? taskTraits[task.type].label : 'no task')}
    >
      {(name, definition) => <DefinitionFields name={name} definition={definition} />}
    </Entries>
  );
}
