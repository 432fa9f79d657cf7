import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '..')

function launch(words: string[], env: Record<string, string> = {}, folder = root) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'tools', 'launch.cjs'), ...words], {
    cwd: folder,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  return { status, text: stdout + stderr }
}

test('the server is built from its sources, and again only when one of them has changed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'learnt-launcher-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const part of ['package.json', 'package-lock.json', 'tsconfig.json', 'tools', 'packages', 'apps/server'])
    cpSync(join(root, part), join(folder, part), {
      recursive: true,
      filter: (file) => !/\/(node_modules|dist|media)$/.test(file),
    })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  expect(launch(['cli', '--help'], {}, folder).text).toMatch(/The server is built.*Print all settings/s)
  const again = launch(['cli', '--help'], {}, folder)
  expect(again).toEqual({ status: 0, text: expect.stringMatching(/^(?!.*built).*Print all settings/s) })
  const source = join(folder, 'apps/server/src/operating/cli.ts')
  writeFileSync(source, readFileSync(source, 'utf8').replace('Print all settings', 'Say every setting'))
  expect(launch(['cli', '--help'], {}, folder).text).toMatch(/The server is built.*Say every setting/s)
})
