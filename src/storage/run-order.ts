import { AppError } from '@/base/errors';

interface Started {
  readonly id: string;
  readonly startedAt: string;
}

/** Sorts runs, newest first. Of runs that started at the same time, the one with the greater id counts as newer. */
export function compareNewestFirst(a: Started, b: Started): number {
  if (a.startedAt !== b.startedAt) return a.startedAt < b.startedAt ? 1 : -1;
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}

/** The error for a run that was removed, or never existed. */
export function runIsGone(): AppError {
  return new AppError('VALIDATION_ERROR', 'This run no longer exists.');
}
