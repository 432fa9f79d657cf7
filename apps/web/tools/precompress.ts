import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const packers = [
  {
    suffix: '.br',
    pack: (bytes: Buffer) =>
      promisify(brotliCompress)(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }),
  },
  { suffix: '.gz', pack: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }) },
]
/** Below this, compression saves a packet at most. */
const least = 1000

/** Writes a compressed copy of each text asset, which the server sends to browsers that accept it. */
export function precompress(): Plugin {
  return {
    name: 'learnt-precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (this.meta.watchMode || dir === undefined) return
      const folder = join(dir, 'assets')
      const names = (await readdir(folder)).filter((name) => /\.(js|mjs|css|svg|json|wasm)$/.test(name))
      await Promise.all(
        names.map(async (name) => {
          const bytes = await readFile(join(folder, name))
          if (bytes.length < least) return
          for (const { suffix, pack } of packers) await writeFile(join(folder, name + suffix), await pack(bytes))
        }),
      )
    },
  }
}
