import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: { index: 'src/index.ts', contract: 'src/contract/index.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  tsconfig: '../../tsconfig.json',
  dts: true,
  clean: true,
  fixedExtension: false,
})
