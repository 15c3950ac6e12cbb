import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (path: string) => fileURLToPath(new URL(`./packages/${path}`, import.meta.url))

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@skillet\/core\/search$/, replacement: source('core/src/search.ts') },
      { find: /^@skillet\/core\/menu$/, replacement: source('core/src/menu.ts') },
      { find: /^@skillet\/core\/text$/, replacement: source('core/src/text.ts') },
      { find: /^@skillet\/core$/, replacement: source('core/src/index.ts') },
      {
        find: /^@skillet\/web\/(jsx-(?:dev-)?runtime)$/,
        replacement: source('web/src/jsx/$1.ts'),
      },
      { find: /^@skillet\/agent$/, replacement: source('agent/src/index.ts') },
      { find: /^@skillet\/language$/, replacement: source('language/src/index.ts') },
      {
        find: /^@skillet\/server\/contract$/,
        replacement: source('server/src/contract/index.ts'),
      },
      { find: /^@skillet\/server$/, replacement: source('server/src/index.ts') },
    ],
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'packages/*/test/**/*.test.{ts,tsx}',
            'test/*.test.{ts,mjs}',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          // A browser, a server and a model at once are enough for two processors.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
    testTimeout: 20_000,
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: '.reports/tests.json' }]]
      : ['default'],
    coverage: {
      include: ['packages/*/src/**'],
      reporter: ['text', 'json-summary'],
      reportsDirectory: 'coverage',
    },
  },
})
