import { isKnownTool, ruleTool } from '../permission/index.ts'
import type { Tool } from '../tools/types.ts'

/** What the engine itself asks about under these names is no call. */
const taken = new Set(['allowed-tools', 'model'])

/** What providers take, and rules can name. */
const sendable = /^[A-Za-z0-9_-]{1,64}$/u

/**
 * Each tool has a name that every provider takes, and that models, rules and skills mean nothing
 * else by; and a schema that can be sent.
 *
 * @throws TypeError where one has not: that is a mistake of the program, and not of a turn
 */
export function checkTools(tools: readonly Tool[]): void {
  const known = new Map<string, string>()
  for (const { name, schema } of tools) {
    const problem = problemOf(name, known) ?? problemOfSchema(name, schema)
    if (problem !== undefined) throw new TypeError(problem)
    known.set(ruleTool(name), name)
  }
}

function problemOf(name: string, known: ReadonlyMap<string, string>): string | undefined {
  const shown = JSON.stringify(name)
  if (!sendable.test(name)) {
    return `A tool cannot be called ${shown}: a name is 1 to 64 letters, digits, "_" and "-".`
  }
  if (taken.has(name)) return `A tool cannot be called ${shown}: choose another name.`
  const other = known.get(ruleTool(name))
  if (other === name) {
    return `Two tools are called ${shown}. Leave one of them out of \`tools\`, or rename it.`
  }
  if (other !== undefined) {
    return `The tools ${shown} and ${JSON.stringify(other)} are one name for models and rules. Rename one of them.`
  }
  if (isBuiltInName(name) || !isKnownTool({ tool: name })) return undefined
  return `A tool cannot be called ${shown}: models and rules mean ${JSON.stringify(ruleTool(name))} by it. Choose another name.`
}

/** In JavaScript no compiler tells the schemas of zod 3, and of others, from ours. */
function problemOfSchema(name: string, schema: object): string | undefined {
  if ('_zod' in schema) return undefined
  return `The schema of the tool ${JSON.stringify(name)} is not one of zod 4. Install zod@4 and make it with that.`
}

/** A program may put its own `read` in the place of ours: every rule about `read` holds for it. */
function isBuiltInName(name: string): boolean {
  return name === 'activate_skill' || (name !== 'skill' && ruleTool(name) === name)
}
