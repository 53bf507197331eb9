import { hashValue } from '@/base/hash';
import type { AskedCall } from '../ports/call-answers';

/**
 * The hash of a call where more than its request decides which answer fits: the tools as they are declared, and the
 * address of a provider that a person set. Undefined: the hash of the request says it all. Names of tasks and of the
 * workflow, layout, patience, limits of time, budgets, streaming, keys and headers are in neither.
 */
export function hashAskedCall(
  { request, tools }: Pick<AskedCall, 'request' | 'tools'>,
  address?: string,
): string | undefined {
  return tools === undefined && address === undefined ? undefined : hashValue({ request, tools, address });
}

/**
 * The hash by which an index finds a call: its kind, the call itself (its {@link hashAskedCall}, else the hash of its
 * request), and which of several equal calls of a run it is.
 */
export function hashCall(kind: AskedCall['kind'], call: string, sample: number): string {
  return hashValue({ kind, call, sample });
}
