import { AppError } from '@/base/errors';
import type { WorkflowSummary } from '@/workflow/repository';

/** The list entry of a stored workflow. */
export function summariseWorkflow({ id, name, updatedAt, taskCount }: WorkflowSummary): WorkflowSummary {
  return { id, name, updatedAt, taskCount };
}

/**
 * The list entry of a workflow whose record is damaged: it can be seen and removed; loading it fails with
 * `DAMAGED_RECORD`.
 */
export function summariseDamaged(id: string): WorkflowSummary {
  return { id, name: `Damaged workflow ${id}`, updatedAt: new Date(0).toISOString(), taskCount: 0 };
}

/** The error for a save that is based on another revision than the stored one (0: none is stored). */
export function createStaleSaveError(name: string, stored: number): AppError {
  const what = stored === 0 ? 'was deleted' : 'was saved';
  return new AppError('STALE_SAVE', `“${name}” ${what} in another tab since it was opened here.`, {
    advice: 'Load the saved version, or keep yours as a copy.',
    details: { stored },
  });
}
