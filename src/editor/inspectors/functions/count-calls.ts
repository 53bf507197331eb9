/** The number of calls, in words. */
export function countCalls(count: number): string {
  return count === 1 ? '1 call' : `${count} calls`;
}
