import { useStores } from '@/state/context';
import { renamePaths } from '@/state/view/canvas';
import { renameEntry } from '@/workflow/commands/rename/rename-entry';
import { buildFunctionPath } from '@/workflow/function-path';
import { RenameField } from '../fields/rename-field';
import { useDispatch } from '../fields/subject';

/** The name of a function. All calls are renamed with it, and the canvas follows. */
export function FunctionName({ name }: { readonly name: string }) {
  const { view } = useStores();
  const dispatch = useDispatch();
  const renameThis = async (newName: string): Promise<string | undefined> => {
    const reason = await dispatch(
      (document) => renameEntry(document, { field: 'library', name, newName }),
      `Rename ${name}`,
    );
    if (reason !== undefined) return reason;
    const followPath = (path: string) =>
      path === buildFunctionPath(name) || path.startsWith(`${buildFunctionPath(name)}/`)
        ? buildFunctionPath(newName) + path.slice(buildFunctionPath(name).length)
        : path;
    renamePaths(view, followPath);
    return undefined;
  };
  return <RenameField label="Name" current={name} rename={renameThis} />;
}
