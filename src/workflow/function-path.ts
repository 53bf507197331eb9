/** What the path of the task of a definition begins with. No id of a task holds a colon. */
const mark = 'library:';

/**
 * The task path of the task of a definition of the library, `library:NAME`: that of what is in it begins with this, as
 * in `library:NAME/web`. See `task-path.ts`.
 */
export function buildFunctionPath(name: string): string {
  return mark + name;
}

const ofParameters = 'parameters:';

/** The owner of the names that are parameters of a function; see `Scope.owner`. It is the path of no task. */
export function buildParametersOwner(name: string): string {
  return ofParameters + name;
}

/** The name of the function whose parameters an owner of names stands for; undefined: it is another one. */
export function findFunctionOfOwner(owner: string): string | undefined {
  return owner.startsWith(ofParameters) ? owner.slice(ofParameters.length) : undefined;
}

/** The name of the definition that a task path leads into; undefined for tasks of the document. */
export function findFunctionName(taskPath: string): string | undefined {
  return taskPath.startsWith(mark) ? taskPath.slice(mark.length).split('/', 1)[0] : undefined;
}

/** The nodes at the border of a function. They are selected by a path that no task has. */
export type BorderNode = 'inputs' | 'result';

/** The path by which a node at the border of a function is selected. */
export function buildBorderPath(root: string, node: BorderNode): string {
  return `${root}/:${node}`;
}

/** The node at the border of a function that a path selects; undefined: it is that of a task. */
export function findBorderNode(taskPath: string): BorderNode | undefined {
  if (findFunctionName(taskPath) === undefined) return undefined;
  return taskPath.endsWith('/:inputs') ? 'inputs' : taskPath.endsWith('/:result') ? 'result' : undefined;
}
