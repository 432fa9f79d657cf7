import { deflateRawSync } from 'node:zlib'
import type { PackageProblemCode } from '@learnt/contract/packages'
import { manifest12, noise } from './archives.ts'
import { makeZip, type ZipEntry, type ZipOptions } from './zip.ts'

/** An archive that must be refused, or an unusual one that must be accepted. */
export interface MadeArchive {
  name: string
  make(): Buffer
  /** The complaint that the report must contain; null: the archive is accepted. */
  expect: PackageProblemCode | null
}

const page = '<!doctype html><title>Made</title><p>Made for a test</p>'
const good: ZipEntry[] = [
  { name: 'imsmanifest.xml', data: manifest12(), method: 8 },
  { name: 'index.html', data: page, method: 8 },
]
const withGood = (entries: ZipEntry[], options?: ZipOptions) => () => makeZip([...good, ...entries], options)
const onlyManifest =
  (text: string | Buffer, method = 8) =>
  () =>
    makeZip([
      { name: 'imsmanifest.xml', data: text, method },
      { name: 'index.html', data: page },
    ])
// Made on demand, because they are megabytes; stored uncompressed, because compressed they would count as bombs.
const longManifest = (text: () => string) => () => onlyManifest(text(), 0)()

/** One item that opens something and others that open nothing; all of them use sequencing. */
function manifestOfMany(item: string, count: number, sequencing = ''): string {
  return manifest12({
    organization: `<organization identifier="org"><item identifier="one" identifierref="res"><title>One</title></item>${item.repeat(count)}</organization>`,
  })
    .replace('<schemaversion>1.2<', '<schemaversion>2004 4th Edition<')
    .replace(
      '</manifest>',
      `<sequencingCollection><sequencing ID="shared">${sequencing}</sequencing></sequencingCollection></manifest>`,
    )
}

const badName = (name: string | Buffer, expect: PackageProblemCode, title = String(name)): MadeArchive => ({
  name: `name ${JSON.stringify(title)}`,
  expect,
  make: withGood([{ name, data: 'x' }]),
})

