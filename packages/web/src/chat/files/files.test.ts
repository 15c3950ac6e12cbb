import { describe, expect, it } from 'vitest'
import { isOwn, isShownImage } from './shown-image.ts'

describe('files of messages', () => {
  it.each(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'IMAGE/PNG'])(
    '%s is shown',
    (type) => {
      expect(isShownImage(type, '/api/attachments/abc')).toBe(true)
    },
  )

  it.each(['image/svg+xml', 'text/html', 'application/pdf', 'text/plain', ''])(
    'P3: %s is only downloaded',
    (type) => {
      expect(isShownImage(type, '/api/attachments/abc')).toBe(false)
    },
  )

  it.each([
    'https://example.org/a.png',
    '//example.org/a.png',
    'data:image/png;base64,AA==',
    '/api/../../a',
    'javascript:alert(1)',
  ])('threat P2: %s is never asked for', (url) => {
    expect(isOwn(url)).toBe(false)
    expect(isShownImage('image/png', url)).toBe(false)
  })
})
