/** The same as `jsx-runtime.ts`, while developing and in tests. */

import type { ElementType, Key, ReactElement } from 'react'
import { type JSXSource, jsxDEV as make } from 'react/jsx-dev-runtime'
import { shown } from './shown.ts'

export { Fragment, type JSX } from 'react/jsx-dev-runtime'

export function jsxDEV(
  type: ElementType,
  properties: unknown,
  key: Key | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
): ReactElement {
  return make(type, shown(type, properties), key, isStatic, source, self)
}
