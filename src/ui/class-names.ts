/** Joins the class names that apply: `joinClassNames(styles.row, selected && styles.selected)`. */
export function joinClassNames(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
