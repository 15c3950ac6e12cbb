import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

export default defineConfig({
  plugins: [react({ jsxImportSource: '@skillet/web' }), tailwindcss()],
  resolve: {
    alias: {
      // All JSX of the page passes here, where what hides in texts is made to show.
      '@skillet/web/jsx-runtime': path('src/jsx/jsx-runtime.ts'),
      '@skillet/web/jsx-dev-runtime': path('src/jsx/jsx-dev-runtime.ts'),
      '@skillet/core/menu': path('../core/src/menu.ts'),
      '@skillet/core/text': path('../core/src/text.ts'),
      '@skillet/server/contract': path('../server/src/contract/index.ts'),
      '@skillet/language': path('../language/src/index.ts'),
    },
  },
  build: {
    outDir: path('../server/client'),
    emptyOutDir: true,
    // Browsers that know `light-dark()`, in which the colours are written.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // The page's content security policy allows no `data:` fonts or scripts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
})
