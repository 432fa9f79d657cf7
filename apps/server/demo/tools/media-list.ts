import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const folder = new URL('../media/', import.meta.url)

const types: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.vtt': 'text/vtt',
  '.pdf': 'application/pdf',
  '.csv': 'text/csv',
}

/** Writes `media.ts`: every file with its type, size, digest and, where it has them, pixels or seconds. */
export async function writeMediaList(): Promise<void> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => extname(name) in types).sort()
  const rows: string[] = []
  for (const name of names) {
    const data = await readFile(new URL(name, folder))
    const facts: Record<string, string | number> = {
      mediaType: types[extname(name)] ?? '',
      bytes: data.length,
      sha256: createHash('sha256').update(data).digest('hex'),
    }
    if (/\.(webp|png)$/.test(name)) {
      const { width, height } = await sharp(data).metadata()
      Object.assign(facts, { width, height })
    }
    if (/\.(mp4|webm)$/.test(name)) Object.assign(facts, { width: 640, height: 360 })
    if (/\.(mp3|wav|mp4|webm)$/.test(name)) facts.seconds = secondsOf(fileURLToPath(new URL(name, folder)))
    const written = Object.entries(facts).map(
      ([key, value]) => `${key}: ${typeof value === 'string' ? `'${value}'` : value}`,
    )
    rows.push(`  '${name}': {\n    ${written.join(',\n    ')},\n  },`)
  }
  await writeFile(
    new URL('../media.ts', import.meta.url),
    `/** Written by tools/draw-covers.ts and tools/make-media.ts. Paths are relative to \`media/\`. */
export interface MediaFile {
  mediaType: string
  bytes: number
  sha256: string
  width?: number
  height?: number
  seconds?: number
}

export const mediaFiles = {
${rows.join('\n')}
} as const satisfies Record<string, MediaFile>

export type MediaPath = keyof typeof mediaFiles
`,
  )
}

function secondsOf(path: string): number {
  const probe = spawnSync('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path])
  if (probe.status !== 0) throw new Error('ffprobe is needed to list the recordings')
  return Math.round(Number(probe.stdout) * 10) / 10
}
