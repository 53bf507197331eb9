/** The extension of a run's recording. */
export const recordingType = '.jsonl';

/** Whether a file is a recording of a run, by its name. */
export function isRecording({ name }: Pick<File, 'name'>): boolean {
  return name.toLowerCase().endsWith(recordingType);
}
