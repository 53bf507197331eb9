import { formatBytes } from '@/base/figures';
import type { AttachedFile } from '@/plan/attachments/attached-file';
import { describeFile } from '@/plan/attachments/attachment-parts';
import { drawnLimits, findDrawableType } from '@/plan/attachments/drawn-image';
import { maxPartBytes } from '@/run/runner';
import { useRun, useStores } from '@/state/context';
import { Thumbnail } from '@/ui/display/thumbnail';

/** The longest edge of a thumbnail, in pixels. */
const edge = 240;

/**
 * A file that was sent with a call or returned by a tool: its name and size, and a thumbnail of a picture, read from
 * the payloads of the run.
 */
export function SentFile({ file }: { readonly file: AttachedFile }) {
  const { services } = useStores();
  const executionId = useRun((state) => state.executionId);
  const loadFile = async (): Promise<Blob | undefined> => {
    if (executionId === undefined || file.kind !== 'image' || file.bytes > drawnLimits.bytes) return undefined;
    const bytes = new Uint8Array(file.bytes);
    for (let at = 0; at < bytes.length; ) {
      const part = await services.runner.readBlobPart(executionId, file.ref, at, maxPartBytes);
      if (part === undefined || part.bytes.length === 0) return undefined;
      bytes.set(part.bytes.subarray(0, bytes.length - at), at);
      at += part.bytes.length;
    }
    const type = findDrawableType(bytes);
    return type === undefined ? undefined : new Blob([bytes], { type });
  };
  return (
    <figure>
      {file.kind === 'image' && <Thumbnail key={file.ref} alt={file.name} size={edge} load={loadFile} />}
      <figcaption>
        {file.name}: {describeFile(file)}, {formatBytes(file.bytes)}
      </figcaption>
    </figure>
  );
}
