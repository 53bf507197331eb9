import { type DocumentPath, formatPath } from '../diagnostic';

/** A path of the document before its tasks were renamed, as it is after that. `newIds`: by the paths before. */
export function replacedPath(path: DocumentPath, newIds: ReadonlyMap<string, string>): DocumentPath {
  return path.map((step, index) => {
    const newId = newIds.get(formatPath(path.slice(0, index + 1)));
    // A step of a sequence has its place in the path, not its id.
    return newId === undefined || typeof step === 'number' ? step : newId;
  });
}