/** Every one must be refused, with a readable report and without leaving anything behind. */
export const hostileArchives: readonly MadeArchive[] = [
  // Names that lead out of the package
  badName('../evil.html', 'path-escape'),
  badName('../../../../../../etc/cron.d/evil', 'path-escape'),
  badName('a/../../evil.html', 'path-escape'),
  badName('a/b/../../../evil.html', 'path-escape'),
  badName('..\\evil.html', 'path-escape'),
  badName('a\\..\\..\\evil.html', 'path-escape'),
  badName('a/..', 'path-escape'),
  badName('..', 'path-escape'),
  badName('.../../evil.html', 'path-escape'),
  badName('.. /evil.html', 'path-escape'),
  badName('...\\evil.html', 'path-escape'),
  badName('%2e%2e/evil.html', 'path-escape'),
  badName('a/%2e%2e%2fevil.html', 'path-escape'),
  badName('%252e%252e/evil.html', 'path-escape'),
  badName('..%5cevil.html', 'path-escape'),
  badName('/etc/passwd', 'path-absolute'),
  badName('\\windows\\system32\\evil.dll', 'path-absolute'),
  badName('//server/share/evil', 'path-absolute'),
  badName('\\\\server\\share\\evil', 'path-absolute'),
  badName('C:\\evil.txt', 'path-drive'),
  badName('c:evil.txt', 'path-drive'),
  badName('Z:/evil.txt', 'path-drive'),
  badName('./', 'path-empty'),
  badName('', 'path-empty'),
  badName('a\0.html', 'path-characters'),
  badName('a\nb.html', 'path-characters'),
  badName('a\u001b[2Jb.html', 'path-characters'),
  badName('a\u007fb.html', 'path-characters'),
  badName('\u202Elmth.exe', 'path-characters'),
  badName('a\u2066b\u2069.html', 'path-characters'),
  badName('\ufeffindex2.html', 'path-characters'),
  badName('a\u2028b.html', 'path-characters'),
  {
    name: 'name that is not the UTF-8 it says it is',
    expect: 'path-characters',
    make: withGood([{ name: Buffer.from([0x61, 0xff, 0xfe, 0x62]), flags: 0x800 }]),
  },
  badName(`${'a'.repeat(1100)}.html`, 'path-too-long', '1100 characters'),
  badName(`${'a/'.repeat(80)}x.html`, 'path-too-long', '80 folders deep'),
  {
    name: 'name in a Unicode path field that leads out',
    expect: 'path-escape',
    make: () => {
      const plain = Buffer.from('plain.html')
      const hidden = Buffer.from('../hidden.html')
      const body = Buffer.alloc(5)
      body.writeUInt8(1, 0)
      body.writeUInt32LE(crcOf(plain), 1)
      const field = Buffer.alloc(4)
      field.writeUInt16LE(0x7075, 0)
      field.writeUInt16LE(body.length + hidden.length, 2)
      return makeZip([...good, { name: plain, data: 'x', extra: Buffer.concat([field, body, hidden]) }])
    },
  },
  {
    name: 'local header that names another path',
    expect: 'path-escape',
    make: withGood([{ name: 'inside.html', data: 'x', local: { name: '../outside.html' } }]),
  },

  // The same name twice
  { name: 'one name twice', expect: 'duplicate', make: withGood([{ name: 'index.html', data: 'other' }]) },
  {
    name: 'manifest twice',
    expect: 'duplicate',
    make: withGood([{ name: 'imsmanifest.xml', data: manifest12({ title: 'Other' }) }]),
  },
  { name: 'one name twice by a dot', expect: 'duplicate', make: withGood([{ name: './index.html', data: 'other' }]) },
  {
    name: 'one name twice by slashes',
    expect: 'duplicate',
    make: withGood([
      { name: 'a/b.js', data: '1' },
      { name: 'a//b.js', data: '2' },
    ]),
  },
  {
    name: 'one name twice by a backslash',
    expect: 'duplicate',
    make: withGood([
      { name: 'a/b.js', data: '1' },
      { name: 'a\\b.js', data: '2' },
    ]),
  },
  { name: 'names that differ in case', expect: 'case-clash', make: withGood([{ name: 'INDEX.html', data: 'other' }]) },
  {
    name: 'names that differ in how an accent is spelled',
    expect: 'case-clash',
    make: withGood([
      { name: 'caf\u00e9.html', data: '1' },
      { name: 'cafe\u0301.html', data: '2' },
    ]),
  },
  {
    name: 'file that is also a folder',
    expect: 'file-and-folder',
    make: withGood([
      { name: 'a', data: '1' },
      { name: 'a/b.html', data: '2' },
    ]),
  },
  {
    name: 'folder that is also a file',
    expect: 'file-and-folder',
    make: withGood([
      { name: 'a/b.html', data: '2' },
      { name: 'a', data: '1' },
    ]),
  },

  // Things that are no files
  {
    name: 'symbolic link',
    expect: 'link',
    make: withGood([{ name: 'link.html', data: '/etc/passwd', mode: 0o120777 }]),
  },
  {
    name: 'symbolic link to a folder above',
    expect: 'link',
    make: withGood([
      { name: 'up', data: '..', mode: 0o120777 },
      { name: 'up/evil.html', data: 'x' },
    ]),
  },
  {
    name: 'symbolic link that says it is from DOS',
    expect: 'link',
    make: withGood([{ name: 'link.html', data: '/etc/passwd', mode: 0o120777, madeBy: 20 }]),
  },
  { name: 'named pipe', expect: 'special-file', make: withGood([{ name: 'pipe', mode: 0o010644 }]) },
  { name: 'character device', expect: 'special-file', make: withGood([{ name: 'tty', mode: 0o020644 }]) },
  { name: 'block device', expect: 'special-file', make: withGood([{ name: 'disk', mode: 0o060644 }]) },
  { name: 'socket', expect: 'special-file', make: withGood([{ name: 'sock', mode: 0o140644 }]) },

  // Bombs and lies about sizes
  {
    name: '50 MB of nothing',
    expect: 'unpacks-too-much',
    make: withGood([{ name: 'bomb.html', data: Buffer.alloc(50 * 1024 ** 2), method: 8 }]),
  },
  {
    name: 'many small bombs',
    expect: 'unpacks-too-much',
    make: () => {
      const data = Buffer.alloc(1024 ** 2 - 1)
      const packed = deflateRawSync(data)
      const crc = crcOf(data)
      return makeZip([
        ...good,
        ...Array.from({ length: 100 }, (_, number) => ({
          name: `bomb${number}.txt`,
          method: 8,
          packed,
          crc,
          size: data.length,
        })),
      ])
    },
  },
  {
    name: 'more than 2 GB by what it says',
    expect: 'unpacks-too-large',
    make: withGood(
      Array.from({ length: 3 }, (_, number) => ({
        name: `big${number}.bin`,
        method: 8,
        data: noise(8 * 1024 ** 2, 'big'),
        size: 900 * 1024 ** 2,
      })),
    ),
  },
  {
    name: 'says it is smaller than it is',
    expect: 'size-differs',
    make: withGood([{ name: 'lie.html', data: Buffer.alloc(900_000, 'a'), method: 8, size: 100 }]),
  },
  {
    name: 'bomb that says it is small',
    expect: 'size-differs',
    make: withGood([{ name: 'lie.html', data: Buffer.alloc(60 * 1024 ** 2), method: 8, size: 1000 }]),
  },
  {
    name: 'says it is larger than it is',
    expect: 'size-differs',
    make: withGood([{ name: 'lie.html', data: 'short', method: 8, size: 5000 }]),
  },
  {
    name: 'stored file with two sizes',
    expect: 'size-differs',
    make: withGood([{ name: 'lie.html', data: 'short', size: 50 }]),
  },
  {
    name: 'local header with other sizes',
    expect: 'size-differs',
    make: withGood([{ name: 'lie.html', data: 'short', local: { size: 4, packedSize: 4 } }]),
  },
  {
    name: 'wrong checksum',
    expect: 'checksum-differs',
    make: withGood([{ name: 'wrong.html', data: 'content', crc: 1 }]),
  },
  {
    name: 'wrong checksum, deflated',
    expect: 'checksum-differs',
    make: withGood([{ name: 'wrong.html', data: 'content', method: 8, crc: 1 }]),
  },
  {
    name: 'wrong checksum of a large file',
    expect: 'checksum-differs',
    make: withGood([{ name: 'wrong.bin', data: noise(2 * 1024 ** 2), method: 8, crc: 1 }]),
  },
  {
    name: 'large file with a broken middle',
    expect: 'entry-broken',
    make: withGood([
      {
        name: 'broken.bin',
        data: noise(2 * 1024 ** 2),
        method: 8,
        packed: Buffer.concat([
          deflateRawSync(noise(2 * 1024 ** 2)).subarray(0, 1024 ** 2),
          Buffer.alloc(1024 ** 2, 0xff),
        ]),
      },
    ]),
  },
  {
    name: 'deflated data that is none',
    expect: 'entry-broken',
    make: withGood([
      { name: 'broken.html', data: 'content', method: 8, packed: Buffer.from([0xff, 0xff, 0xff, 0xff]) },
    ]),
  },
  {
    name: 'bytes hidden behind the deflated data',
    expect: 'entry-broken',
    make: withGood([
      {
        name: 'hidden.html',
        data: 'content',
        method: 8,
        packed: Buffer.concat([deflateRawSync('content'), Buffer.from('<script>hidden</script>')]),
      },
    ]),
  },
  {
    name: '20,001 entries',
    expect: 'too-many-entries',
    make: () => makeZip([...good, ...Array.from({ length: 20_000 }, (_, number) => ({ name: `f/${number}.txt` }))]),
  },
  {
    name: 'end record that claims 60,000 entries',
    expect: 'too-many-entries',
    make: withGood([], { end: { entries: 60_000, entriesHere: 60_000 } }),
  },
  {
    name: 'many folders',
    expect: 'too-many-entries',
    make: () => makeZip([...good, ...Array.from({ length: 21_000 }, (_, number) => ({ name: `d${number}/` }))]),
  },

  {
    name: '5 MB of paths',
    expect: 'path-too-long',
    make: () =>
      makeZip([
        ...good,
        ...Array.from({ length: 5000 }, (_, number) => ({ name: `${String(number).padStart(1000, 'p')}.txt` })),
      ]),
  },

  // Overlaps
  {
    name: '2,000 names on one body',
    expect: 'overlap',
    make: () => {
      const data = noise(100_000)
      return makeZip([
        ...good,
        { name: 'body.bin', data },
        ...Array.from({ length: 2000 }, (_, number) => ({ name: `copy${number}.bin`, data, sameBodyAs: 2 })),
      ])
    },
  },
  {
    name: 'two names on one body',
    expect: 'overlap',
    make: () =>
      makeZip([
        { name: 'pad.bin', data: noise(50_000) },
        ...good,
        { name: 'copy.html', data: page, method: 8, sameBodyAs: 2 },
      ]),
  },
  {
    name: 'entry inside another',
    expect: 'overlap',
    make: () => {
      const inner = makeZip([{ name: 'inner.html', data: 'x' }])
      return makeZip([
        { name: 'outer.bin', data: inner },
        ...good,
        { name: 'inner.html', data: 'x', headerOffset: 30 + 'outer.bin'.length, sameBodyAs: 0 },
      ])
    },
  },
  {
    name: 'entry that reaches into the directory',
    expect: 'entry-outside',
    make: withGood([
      { name: 'reach.bin', data: 'x', size: 200, packedSize: 200, local: { size: 200, packedSize: 200 } },
    ]),
  },
  {
    name: 'entry beyond the end of the file',
    expect: 'overlap',
    make: withGood([{ name: 'far.bin', data: 'x', size: 5000, packedSize: 5000 }]),
  },
  {
    name: 'header beyond the end of the file',
    expect: 'entry-broken',
    make: withGood([{ name: 'far.html', data: 'x', headerOffset: 4_000_000 }]),
  },
  {
    name: 'header that is none',
    expect: 'entry-broken',
    make: withGood([{ name: 'none.html', data: 'x', local: { signature: 0x12345678 } }]),
  },
  {
    name: 'two methods for one file',
    expect: 'entry-broken',
    make: withGood([{ name: 'two.html', data: 'x', local: { method: 8 } }]),
  },

  // Encrypted, or packed in ways that no browser can unpack
  {
    name: 'encrypted entry',
    expect: 'encrypted',
    make: withGood([{ name: 'secret.html', data: 'x', flags: 1, packed: noise(13) }]),
  },
  {
    name: 'encrypted by the local header only',
    expect: 'encrypted',
    make: withGood([{ name: 'secret.html', data: 'x', local: { flags: 1 } }]),
  },
  {
    name: 'strongly encrypted entry',
    expect: 'encrypted',
    make: withGood([{ name: 'secret.html', data: 'x', flags: 0x41 }]),
  },
  {
    name: 'masked directory',
    expect: 'encrypted',
    make: withGood([{ name: 'secret.html', data: 'x', flags: 0x2000 }]),
  },
  ...[6, 9, 12, 14, 93, 95, 97, 98, 99].map(
    (method): MadeArchive => ({
      name: `compression method ${method}`,
      expect: 'compression-unknown',
      make: withGood([{ name: 'odd.bin', data: 'xxxx', method }]),
    }),
  ),

  // Broken, cut off, no archive at all
  { name: 'nothing', expect: 'not-a-zip', make: () => Buffer.alloc(0) },
  { name: 'a text', expect: 'not-a-zip', make: () => Buffer.from('This is not an archive') },
  {
    name: 'a RAR archive',
    expect: 'not-a-zip',
    make: () => Buffer.concat([Buffer.from('Rar!\x1a\x07\x00', 'latin1'), noise(500)]),
  },
  {
    name: 'a gzip file',
    expect: 'not-a-zip',
    make: () => Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0]), noise(500)]),
  },
  { name: 'zeros', expect: 'not-a-zip', make: () => Buffer.alloc(100_000) },
  {
    name: 'cut off in the middle',
    expect: 'not-a-zip',
    make: () => {
      const whole = makeZip(good)
      return whole.subarray(0, whole.length / 2)
    },
  },
  { name: 'cut off at the front', expect: 'central-directory-broken', make: () => makeZip(good).subarray(40) },
  { name: 'last byte missing', expect: 'not-a-zip', make: () => makeZip(good).subarray(0, -1) },
  { name: 'empty archive', expect: 'empty', make: () => makeZip([]) },
  { name: 'folders only', expect: 'empty', make: () => makeZip([{ name: 'a/' }, { name: 'a/b/' }]) },
  {
    name: 'directory offset beyond the file',
    expect: 'truncated',
    make: withGood([], { end: { directoryOffset: 0x7fffffff } }),
  },
  {
    name: 'directory offset at nothing',
    expect: 'central-directory-broken',
    make: withGood([], { end: { directoryOffset: 3 } }),
  },
  {
    name: 'more entries claimed than there are',
    expect: 'truncated',
    make: withGood([], { end: { entries: 9, entriesHere: 9 } }),
  },
  {
    name: 'fewer entries claimed than there are',
    expect: 'central-directory-broken',
    make: withGood([{ name: 'hidden.html', data: 'x' }], { end: { entries: 2, entriesHere: 2 } }),
  },
  { name: 'part of a set of archives', expect: 'multi-disk', make: withGood([], { end: { disk: 3 } }) },
  {
    name: 'broken extra field',
    expect: 'central-directory-broken',
    make: withGood([{ name: 'extra.html', data: 'x', extra: Buffer.from([1, 0, 0xff, 0xff, 0]) }]),
  },
  {
    name: 'zip64 field without its sizes',
    expect: 'central-directory-broken',
    make: withGood([{ name: 'extra.html', data: 'x', method: 8, size: 0xffffffff, extra: Buffer.from([1, 0, 0, 0]) }]),
  },

  // Manifests
  { name: 'no manifest', expect: 'manifest-missing', make: () => makeZip([{ name: 'index.html', data: page }]) },
  {
    name: 'manifest in a folder beside others',
    expect: 'manifest-elsewhere',
    make: () =>
      makeZip([
        { name: 'course/imsmanifest.xml', data: manifest12() },
        { name: 'readme.txt', data: 'x' },
      ]),
  },
  { name: 'cmi5 course', expect: 'kind-cmi5', make: () => makeZip([{ name: 'cmi5.xml', data: '<courseStructure/>' }]) },
  { name: 'xAPI course', expect: 'kind-xapi', make: () => makeZip([{ name: 'tincan.xml', data: '<tincan/>' }]) },
  {
    name: 'AICC course',
    expect: 'kind-aicc',
    make: () =>
      makeZip([
        { name: 'a.crs', data: 'x' },
        { name: 'a.au', data: 'x' },
      ]),
  },
  {
    name: 'common cartridge',
    expect: 'kind-common-cartridge',
    make: onlyManifest(
      '<manifest xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"><metadata><schema>IMS Common Cartridge</schema><schemaversion>1.1.0</schemaversion></metadata></manifest>',
    ),
  },
  {
    name: 'content package of no known kind',
    expect: 'kind-unknown',
    make: onlyManifest('<manifest><resources/></manifest>'),
  },
  {
    name: 'manifest that is no XML',
    expect: 'manifest-broken',
    make: onlyManifest('Dear all, please find the course attached.'),
  },
  {
    name: 'manifest with an open tag',
    expect: 'manifest-broken',
    make: onlyManifest('<manifest><organizations></manifest>'),
  },
  { name: 'manifest that is empty', expect: 'manifest-broken', make: onlyManifest('') },
  { name: 'manifest with another root', expect: 'manifest-no-root', make: onlyManifest('<html><body/></html>') },
  {
    name: 'manifest in UTF-16 cut in half',
    expect: 'manifest-encoding',
    make: onlyManifest(
      Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from('<manifest/>', 'utf16le'),
        Buffer.from([0x00, 0xd8, 0x41]),
      ]),
    ),
  },
  {
    name: 'billion laughs',
    expect: 'manifest-entities',
    make: onlyManifest(
      `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "lol">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${'bcdefghij'[n]} "${`&${'abcdefghi'[n]};`.repeat(10)}">`).join('')}]>${manifest12({ title: '&j;', head: '' })}`,
    ),
  },
  {
    name: 'outside entity',
    expect: 'manifest-entities',
    make: onlyManifest(
      `<?xml version="1.0"?><!DOCTYPE m [<!ENTITY x SYSTEM "file:///etc/passwd">]>${manifest12({ title: '&x;', head: '' })}`,
    ),
  },
  {
    name: 'parameter entity',
    expect: 'manifest-entities',
    make: onlyManifest(
      `<?xml version="1.0"?><!DOCTYPE m [<!ENTITY % x SYSTEM "http://127.0.0.1/x.dtd"> %x;]>${manifest12({ head: '' })}`,
    ),
  },
  { name: 'unknown entity', expect: 'manifest-broken', make: onlyManifest(manifest12({ title: '&nbsp;' })) },
  {
    name: 'manifest 5,000 elements deep',
    expect: 'manifest-too-deep',
    make: onlyManifest(`<manifest>${'<item>'.repeat(5000)}${'</item>'.repeat(5000)}</manifest>`),
  },
  {
    name: 'manifest of 12 MB',
    expect: 'manifest-too-large',
    make: onlyManifest(manifest12({ title: noise(6 * 1024 ** 2).toString('hex') })),
  },
  {
    name: '6,000 items',
    expect: 'too-many-items',
    make: onlyManifest(
      manifest12({
        organization: `<organization identifier="org">${'<item identifier="i" identifierref="res"><title>x</title></item>'.repeat(6000)}</organization>`,
      }),
    ),
  },
  {
    name: '6,000 outlines',
    expect: 'too-many-items',
    make: onlyManifest(
      manifest12({
        organization: `<organization identifier="org"><item identifier="i" identifierref="res"/></organization>${'<organization/>'.repeat(6000)}`,
      }),
    ),
  },
  {
    name: '6,000 resources without an outline',
    expect: 'too-many-items',
    make: () => {
      const resources = Array.from(
        { length: 6000 },
        (_, number) => `<resource identifier="r${number}" adlcp:scormtype="sco" href="index.html"/>`,
      )
      return onlyManifest(
        manifest12({ organization: ' ' }).replace('<resources>', `<resources>${resources.join('')}`),
      )()
    },
  },
  { name: '300,000 elements', expect: 'manifest-too-large', make: longManifest(() => manifestOfMany('<a/>', 300_000)) },
  {
    name: '300,000 attributes',
    expect: 'manifest-too-large',
    make: longManifest(() => {
      const attributes = Array.from({ length: 300_000 }, (_, number) => `a${number}=""`)
      return manifestOfMany(`<a ${attributes.join(' ')}/>`, 1)
    }),
  },
  {
    name: '500 objectives that 4,000 items share',
    expect: 'manifest-too-large',
    make: longManifest(() =>
      manifestOfMany(
        '<item identifier="i"><sequencing IDRef="shared"/></item>',
        4000,
        `<objectives>${'<objective objectiveID="one"/>'.repeat(500)}</objectives>`,
      ),
    ),
  },
  {
    name: '100 kB of address that 4,000 items share',
    expect: 'manifest-too-large',
    make: longManifest(() =>
      manifestOfMany('<item identifier="i" identifierref="res"/>', 4000).replace(
        'href="index.html"',
        `href="index.html?${'a'.repeat(100_000)}"`,
      ),
    ),
  },
  {
    name: '100 kB of base that 2,000 files share',
    expect: 'manifest-too-large',
    make: longManifest(() =>
      manifest12({ files: Array.from({ length: 2000 }, () => 'index.html') }).replace(
        '<resources>',
        `<resources xml:base="${'a/'.repeat(50_000)}">`,
      ),
    ),
  },
  {
    name: 'nothing that can be opened',
    expect: 'nothing-to-launch',
    make: onlyManifest(
      manifest12({ organization: '<organization identifier="org"><title>Empty</title></organization>' }),
    ),
  },
  {
    name: 'the only page is missing',
    expect: 'nothing-to-launch',
    make: () => makeZip([{ name: 'imsmanifest.xml', data: manifest12({ href: 'missing.html' }) }]),
  },
  {
    name: 'opens a page above the package',
    expect: 'nothing-to-launch',
    make: onlyManifest(manifest12({ href: '../../admin/index.html' })),
  },
  {
    name: 'opens a page of another site',
    expect: 'nothing-to-launch',
    make: onlyManifest(manifest12({ href: 'https://example.com/course.html' })),
  },
  {
    name: 'opens a script',
    expect: 'nothing-to-launch',
    make: onlyManifest(manifest12({ href: 'javascript:alert(1)' })),
  },
  {
    name: 'opens a page of another site by its base',
    expect: 'nothing-to-launch',
    make: onlyManifest(manifest12().replace('<resources>', '<resources xml:base="//example.com/">')),
  },
]

/** Unusual but valid: every one must be accepted. */
/** Names as old Windows tools write them, without saying in which code page: the page, the name, its bytes. */
export const codePageNames: ReadonlyArray<readonly [string, string, string]> = [
  ['Shift-JIS', '表教材', '955c8bb38dde'],
  ['GBK', '课程', 'bfceb3cc'],
  ['Big5', '課程', 'bdd2b57b'],
  ['EUC-KR', '과정', 'b0fac1a4'],
  ['CP866', 'Урок', '93e0aeaa'],
  ['CP850', 'lição', '6c6987c66f'],
  ['CP1252', 'Übung – ß', 'dc62756e67209620df'],
  ['CP1251', 'Занятие', 'c7e0edfff2e8e5'],
  ['CP852', 'Szkoła', '537a6b6f8861'],
  ['CP1250', 'Zażółć', '5a61bff3b3e6'],
  ['CP857', 'Eğitim', '45a76974696d'],
  ['CP737', 'Μάθημα', '8be19f9ea398'],
  ['CP862', 'שיעור', '9989928598'],
  ['CP720', 'درس', 'a7a9ab'],
  ['CP1256', 'تدريب', 'cacfd1edc8'],
]

export const oddArchives: readonly MadeArchive[] = [
  { name: 'plain', expect: null, make: () => makeZip(good) },
  { name: 'stored', expect: null, make: () => makeZip(good.map((entry) => ({ ...entry, method: 0 }))) },
  {
    name: 'made on Windows, with backslashes',
    expect: null,
    make: () =>
      makeZip([
        { name: 'imsmanifest.xml', data: manifest12({ href: 'content\\index.html', files: ['content\\index.html'] }) },
        { name: 'content\\index.html', data: page },
      ]),
  },
  {
    name: 'with folder entries',
    expect: null,
    make: withGood([{ name: 'a/' }, { name: 'a/b/' }, { name: 'a/b/c.html', data: 'x' }]),
  },
  {
    name: 'with a folder entry twice',
    expect: null,
    make: withGood([{ name: 'a/' }, { name: 'a/' }, { name: 'a/c.html', data: 'x' }]),
  },
  {
    name: 'names in UTF-8, said so',
    expect: null,
    make: withGood([{ name: '\u00fcbung/\u0639\u0631\u0628\u064a.html', data: 'x' }]),
  },
  {
    name: 'names in UTF-8, not said so',
    expect: null,
    make: withGood([{ name: Buffer.from('\u00fcbung/sch\u00f6n.html'), data: 'x', flags: 0 }]),
  },
  {
    name: 'names in an old code page',
    expect: null,
    make: withGood([{ name: Buffer.from([0x81, 0x62, 0x75, 0x6e, 0x67, 0x2e, 0x68, 0x74, 0x6d]), data: 'x' }]),
  },
  {
    name: 'sizes behind the data',
    expect: null,
    make: () => makeZip(good.map((entry) => ({ ...entry, dataDescriptor: true }))),
  },
  {
    name: 'zip64 though small',
    expect: null,
    make: () =>
      makeZip(
        good.map((entry) => ({ ...entry, zip64: true })),
        { zip64End: true },
      ),
  },
  {
    name: 'with comments',
    expect: null,
    make: () =>
      makeZip(
        good.map((entry) => ({ ...entry, comment: Buffer.from('a comment') })),
        { comment: Buffer.from('made by hand') },
      ),
  },
  {
    name: 'with extra fields',
    expect: null,
    make: withGood([
      {
        name: 'x.html',
        data: 'x',
        extra: Buffer.from([0x55, 0x54, 5, 0, 1, 0, 0, 0, 0]),
        localExtra: Buffer.from([0x55, 0x54, 9, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0]),
      },
    ]),
  },
  {
    name: 'with Unix modes',
    expect: null,
    make: withGood([
      { name: 'run.sh', data: 'echo', mode: 0o100755 },
      { name: 'dir/', mode: 0o040755 },
    ]),
  },
  { name: 'a gap before the directory', expect: null, make: withGood([], { gap: Buffer.alloc(100) }) },
  {
    name: 'unknown types',
    expect: null,
    make: withGood(
      ['a.exe', 'b.swf', 'c.unknown', 'Makefile', 'd.php', 'e.jar', 'con.html'].map((name) => ({
        name,
        data: noise(2000, name),
      })),
    ),
  },
  {
    name: '4,900 items of one name',
    expect: null,
    make: longManifest(() => manifestOfMany(`<item identifier="${'x'.repeat(240)}"/>`, 4900)),
  },
  {
    name: '4,900 items that share a sequencing of 100,000 parts',
    expect: null,
    make: longManifest(() =>
      manifestOfMany('<item identifier="i"><sequencing IDRef="shared"/></item>', 4900, '<a/>'.repeat(100_000)),
    ),
  },
  {
    name: '4,900 items that share a megabyte of yes and no',
    expect: null,
    make: longManifest(() =>
      manifestOfMany(
        '<item identifier="i"><sequencing IDRef="shared"/></item>',
        4900,
        `<controlMode choice="${'Y'.repeat(1024 ** 2)}"/><limitConditions attemptAbsoluteDurationLimit="${'1'.repeat(1024 ** 2)}"/>`,
      ),
    ),
  },
  {
    name: '4,900 items whose page is missing at a megabyte of address',
    expect: null,
    make: longManifest(() =>
      manifestOfMany('<item identifier="i" identifierref="gone"/>', 4900).replace(
        '<resources>',
        `<resources><resource identifier="gone" href="${'gone'.repeat(1024 ** 2 / 4)}"/>`,
      ),
    ),
  },
  {
    name: 'a score of 200,000 digits',
    expect: null,
    make: longManifest(() =>
      manifestOfMany(`<item identifier="i"><masteryscore>${'1'.repeat(200_000)}x</masteryscore></item>`, 1),
    ),
  },
  {
    name: 'an address of 200,000 question marks',
    expect: null,
    make: longManifest(() =>
      manifestOfMany('', 0).replace(
        'identifierref="res"><title>One</title>',
        `identifierref="res" parameters="x${'?'.repeat(200_000)}&#10;x">`,
      ),
    ),
  },
  { name: 'an archive in the archive', expect: null, make: withGood([{ name: 'source.zip', data: makeZip(good) }]) },
  {
    name: 'a declared file that is missing',
    expect: null,
    make: onlyManifest(manifest12({ files: ['index.html', 'gone.css', 'images/gone.png'] })),
  },
  {
    name: 'case of a declared file differs',
    expect: null,
    make: () =>
      makeZip([
        { name: 'imsmanifest.xml', data: manifest12({ href: 'Shared/Index.HTML', files: [] }) },
        { name: 'shared/index.html', data: page },
      ]),
  },
  {
    name: 'zipped together with its folder',
    expect: null,
    make: () =>
      makeZip([
        { name: 'course/imsmanifest.xml', data: manifest12() },
        { name: 'course/index.html', data: page },
        { name: '__MACOSX/course/._index.html', data: 'x' },
        { name: 'course/.DS_Store', data: 'x' },
      ]),
  },
  {
    name: 'manifest spelled otherwise',
    expect: null,
    make: () =>
      makeZip([
        { name: 'IMSManifest.xml', data: manifest12() },
        { name: 'index.html', data: page },
      ]),
  },
  {
    name: 'manifest in UTF-16',
    expect: null,
    make: onlyManifest(
      Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from(manifest12({ head: '<?xml version="1.0" encoding="UTF-16"?>', title: '\u00dcbung' }), 'utf16le'),
      ]),
    ),
  },
  {
    name: 'manifest in UTF-16, the other way round',
    expect: null,
    make: onlyManifest(
      Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(manifest12({ head: '' }), 'utf16le').swap16()]),
    ),
  },
  { name: 'manifest with a byte order mark', expect: null, make: onlyManifest(`\ufeff${manifest12()}`) },
  {
    name: 'manifest that says UTF-16 and is not',
    expect: null,
    make: onlyManifest(manifest12({ head: '<?xml version="1.0" encoding="UTF-16"?>' })),
  },
  {
    name: 'manifest in windows-1252',
    expect: null,
    make: onlyManifest(
      Buffer.from(
        manifest12({ head: '<?xml version="1.0" encoding="windows-1252"?>', title: 'Gr\u00fc\u00dfe' }),
        'latin1',
      ),
    ),
  },
  {
    name: 'manifest in Latin-1, not said so',
    expect: null,
    make: onlyManifest(Buffer.from(manifest12({ title: 'Gr\u00fc\u00dfe' }), 'latin1')),
  },
  { name: 'manifest with blank lines in front', expect: null, make: onlyManifest(`\r\n\r\n${manifest12()}`) },
  {
    name: 'manifest with a document type',
    expect: null,
    make: onlyManifest(manifest12({ head: '<?xml version="1.0"?><!DOCTYPE manifest>' })),
  },
  {
    name: 'blanks and signs in names',
    expect: null,
    make: () =>
      makeZip([
        {
          name: 'imsmanifest.xml',
          data: manifest12({ href: 'my%20course/start%23%201.html', files: ['my course/start%23 1.html'] }),
        },
        { name: 'my course/start# 1.html', data: page },
      ]),
  },
  {
    name: 'many small files',
    expect: null,
    make: () =>
      makeZip([
        ...good,
        ...Array.from({ length: 5000 }, (_, number) => ({
          name: `f/${number % 50}/${number}.txt`,
          data: `file ${number}`,
          method: 8,
        })),
      ]),
  },
  {
    name: 'text that shrinks well',
    expect: null,
    make: withGood([
      {
        name: 'data.json',
        data: Buffer.from(
          JSON.stringify(
            Array.from({ length: 200_000 }, (_, n) => ({ id: n, label: 'an entry of a list', done: false })),
          ),
        ),
        method: 8,
      },
    ]),
  },
  {
    name: 'no tree of items, only resources',
    expect: null,
    make: onlyManifest(manifest12().replace(/<organizations.*<\/organizations>/s, '<organizations/>')),
  },
  { name: 'no schema at all', expect: null, make: onlyManifest(manifest12().replace(/<metadata>.*<\/metadata>/s, '')) },
]

function crcOf(data: Buffer): number {
  let crc = ~0
  for (const byte of data) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1))
  }
  return ~crc >>> 0
}
