import { type ImageSize, imageSize } from './image-size.ts'
import type { ImageType } from './text-file.ts'

/** Providers take 5 MiB as base64, which writes three bytes as four characters. */
export const mostImageBytes = (5 * 1024 * 1024 * 3) / 4
/** Pixels on a side, beyond which a provider refuses the whole request. */
export const longestImageSide = 8000

/** Whether an image can be sent; where it cannot, every later request would be refused with it. */
export type ImageVerdict =
  | { readonly kind: 'fits'; readonly size: ImageSize }
  | { readonly kind: 'too-many-bytes' }
  | { readonly kind: 'too-many-pixels'; readonly size: ImageSize }
  /** Cut off before it says its size. */
  | { readonly kind: 'damaged' }

/** Looks at a whole image, of a tool or of a person, before it goes to a provider. */
export function judgeImage(bytes: Uint8Array, type: ImageType): ImageVerdict {
  if (bytes.length > mostImageBytes) return { kind: 'too-many-bytes' }
  const size = imageSize(bytes, type)
  if (size === undefined) return { kind: 'damaged' }
  const fits = Math.max(size.width, size.height) <= longestImageSide
  return { kind: fits ? 'fits' : 'too-many-pixels', size }
}

/** What every provider that takes images takes. */
export function isSendableImage(mediaType: string): mediaType is ImageType {
  return sendable.has(mediaType)
}

const sendable: ReadonlySet<string> = new Set<ImageType>([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
])
