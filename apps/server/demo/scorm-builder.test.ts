import { createHash } from 'node:crypto'
import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import { fromBuffer } from 'yauzl'
import { demoCourses } from './courses/all.ts'
import { buildScormPackage, scormFiles } from './scorm-builder.ts'
import type { ScormCourse, ScormVersion } from './shapes.ts'

const packages = demoCourses.flatMap((course) =>
  course.sections.flatMap((section) => section.activities.flatMap((one) => (one.kind === 'scorm' ? one.package : []))),
)

describe('packages of the demo courses', () => {
  test.each(packages.map((one) => [one.identifier, one] as const))('%s is a sound archive', async (_, course) => {
    const files = await unzip(await buildScormPackage(course))
    expect([...files.keys()][0]).toBe('imsmanifest.xml')
    const manifest = readManifest(files.get('imsmanifest.xml'))
    const there = [...files.keys()].filter((path) => path !== 'imsmanifest.xml').sort()
    expect(manifest.files.toSorted()).toEqual(there)
    expect(manifest.titles).toEqual([course.title, ...course.scos.map((sco) => sco.title)])
    expect(manifest.items).toEqual(course.scos.map((sco) => `sco-${sco.key}`))
    expect(manifest.scos).toEqual(course.scos.map((sco) => [`sco-${sco.key}`, `${sco.key}/index.html`]))
    for (const sco of course.scos) {
      const page = files.get(`${sco.key}/index.html`)?.toString() ?? ''
      expect(page).toContain(`lang="${course.language}" dir="${course.language === 'ar' ? 'rtl' : 'ltr'}"`)
      expect(page).not.toMatch(/\son\w+=/)
      const named = [...page.matchAll(/(?:src|href)="\.\.\/([^"]+)"/g)].map(([, path]) => path)
      for (const path of named) expect(there).toContain(path)
    }
  })

  test('every edition is among them, and packages of several SCOs in both standards', () => {
    expect(new Set(packages.map((one) => one.version))).toEqual(new Set(['1.2', '2004-2nd', '2004-3rd', '2004-4th']))
    const several = packages.filter((one) => one.scos.length > 1).map((one) => one.version)
    expect(several).toContain('1.2')
    expect(several.some((version) => version !== '1.2')).toBe(true)
  })
})

test('the same description gives the same bytes, in every time zone', async () => {
  const before = process.env.TZ
  const digests: string[] = []
  for (const zone of ['UTC', 'Asia/Kathmandu', 'America/St_Johns']) {
    process.env.TZ = zone
    digests.push(
      createHash('sha256')
        .update(await buildScormPackage(small('2004-4th')))
        .digest('hex'),
    )
  }
  if (before === undefined) delete process.env.TZ
  else process.env.TZ = before
  expect(new Set(digests).size).toBe(1)
})

test.each([
  ['1.2', '1.2', 'adlcp:scormtype'],
  ['2004-2nd', 'CAM 1.3', 'adlcp:scormType'],
  ['2004-3rd', '2004 3rd Edition', 'adlcp:scormType'],
  ['2004-4th', '2004 4th Edition', 'adlcp:scormType'],
] as const)('%s says %s in its manifest', async (version, schemaVersion, attribute) => {
  const [manifest] = await scormFiles(small(version))
  const text = manifest?.data.toString() ?? ''
  expect(text).toContain(`<schemaversion>${schemaVersion}</schemaversion>`)
  expect(text).toContain(`${attribute}="sco"`)
})

test('words with markup in them stay text', async () => {
  const course = small('1.2')
  course.title = 'Fish & <chips>'
  const files = await scormFiles(course)
  expect(readManifest(files[0]?.data).titles[0]).toBe('Fish & <chips>')
})

test('refuses a description that could not be played', async () => {
  const twice = small('1.2')
  twice.scos.push(...small('1.2').scos)
  await expect(buildScormPackage(twice)).rejects.toThrow('two SCOs share a key')
  const unanswerable = small('1.2')
  unanswerable.scos[0]?.slides.push({
    kind: 'question',
    id: 'q',
    title: 'Q',
    prompt: 'Which?',
    answer: 'single',
    options: [{ text: 'this' }, { text: 'that' }],
    explanation: '',
  })
  await expect(buildScormPackage(unanswerable)).rejects.toThrow('has no pass mark')
  for (const sco of unanswerable.scos) sco.passPercent = 50
  await expect(buildScormPackage(unanswerable)).rejects.toThrow('0 right answers')
})

function small(version: ScormVersion): ScormCourse {
  return {
    identifier: 'test.small',
    title: 'Small',
    version,
    language: 'en',
    scos: [{ key: 'only', title: 'Only', slides: [{ kind: 'content', title: 'One', html: '<p>Hello</p>' }] }],
  }
}

function unzip(archive: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      const files = new Map<string, Buffer>()
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, (failure, stream) => {
          if (failure) return reject(failure)
          const parts: Buffer[] = []
          stream.on('data', (part: Buffer) => parts.push(part))
          stream.on('end', () => {
            files.set(entry.fileName, Buffer.concat(parts))
            zip.readEntry()
          })
        })
      })
      zip.on('end', () => resolve(files))
      zip.on('error', reject)
      zip.readEntry()
    })
  })
}

function readManifest(data: Buffer | undefined) {
  const found = { titles: [] as string[], items: [] as string[], scos: [] as string[][], files: [] as string[] }
  const parser = new SaxesParser({ xmlns: true })
  let words = ''
  parser.on('opentag', (node) => {
    words = ''
    const value = (name: string) => Object.values(node.attributes).find((one) => one.local === name)?.value ?? ''
    if (node.local === 'item') found.items.push(value('identifierref'))
    if (node.local === 'file') found.files.push(value('href'))
    if (node.local === 'resource' && value('scormtype') + value('scormType') === 'sco') {
      found.scos.push([value('identifier'), value('href')])
    }
  })
  parser.on('text', (part) => {
    words += part
  })
  parser.on('closetag', (node) => {
    if (node.local === 'title') found.titles.push(words)
  })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(String(data)).close()
  return found
}
