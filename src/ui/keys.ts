const macKeys: Readonly<Record<string, string>> = { Mod: '⌘', Ctrl: '⌃', Shift: '⇧', Alt: '⌥' };
const shownKeys: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  Enter: '↵',
  Delete: 'Del',
  Backspace: '⌫',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};

/** The fields of a key event that identify the pressed keys. */
type PressedKeys = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

function isMac(): boolean {
  return typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);
}

/** Splits `Mod+Shift+Z` into its parts. The key itself, which is last, may be `+`. */
function splitKeys(keys: string): { readonly modifiers: readonly string[]; readonly key: string } {
  const parts = keys.endsWith('+') ? [...keys.slice(0, -1).split('+').filter(Boolean), '+'] : keys.split('+');
  return { modifiers: parts.slice(0, -1), key: parts.at(-1) ?? '' };
}

/** Keys in readable form: `Mod+Shift+Z` is `⇧⌘Z` on a Mac and `Ctrl+Shift+Z` elsewhere. */
export function formatKeys(keys: string, mac: boolean = isMac()): string {
  const { modifiers, key } = splitKeys(keys);
  const shown = [...modifiers, key].map((part) => (mac ? macKeys[part] : undefined) ?? shownKeys[part] ?? part);
  return shown.join(mac ? '' : '+');
}

function hasModifiers(event: PressedKeys, modifiers: readonly string[], mac: boolean): boolean {
  const mod = mac ? event.metaKey : event.ctrlKey;
  const other = mac ? event.ctrlKey : event.metaKey;
  return mod === modifiers.includes('Mod') && !other && event.altKey === modifiers.includes('Alt');
}

/**
 * Whether an event matches these keys. Letters match by the letter, or by the key's position if the layout yields no
 * Latin letter (other scripts, Alt on a Mac). Signs such as `?` match as typed, with or without Shift.
 */
export function matchKeys(event: PressedKeys, keys: string, mac: boolean = isMac()): boolean {
  const { modifiers, key } = splitKeys(keys);
  if (!hasModifiers(event, modifiers, mac)) return false;
  const letter = /^[a-z]$/i.test(key);
  if ((letter || key.length > 1) && event.shiftKey !== modifiers.includes('Shift')) return false;
  if (!letter) return event.key === (key === 'Space' ? ' ' : key);
  if (/^[a-z]$/i.test(event.key)) return event.key.toLowerCase() === key.toLowerCase();
  return event.code === `Key${key.toUpperCase()}`;
}

/**
 * Whether the key at the place of a digit or of `\` was pressed, on a layout that types something else there: the row
 * of digits of AZERTY types `&é"'(`, and a German layout `#` at the place of `\`. What was typed may be other keys, so
 * this is asked only if {@link matchKeys} finds none.
 */
export function matchKeyPlace(event: PressedKeys, keys: string, mac: boolean = isMac()): boolean {
  const { modifiers, key } = splitKeys(keys);
  const place = key === '\\' ? 'Backslash' : /^\d$/.test(key) ? `Digit${key}` : undefined;
  if (place === undefined || event.code !== place || !hasModifiers(event, modifiers, mac)) return false;
  return event.shiftKey === modifiers.includes('Shift');
}

const modifierKeys: ReadonlySet<string> = new Set(['Control', 'Meta', 'Shift', 'Alt', 'AltGraph', 'CapsLock', 'Dead']);

/**
 * The pressed keys in the notation of `formatKeys`, such that {@link matchKeys} finds them again. Undefined: only
 * modifiers are pressed so far, or keys that the notation has no words for.
 */
export function readEventKeys(event: PressedKeys, mac: boolean = isMac()): string | undefined {
  const { key, code } = event;
  if (modifierKeys.has(key) || key === 'Unidentified' || (mac ? event.ctrlKey : event.metaKey)) return undefined;
  const letter = /^[a-z]$/i.test(key) ? key : /^Key([A-Z])$/.exec(code)?.[1];
  const named = letter?.toUpperCase() ?? (key === ' ' ? 'Space' : key);
  const hasShift = event.shiftKey && (letter !== undefined || named.length > 1);
  const modifiers = [(mac ? event.metaKey : event.ctrlKey) && 'Mod', hasShift && 'Shift', event.altKey && 'Alt', named];
  return modifiers.filter((part) => part !== false).join('+');
}
