import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manifest12 } from '../../../test/given/archives.ts'
import { findFixture } from '../../../test/given/fixtures.ts'
import { codePageNames, hostileArchives, oddArchives } from '../../../test/given/hostile-archives.ts'
import { makeZip } from '../../../test/given/zip.ts'
import { isProof, sampleForCi } from '../../../test/proof.ts'
import { inspectPackage } from './inspect-package.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'learnt-archives-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function inspect(bytes: Buffer) {
  const path = join(folder, 'package.zip')
  await writeFile(path, bytes)
  return inspectPackage(path)
}

describe('hostile archives', () => {
  test('are at least 60 kinds', () => {
    expect(new Set(hostileArchives.map((archive) => archive.name)).size).toBe(hostileArchives.length)
    expect(hostileArchives.length).toBeGreaterThanOrEqual(60)
  })

  test.each(sampleForCi(hostileArchives).map((archive) => [archive.name, archive] as const))(
    '%s is refused',
    async (_, archive) => {
      const { report, inspected } = await inspect(archive.make())
      expect(inspected).toBeNull()
      expect(report.accepted).toBe(false)
      expect(
        report.problems.filter((problem) => problem.severity === 'error').map((problem) => problem.code),
      ).toContain(archive.expect)
      // Reading writes nothing: the archive is the only file there.
      expect(await readdir(folder)).toEqual(['package.zip'])
      // A report is shown to people: no hidden or direction-changing character gets into it.
      for (const problem of report.problems)
        expect(problem.path ?? '').not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/u)
    },
  )
})

test.runIf(isProof)('the greedy ones take at most 64 MB and 2 s of processor time each', async () => {
  const greedy = await mkdtemp(join(tmpdir(), 'learnt-greedy-'))
  try {
    const names = [
      '50 MB of nothing',
      'many small bombs',
      'more than 2 GB by what it says',
      'bomb that says it is small',
      '20,001 entries',
      'many folders',
      '2,000 names on one body',
      'billion laughs',
      'manifest 5,000 elements deep',
      'manifest of 12 MB',
      '6,000 items',
      '300,000 elements',
      '300,000 attributes',
      '500 objectives that 4,000 items share',
      '100 kB of address that 4,000 items share',
      '100 kB of base that 2,000 files share',
    ]
    const chosen = hostileArchives.filter((archive) => names.includes(archive.name))
    expect(chosen).toHaveLength(names.length)
    for (const [index, archive] of [
      ...chosen,
      ...oddArchives.filter((odd) => /many small|shrinks|4,900|200,000/.test(odd.name)),
    ].entries()) {
      await writeFile(join(greedy, `${index}.zip`), archive.make())
    }
    const script = join(import.meta.dirname, '../../../test/given/measure-archives.ts')
    const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', script, greedy])
    const results = JSON.parse(stdout) as Array<{ file: string; milliseconds: number; megabytes: number }>
    expect(results.filter((one) => one.milliseconds > 2000 || one.megabytes > 64)).toEqual([])
  } finally {
    await rm(greedy, { recursive: true, force: true })
  }
})

describe('odd but honest archives', () => {
  test.each(sampleForCi(oddArchives).map((archive) => [archive.name, archive] as const))(
    '%s is taken',
    async (_, archive) => {
      const { report, inspected } = await inspect(archive.make())
      expect(report.problems.filter((problem) => problem.severity === 'error')).toEqual([])
      expect(report.accepted).toBe(true)
      expect(inspected?.scoCount).toBe(1)
      expect(inspected?.files.some((file) => /index\.html$|start# 1\.html$/.test(file.path))).toBe(true)
    },
  )
})

test.each(codePageNames)('names in %s are found by the manifest', async (_, name, bytes) => {
  const href = `${name}/index.html`
  const { report, inspected } = await inspect(
    makeZip([
      { name: 'imsmanifest.xml', data: manifest12({ href, files: [href] }), method: 8 },
      { name: Buffer.concat([Buffer.from(bytes, 'hex'), Buffer.from('/index.html')]), data: 'x' },
    ]),
  )
  expect(report.problems).toEqual([])
  expect(inspected?.files.map((file) => file.path)).toContain(href)
})

const page = { name: 'index.html', data: 'x' }
test.each([
  ['the same bytes twice under one name', [page, page], {}, ['duplicate-same']],
  ['the same bytes under names that differ in case', [page, { ...page, name: 'INDEX.html' }], {}, ['duplicate-same']],
  [
    'bytes behind the end',
    [page],
    { suffix: Buffer.from('trailing PK\x05\x06 and more of it, and more') },
    ['trailing-bytes'],
  ],
  ['a mark of a direction in a name', [page, { name: 'در\u200fس.html', data: 'x' }], {}, []],
] as const)('%s is imported', async (_, entries, options, codes) => {
  const { report, inspected } = await inspect(
    makeZip([{ name: 'imsmanifest.xml', data: manifest12() }, ...entries], options),
  )
  expect(report.problems.map((problem) => problem.code)).toEqual(codes)
  expect(inspected?.files.filter((file) => file.path === 'index.html')).toHaveLength(1)
})

describe('packages of the field', () => {
  const names = [
    'cut-item-title',
    'name-cp850-no-flag',
    'name-percent',
    'name-sjis-no-flag',
    'org-no-scormtype',
    'slash-double',
    'zip-duplicate-same',
  ]
  for (const name of names) {
    const path = findFixture(`field/${name}.zip`)
    test.skipIf(path === null)(name, async () => {
      const { report, inspected } = await inspectPackage(path ?? '')
      expect(report.accepted).toBe(true)
      expect(inspected?.scoCount).toBe(1)
    })
  }
})
