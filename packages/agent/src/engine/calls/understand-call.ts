import { toolName } from '@skillet/core'
import { nearNames } from '../../tools/index.ts'
import type { Access, Tool, ToolContext } from '../../tools/types.ts'
import { loadableSkill, poolOf } from '../skills/index.ts'
import type { ModelCall } from '../step.ts'
import type { Turn } from '../turn-state.ts'
import { plainAccess } from './plain-outcome.ts'
import { settleAccess } from './settle-access.ts'
import { checkInput } from './tool-input.ts'

/** A call that makes sense: which tool, with what input, touching what. */
export interface UnderstoodCall {
  readonly kind: 'understood'
  readonly callId: string
  readonly tool: Tool
  /** As it is shown, kept and agreed to. */
  readonly input: unknown
  /** The same as the tool takes it: its schema may make anything of it. */
  readonly parsed: unknown
  readonly access: Access
}

/** A call that does not, with what the model should do about it. */
export interface MistakenCall {
  readonly kind: 'mistaken'
  readonly callId: string
  readonly tool: string
  readonly input: unknown
  readonly problem: string
}

/** Finds the tool that a call means, and checks its input. Never throws. */
export function understandCall(
  turn: Turn,
  made: ModelCall,
  context: ToolContext,
): UnderstoodCall | MistakenCall {
  const call = asSkillCall(turn, made)
  const tool = findTool(turn, call.tool)
  if (!tool) return { ...call, kind: 'mistaken', problem: unknownTool(turn, call.tool) }
  const named = { ...call, tool: tool.name }
  const checked = checkInput(tool.schema, call.input)
  if (!checked.ok) {
    const problem = `The input of ${tool.name} does not fit:\n${checked.problem}`
    return { ...named, kind: 'mistaken', problem }
  }
  try {
    const { input: parsed, shown: input } = checked
    return {
      kind: 'understood',
      callId: call.callId,
      tool,
      input,
      parsed,
      access: settleAccess(plainAccess(tool.access(parsed, context)), context.workspace),
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { ...named, kind: 'mistaken', problem: `${tool.name} cannot do that: ${why}` }
  }
}

/** Tools are called by any client’s name for them, in any case: `Read`, `Glob`, `run_shell_command`. */
function findTool({ prepared }: Turn, name: string): Tool | undefined {
  const { tools } = prepared
  const own = toolName(name)
  return tools.find((tool) => tool.name === name) ?? tools.find((tool) => tool.name === own)
}

/** Models call a skill as if it were a tool: `pdf({ file })` loads the skill `pdf` (bug 68). */
function asSkillCall(turn: Turn, call: ModelCall): ModelCall {
  if (findTool(turn, call.tool)) return call
  const name = call.tool.replace(/^(?:\/?skill[:_]|\/)/u, '')
  const skill = loadableSkill(turn.prepared, name)
  if (!skill) return call
  const given = argumentsOf(call.input)
  return {
    callId: call.callId,
    tool: 'activate_skill',
    input: { name: skill.name, ...(given !== '' && { arguments: given }) },
  }
}

function argumentsOf(input: unknown): string {
  if (typeof input === 'string') return input
  if (typeof input !== 'object' || input === null) return ''
  if ('arguments' in input && typeof input.arguments === 'string') return input.arguments
  return Object.keys(input).length === 0 ? '' : JSON.stringify(input)
}

function unknownTool(turn: Turn, name: string): string {
  const names = poolOf(turn).tools.map((tool) => tool.name)
  const near = nearNames(name, names)
  const offer = near.length > 0 ? `Did you mean ${near.join(' or ')}? ` : ''
  return `There is no tool ${JSON.stringify(name)}. ${offer}The tools are: ${names.join(', ')}.`
}
