import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

interface Part {
  type: string
  fileName: string
  isEntry?: boolean
  facadeModuleId?: string | null
  imports?: string[]
  viteMetadata?: { importedCss: Set<string>; importedAssets: Set<string> }
}

/**
 * Writes the service worker of the built application: one file that knows its build, and which of its files the named
 * pages need. A watching build has none, because the worker would keep files that have just changed.
 */
export function serviceWorker({ source, pages }: { source: string; pages: string[] }): Plugin {
  return {
    name: 'learnt-service-worker',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) return
      if (this.meta.watchMode) return rm(join(dir, 'service-worker.js'), { force: true })
      const parts = Object.values(bundle) as Part[]
      // catalogues are entries, too: the page needs this one
      const entry = parts.find((part) => part.isEntry && part.facadeModuleId?.endsWith('.html'))
      if (!entry) throw new Error('The build has no entry')
      const first = new Set<string>()
      const add = (part: Part | undefined): void => {
        if (!part || first.has(part.fileName)) return
        first.add(part.fileName)
        for (const css of part.viteMetadata?.importedCss ?? []) first.add(css)
        // People need one or two of twenty fonts, so the worker keeps fonts as they are used.
        for (const picture of part.viteMetadata?.importedAssets ?? []) if (picture.endsWith('.svg')) first.add(picture)
        for (const name of part.imports ?? []) add(bundle[name] as Part | undefined)
      }
      add(entry)
      for (const page of pages) add(parts.find((part) => part.facadeModuleId?.endsWith(page)))
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        define: {
          __BUILD__: JSON.stringify(`/${entry.fileName}`),
          __FIRST_ASSETS__: JSON.stringify([...first].map((name) => `/${name}`)),
        },
        build: {
          outDir: dir,
          emptyOutDir: false,
          target: 'es2022',
          lib: { entry: source, formats: ['iife'], name: 'learnt', fileName: () => 'service-worker.js' },
        },
      })
    },
  }
}
