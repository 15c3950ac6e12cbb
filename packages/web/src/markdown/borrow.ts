import type { Definition } from './structure.ts'

/**
 * Looks up, for a block, the definitions that it refers to and that stand in any block, as Markdown
 * to put before it. The first definition of a name holds, as in the whole text.
 */
export function borrowFor(definitions: readonly Definition[]): (block: string) => string {
  if (definitions.length === 0) return () => ''
  const byName = new Map<string, string>()
  for (const { name, line } of definitions) {
    const key = normalised(name)
    if (!byName.has(key)) byName.set(key, line === '' ? `[^${name}]: .` : line)
  }
  return (block) => {
    const lines = new Set<string>()
    for (const [, name = ''] of block.matchAll(/\[\^?((?:[^\][\\]|\\.){1,999})\]/g)) {
      const line = byName.get(normalised(name))
      if (line !== undefined) lines.add(line)
    }
    return [...lines].map((line) => `${line}\n\n`).join('')
  }
}

function normalised(name: string): string {
  return name.replace(/\s+/g, ' ').trim().toLowerCase()
}
