import { join } from 'node:path'
import { builtInTools } from '@skillet/agent'
import { afterEach } from 'vitest'
import {
  modelsOf,
  openWorld,
  type Saying,
  type ScriptedModel,
  says,
  scripted,
  type TestWorld,
  type WorldOptions,
} from '../engine-world.ts'

/** The built-in tools on real files, and a model that says what its script holds, then `ok`. */
export interface ThreatWorld extends TestWorld {
  readonly model: ScriptedModel
  /** The absolute path of a file in the workspace. */
  readonly at: (path: string) => string
}

/**
 * Opens worlds that share their options; each is closed with the test that opened it.
 *
 * @param secrets keys that the model was set up with
 */
export function threatWorlds(shared: WorldOptions, secrets: readonly string[] = []) {
  let world: TestWorld | undefined
  afterEach(() => {
    world?.close()
    world = undefined
  })
  return async (script: readonly Saying[], options: WorldOptions = {}): Promise<ThreatWorld> => {
    const model = scripted([...script, says('ok')])
    const opened = await openWorld({
      model: modelsOf(model, secrets),
      tools: builtInTools,
      ...shared,
      ...options,
    })
    world = opened
    return { ...opened, model, at: (path) => join(opened.workspace, path) }
  }
}
