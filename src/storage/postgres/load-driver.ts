import type pg from 'pg';
import { AppError } from '@/base/errors';

/** The driver of PostgreSQL, node-postgres. */
export type Driver = typeof pg;

/**
 * Loads the driver, which only this store needs: whoever keeps runs in a folder need not have it. Error
 * `STORAGE_FAILED` if it is not installed.
 */
export async function loadDriver(load: () => Promise<{ default: Driver }> = () => import('pg')): Promise<Driver> {
  try {
    return (await load()).default;
  } catch (cause) {
    throw new AppError('STORAGE_FAILED', 'The driver of PostgreSQL, the package pg, is not installed.', {
      advice: 'Install it where Heddle is installed: npm install pg',
      cause,
    });
  }
}
