import { useStores } from '@/state/context';

/** Whether the shown run is only read, as in the file of a shared run: nothing that starts one is offered. */
export function useReadOnly(): boolean {
  return useStores().services.isReadOnly === true;
}
