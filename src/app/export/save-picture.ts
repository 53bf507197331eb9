import { AppError } from '@/base/errors';
import { drawPicture, type Picture } from '@/editor/geometry/draw-picture';
import { downloadBlob } from '@/ui/download-blob';
import type { WorkflowDocument } from '@/workflow/document';

/** How much larger the pixels of a PNG are, where it has room for that. */
const bestScale = 2;
/**
 * The most pixels of a side and of a picture that browsers draw:
 * https://developer.mozilla.org/docs/Web/HTML/Element/canvas
 */
const mostSide = 16_384;
const mostPixels = 64_000_000;

/**
 * Saves a workflow as a picture, as the canvas draws it. `name`: of the file, without its ending. Error `FILE_REFUSED`.
 */
export async function savePicture(document: WorkflowDocument, form: 'svg' | 'png', name: string): Promise<void> {
  const isDark = globalThis.document.documentElement.dataset['theme'] === 'dark';
  const picture = drawPicture(document, form === 'svg' ? 'auto' : isDark ? 'dark' : 'light');
  if (!picture.ok) throw new AppError('FILE_REFUSED', picture.error);
  const svg = new Blob([picture.value.svg], { type: 'image/svg+xml' });
  downloadBlob(`${name}.${form}`, form === 'svg' ? svg : await paintPng(svg, picture.value));
}

/** A picture in pixels. The texts in it are in the fonts of the system. */
async function paintPng(svg: Blob, { width, height }: Picture): Promise<Blob> {
  const scale = Math.min(bestScale, mostSide / width, mostSide / height, Math.sqrt(mostPixels / (width * height)));
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.floor(width * scale),
    height: Math.floor(height * scale),
  });
  const image = new Image();
  const address = URL.createObjectURL(svg);
  try {
    image.src = address;
    await image.decode();
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  } finally {
    URL.revokeObjectURL(address);
  }
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (png === null) throw new AppError('FILE_REFUSED', 'The picture is too large for this browser. Save it as SVG.');
  return png;
}
