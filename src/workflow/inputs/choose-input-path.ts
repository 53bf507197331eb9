/**
 * The path under which tasks see a file that an input is given, by the name it has where it comes from: `bill.pdf` and
 * `C:\papers\bill.pdf` are `/inputs/bill.pdf`, a second one `/inputs/bill-2.pdf`.
 */
export function chooseInputPath(file: string, isTaken: (path: string) => boolean): string {
  const path = `/inputs/${file.split(/[\\/]/).at(-1)?.replace(/^\.+/, '') ?? ''}`;
  const dot = path.lastIndexOf('.');
  const [stem, ending] = dot > path.lastIndexOf('/') ? [path.slice(0, dot), path.slice(dot)] : [path, ''];
  let free = path;
  for (let number = 2; isTaken(free); number++) free = `${stem}-${number}${ending}`;
  return free;
}
