import { childMarker as ofTheEngine } from '@skillet/agent'
import { expect, it } from 'vitest'
import { childMarker } from './child.ts'

it('knows children of the engine by the mark that the engine gives them', () => {
  expect(childMarker).toBe(ofTheEngine)
})
