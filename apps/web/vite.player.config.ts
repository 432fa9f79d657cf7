import { resolve } from 'node:path'
import { defineConfig } from 'vite'
import { precompress } from './tools/precompress.ts'

const source = resolve(import.meta.dirname, 'src/player')

/** The player of packages: two pages of its own, served from the content origin only, each with no more than it needs. */
export default defineConfig({
  root: source,
  base: '/player/',
  publicDir: false,
  plugins: [precompress()],
  build: {
    outDir: resolve(import.meta.dirname, 'dist/player'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [resolve(source, 'scorm12.html'), resolve(source, 'scorm2004.html')],
    },
  },
})
