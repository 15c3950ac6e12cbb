import { defineConfig } from 'tsdown'
import { thirdPartyNotices } from '../../scripts/third-party.mjs'

export default defineConfig({
  entry: ['src/index.ts', 'src/search.ts', 'src/menu.ts', 'src/text.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  tsconfig: '../../tsconfig.json',
  dts: true,
  clean: true,
  fixedExtension: false,
  plugins: [
    {
      name: 'third-party',
      async generateBundle(_, bundle) {
        const files = Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' ? file.moduleIds : [],
        )
        const source = await thirdPartyNotices(files)
        this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY.txt', source })
      },
    },
  ],
})
