/** A message with its full stop, so that another sentence can follow: what a server or a script said may lack one. */
export function closeSentence(message: string): string {
  return /[.!?…:;]["”’')\]]*\s*$/.test(message) ? message : `${message}.`;
}
