import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from './learnt.ts'

const root = join(import.meta.dirname, '..')

function launch(words: string[], env: Record<string, string> = {}, folder = root) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'tools', 'launch.cjs'), ...words], {
    cwd: folder,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  return { status, text: stdout + stderr }
}

/** A copy without packages and builds. */
function copyOf(parts: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'learnt-launcher-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const part of ['package.json', 'package-lock.json', 'tsconfig.json', 'tools', 'packages', ...parts])
    cpSync(join(root, part), join(folder, part), {
      recursive: true,
      filter: (file) => !/\/(node_modules|dist|media)$/.test(file),
    })
  return folder
}

test('the server is built from its sources, and again only when one of them has changed', () => {
  const folder = copyOf(['apps/server'])
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  expect(launch(['cli', '--help'], {}, folder).text).toMatch(/The server is built.*Print all settings/s)
  const again = launch(['cli', '--help'], {}, folder)
  expect(again).toEqual({ status: 0, text: expect.stringMatching(/^(?!.*built).*Print all settings/s) })
  const source = join(folder, 'apps/server/src/operating/cli.ts')
  writeFileSync(source, readFileSync(source, 'utf8').replace('Print all settings', 'Say every setting'))
  expect(launch(['cli', '--help'], {}, folder).text).toMatch(/The server is built.*Say every setting/s)
})

test('wrong settings of an .env are listed before all packages are installed', async () => {
  const members = ['apps/web', 'e2e', 'bench'].map((member) => `${member}/package.json`)
  const folder = copyOf(['.npmrc', 'apps/server', ...members])
  writeFileSync(join(folder, '.env'), 'LOG_LEVEL=loud\n')
  const { status, text } = launch(
    ['start'],
    { PORT: String(await freePort()), CONTENT_PORT: String(await freePort()) },
    folder,
  )
  expect(status).toBe(1)
  expect(text).toMatch(/One setting is wrong.*\n.*LOG_LEVEL: /)
  expect(text).not.toContain('Installing')
  expect(existsSync(join(folder, 'node_modules'))).toBe(false)
})
