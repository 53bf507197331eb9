import type { PromptPart } from '@/plan/message';

/** The parts of a call's prompt as a person sees them, in the plan and beside a text that is written. */
export const partTitles: { readonly [K in PromptPart['kind']]: string } = {
  system: 'System prompt',
  instructions: 'Task instructions',
  variables: 'Variables of the workflow',
  current_task: 'Variables of the task',
  attachments: 'Attachments',
  context: 'Context block',
  inherited: 'Context of the container',
  previous: 'Outputs of the steps before',
  matched: 'Files that match',
  progress: 'Rounds before',
  history: 'History',
  inputs: 'Inputs',
  description: 'Prompt',
  expected: 'Expected output',
};
