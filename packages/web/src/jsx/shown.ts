import { markUnseen } from '../hidden-codes/index.ts'

/** What people read, or have read to them, without its being a child. */
const readAttributes = [
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'placeholder',
] as const

/**
 * The properties of an element with every text that people will read in its visible form. What they
 * type, copy or send is none of it: a field's value, and the properties of our own components, stay
 * as they are. So does a component's `title`, which may be one to edit; that of an element is read.
 */
export function shown(type: unknown, properties: unknown): unknown {
  if (typeof properties !== 'object' || properties === null) return properties
  const changes: Record<string, unknown> = {}
  const read = typeof type === 'string' ? [...readAttributes, 'title'] : readAttributes
  for (const name of read) {
    const value: unknown = Reflect.get(properties, name)
    if (typeof value === 'string') changes[name] = markUnseen(value)
  }
  if ('children' in properties) changes['children'] = shownChild(properties.children)
  return Object.keys(changes).length === 0 ? properties : { ...properties, ...changes }
}

/** A list in which nothing hides stays the very same, whose keys React has checked. */
function shownChild(child: unknown): unknown {
  if (typeof child === 'string') return markUnseen(child)
  if (!Array.isArray(child)) return child
  const children: readonly unknown[] = child.map(shownChild)
  return children.every((one, at) => one === child[at]) ? child : children
}
