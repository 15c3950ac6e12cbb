import { describe, expect, it } from 'vitest'
import { imageSize } from './image-size.ts'

const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
    ),
  )

describe('the size of an image', () => {
  it('is read from PNG and GIF', () => {
    const png = bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', [0, 0, 1, 44, 0, 0, 0, 200])
    expect(imageSize(png, 'image/png')).toEqual({ width: 300, height: 200 })
    expect(imageSize(bytes('GIF89a', [44, 1, 200, 0]), 'image/gif')).toEqual({
      width: 300,
      height: 200,
    })
  })

  it('is read from JPEG behind other segments, fill bytes and restart marks', () => {
    const frame = [0xff, 0xc2, 0, 17, 8, 0, 200, 1, 44, 3]
    const jpeg = bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2], [0xff, 0xff, 0xc4, 0, 3, 9], frame)
    expect(imageSize(jpeg, 'image/jpeg')).toEqual({ width: 300, height: 200 })
    expect(imageSize(jpeg.subarray(0, 16), 'image/jpeg')).toBeUndefined()
    expect(imageSize(bytes([0xff, 0xd8, 1, 2, 3]), 'image/jpeg')).toBeUndefined()
  })

  it('is read from the three kinds of WebP', () => {
    const head = (kind: string) => bytes('RIFF', [0, 0, 0, 0], 'WEBP', kind, [0, 0, 0, 0])
    const lossy = bytes([...head('VP8 ')], [0, 0, 0, 0x9d, 1, 0x2a, 44, 1, 200, 0])
    expect(imageSize(lossy, 'image/webp')).toEqual({ width: 300, height: 200 })
    const bits = Buffer.alloc(4)
    bits.writeUInt32LE(299 | (199 << 14))
    const lossless = bytes([...head('VP8L')], [0x2f], [...bits])
    expect(imageSize(lossless, 'image/webp')).toEqual({ width: 300, height: 200 })
    const extended = bytes([...head('VP8X')], [0, 0, 0, 0, 43, 1, 0, 199, 0, 0])
    expect(imageSize(extended, 'image/webp')).toEqual({ width: 300, height: 200 })
    expect(imageSize(head('XXXX'), 'image/webp')).toBeUndefined()
  })
})
