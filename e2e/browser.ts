import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

interface FoundBrowser {
  kind: 'chosen' | 'packaged' | 'system'
  program: string
  /** Additional environment variables. */
  env: Record<string, string>
}

const flags = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const systemPrograms: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/microsoft-edge',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
}

/** A browser for the tests. Throws without one, so that the tests fail instead of being skipped. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const found = findBrowser()
  return chromium.launch({
    executablePath: found.program,
    ...options,
    env: { ...process.env, ...found.env, ...options.env },
    args: [...flags, ...(options.args ?? [])],
  })
}

/** CHROMIUM_PATH, else the packaged headless one, which needs a third less of the processor, else an installed one. */
export function findBrowser(): FoundBrowser {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) {
    if (!isProgram(chosen)) throw new Error(`CHROMIUM_PATH names ${chosen}, which is no program that can be run`)
    return { kind: 'chosen', program: chosen, env: {} }
  }
  const folder = packageFolder()
  if (folder) return unpackBrowser(folder)
  const system = systemPrograms[process.platform]?.find(isProgram)
  if (system) return { kind: 'system', program: system, env: {} }
  throw new Error(
    `The browser tests need a Chromium and found none: there is no packaged one for ${process.platform} on ${process.arch}. Install Chromium or Chrome, or name one in CHROMIUM_PATH.`,
  )
}

/** Folder of @sparticuz/chromium, an optional package that holds the browser for Linux on x64. */
function packageFolder(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')))
  } catch {
    return undefined
  }
}

/**
 * Unpacks the browser, its graphics and the libraries that a bare machine lacks, once per version. Not by the package's
 * own code, which unpacks into one folder shared by all users, leaves the libraries out, and switches off the
 * separation of origins that the tests check.
 */
function unpackBrowser(packaged: string): FoundBrowser {
  const { version } = JSON.parse(readFileSync(join(packaged, 'package.json'), 'utf8')) as { version: string }
  const folder = join(cacheFolder(), `chromium-${version}`)
  if (!existsSync(folder)) {
    const half = `${folder}.${process.pid}-${randomBytes(4).toString('hex')}`
    mkdirSync(half, { recursive: true })
    const part = (name: string) => brotliDecompressSync(readFileSync(join(packaged, 'bin', name)))
    for (const name of ['swiftshader.tar.br', 'al2023.tar.br', 'fonts.tar.br']) unpackTar(part(name), half)
    writeFileSync(join(half, 'chromium'), part('chromium.br'), { mode: 0o755 })
    writeFileSync(
      join(half, 'fonts.conf'),
      `<?xml version="1.0"?>\n<fontconfig><dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>\n`,
    )
    try {
      renameSync(half, folder)
    } catch (error) {
      // Another test process was faster.
      rmSync(half, { recursive: true, force: true })
      if (!existsSync(folder)) throw error
    }
  }
  const libraries = [join(folder, 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  return {
    kind: 'packaged',
    program: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: libraries,
      ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_FILE: join(folder, 'fonts.conf') }),
    },
  }
}

function cacheFolder(): string {
  const beside = join(import.meta.dirname, '..', 'node_modules', '.cache')
  try {
    mkdirSync(beside, { recursive: true })
    accessSync(beside, constants.W_OK)
    return beside
  } catch {
    const own = join(tmpdir(), `learnt-browser-${process.getuid?.() ?? 0}`)
    mkdirSync(own, { recursive: true, mode: 0o700 })
    return own
  }
}

/** Plain files of a tar with short names, which is all that the package contains. */
function unpackTar(archive: Buffer, folder: string): void {
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
    const text = (from: number, length: number) =>
      archive.toString('utf8', at + from, at + from + length).replace(/\0[\s\S]*$/, '')
    const name = text(0, 100)
    const size = Number.parseInt(text(124, 12), 8)
    const isFile = text(156, 1) === '' || text(156, 1) === '0'
    if (name.startsWith('/') || name.split('/').includes('..')) throw new Error(`${name} in a browser archive`)
    if (isFile) {
      const path = join(folder, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, archive.subarray(at + 512, at + 512 + size))
      chmodSync(path, Number.parseInt(text(100, 8), 8) & 0o777)
    }
    at += 512 + Math.ceil(size / 512) * 512
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
