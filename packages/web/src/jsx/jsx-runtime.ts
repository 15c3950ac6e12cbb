/**
 * What JSX in this package becomes (`jsxImportSource`). All text on the page passes here, from
 * wherever it came, so that no view can forget to show what hides in it. So a component gives
 * elements, never a bare text. Markdown, which makes its elements elsewhere, does the same to its
 * tree, and the window's title, which is none, is made by `windowTitle`.
 */

import type { ElementType, Key, ReactElement } from 'react'
import { jsx as make, jsxs as makeStatic } from 'react/jsx-runtime'
import { shown } from './shown.ts'

export { Fragment, type JSX } from 'react/jsx-runtime'

export function jsx(type: ElementType, properties: unknown, key?: Key): ReactElement {
  return make(type, shown(type, properties), key)
}

export function jsxs(type: ElementType, properties: unknown, key?: Key): ReactElement {
  return makeStatic(type, shown(type, properties), key)
}
