/** Joins the class names that apply: `classNames(styles.row, selected && styles.selected)`. */
export function classNames(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
