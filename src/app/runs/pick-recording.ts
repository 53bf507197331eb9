/** The extension of a run's recording. */
export const recordingType = '.jsonl';

/** Whether a file is a recording of a run, by its name. */
export function isRecording({ name }: Pick<File, 'name'>): boolean {
  return name.toLowerCase().endsWith(recordingType);
}

/** Whether a file may hold a run, by its name: a recording, or the page of a shared run. */
export function mayHoldRun(file: Pick<File, 'name'>): boolean {
  return isRecording(file) || /\.html?$/i.test(file.name);
}
