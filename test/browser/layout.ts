import type { Page } from 'playwright-core'

/** How many pixels the page scrolls sideways. 0 where it is in order. */
export function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}

/**
 * Text that its own box cuts off: a line for each. Not what is meant to be cut with an ellipsis or
 * after some lines, nor what can be scrolled to, nor what only a screen reader has.
 */
export function cutTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const own = [...element.childNodes].filter(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
      )
      if (own.length === 0) continue
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      const rects = own.flatMap((node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        return [...range.getClientRects()]
      })
      const text = {
        left: Math.min(...rects.map(({ left }) => left)),
        right: Math.max(...rects.map(({ right }) => right)),
        top: Math.min(...rects.map(({ top }) => top)),
        bottom: Math.max(...rects.map(({ bottom }) => bottom)),
      }
      for (let box: HTMLElement | null = element; box !== null; box = box.parentElement) {
        const style = getComputedStyle(box)
        // Meant to be cut, and whole elsewhere.
        if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') break
        if (style.position === 'fixed' && box !== element) break
        const { clientWidth, clientHeight } = box
        if (clientWidth <= 1 || clientHeight <= 1) {
          if (style.display === 'inline') continue
          break
        }
        const edge = box.getBoundingClientRect()
        const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
        const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
        if (scrolls(style.overflowX) || scrolls(style.overflowY)) break
        const isCut =
          (clips(style.overflowX) && (text.right > edge.right + 1 || text.left < edge.left - 1)) ||
          (clips(style.overflowY) && (text.bottom > edge.bottom + 1 || text.top < edge.top - 1))
        if (isCut) {
          found.push(`${element.tagName} in ${box.tagName}: ${(element.textContent ?? '').trim()}`)
          break
        }
        // A control of a fixed height that its text runs out of.
        const isControl = box.matches('button, a, label, [role=option], [role=tab], summary')
        if (isControl && (text.bottom > edge.bottom + 1 || text.right > edge.right + 1)) {
          found.push(`out of ${box.tagName}: ${(element.textContent ?? '').trim()}`)
          break
        }
      }
    }
    return found
  })
}

/** Controls that a finger misses: those under 44 px, one a line. Links within sentences are none. */
export function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const controls =
      'button, input, textarea, select, a[href], summary, [role=option], [role^=menuitem], [role=tab], [role=radio], [role=switch]'
    const found: string[] = []
    for (const control of document.querySelectorAll<HTMLElement>(controls)) {
      const target = control.closest<HTMLElement>('label') ?? control
      if (!target.checkVisibility({ visibilityProperty: true })) continue
      if (control.closest('[inert], [aria-hidden=true]') !== null) continue
      const { width, height } = target.getBoundingClientRect()
      if (width <= 1 || height <= 1) continue
      if (control.matches('a') && getComputedStyle(control).display === 'inline') continue
      if (width >= 44 && height >= 44) continue
      const name = control.getAttribute('aria-label') ?? control.textContent ?? ''
      found.push(`${Math.round(width)} × ${Math.round(height)}: ${control.tagName} ${name.trim()}`)
    }
    return found
  })
}

/**
 * The element with the focus, where nothing shows that it has it; undefined where an outline does, its
 * own or that of the box that it stands for.
 */
export function hiddenFocus(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) return 'nothing has the focus'
    const outlined = (element: Element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      // A row of a menu has a bar.
      const hasBar = element.matches('.highlight[data-highlighted]') && boxShadow.includes('inset')
      return hasBar || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2)
    }
    const box = activeElement.matches('textarea')
      ? activeElement.closest('[data-part="box"]')
      : null
    const label = activeElement.closest('label')
    if (outlined(activeElement)) return undefined
    if (label !== null && outlined(label)) return undefined
    if (box !== null && outlined(box)) return undefined
    const { outerHTML } = activeElement
    return outerHTML.slice(0, 300)
  })
}
