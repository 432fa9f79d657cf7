import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FilePurpose } from '@learnt/contract/files'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { makeImage, makeMp3, makeMp4, makeOffice, makePdf, makeWav, makeWebm } from '../../../test/given/media.ts'
import { makeLockedOffice } from '../../../test/given/office-files.ts'
import { makeZip } from '../../../test/given/zip.ts'
import { makeScratchFolder } from '../../../test/scratch.ts'
import { type Fitted, fitContent } from './fit-content.ts'
import { ContentRefused } from './refused.ts'

let folder: string
let made = 0
beforeAll(async () => {
  folder = await makeScratchFolder()
})

async function fitBytes(bytes: Buffer | string, purpose: FilePurpose, name = 'file.bin'): Promise<Fitted> {
  const path = join(folder, String(++made))
  await writeFile(path, bytes)
  return fitContent(path, name, purpose)
}

async function refusalOf(bytes: Buffer | string, purpose: FilePurpose, name?: string): Promise<string> {
  try {
    await fitBytes(bytes, purpose, name)
    return 'accepted'
  } catch (error) {
    if (!(error instanceof ContentRefused)) throw error
    return Object.values(error.values).length > 0
      ? `${error.reason} ${Object.values(error.values).join(' ')}`
      : error.reason
  }
}

const silent = makeMp4({ tracks: [{ handler: 'vide', codec: 'avc1' }] })
const soundOnly = makeMp4({ tracks: [{ handler: 'soun', codec: 'mp4a' }], brand: 'M4A' })

/** A document whose main part is found by its relation, and is what its content type says; with a program of another name. */
function makeRenamed(part: string, type: string, hasProgram = false): Buffer {
  const override = (name: string, contentType: string) => `<Override PartName="/${name}" ContentType="${contentType}"/>`
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument'
  return makeZip([
    {
      name: '[Content_Types].xml',
      data: `<Types>${override(part, `application/vnd.openxmlformats-officedocument.${type}+xml`)}${hasProgram ? override('word/x.bin', 'application/vnd.ms-office.vbaProject') : ''}</Types>`,
    },
    {
      name: '_rels/.rels',
      data: `<Relationships><Relationship Id="r" Type="${relation}" Target="/${part}"/></Relationships>`,
    },
    { name: part, data: '<x/>' },
  ])
}

test.each<[string, FilePurpose, () => Buffer | string | Promise<Buffer>, string, string?]>([
  ['MP4', 'video', () => makeMp4(), 'video/mp4'],
  ['MP4 with its header in front', 'video', () => makeMp4({ moovFirst: true }), 'video/mp4'],
  ['MP4 without sound', 'video', () => silent, 'video/mp4'],
  ['MP4 with useless boxes', 'video', () => makeMp4({ free: { boxes: 500, bytes: 1000 } }), 'video/mp4'],
  ['m4v', 'video', () => makeMp4({ brand: 'M4V' }), 'video/mp4'],
  ['WebM', 'video', () => makeWebm(['V_VP9', 'A_OPUS']), 'video/webm'],
  ['MP3', 'audio', makeMp3, 'audio/mpeg'],
  ['WAV', 'audio', () => makeWav(), 'audio/wav'],
  ['AAC', 'audio', () => soundOnly, 'audio/mp4'],
  ['WebM sound', 'audio', () => makeWebm(['A_OPUS']), 'audio/webm'],
  ['WebVTT', 'captions', () => 'WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n', 'text/vtt'],
  ['SubRip', 'captions', () => '1\n00:00:01,000 --> 00:00:02,000\nHi\n', 'text/vtt'],
  ['PDF', 'document', makePdf, 'application/pdf'],
  [
    'PDF behind some lines',
    'document',
    () => Buffer.concat([Buffer.from('\r\nContent-Type: application/pdf\r\n\r\n'.padEnd(900)), makePdf()]),
    'application/pdf',
  ],
  [
    'Word',
    'document',
    () => makeOffice('word/document.xml'),
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
  [
    'Excel',
    'document',
    () => makeOffice('xl/workbook.xml'),
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ],
  [
    'PowerPoint',
    'document',
    () => makeOffice('ppt/presentation.xml'),
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ],
  [
    'Word with another main part',
    'document',
    () => makeRenamed('word/document2.xml', 'wordprocessingml.document.main'),
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
  [
    'Excel with another main part, as a table',
    'feed',
    () => makeRenamed('xl/workbook2.xml', 'spreadsheetml.sheet.main'),
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ],
  [
    'PowerPoint with another main part',
    'document',
    () => makeRenamed('slides.xml', 'presentationml.slideshow.main'),
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ],
  ['CSV', 'document', () => '\uFEFFname;value\nÄpfel;3\n', 'text/csv', 'a.csv'],
  [
    'CSV in UTF-16 without a mark',
    'document',
    () => Buffer.from('name;value\nÄpfel;3\n', 'utf16le'),
    'text/csv',
    'a.csv',
  ],
  [
    'CSV in UTF-16 as a table',
    'feed',
    () => Buffer.from('name;值\nÄpfel;一\n', 'utf16le').swap16(),
    'text/csv',
    'a.csv',
  ],
  ['package', 'package', () => makeZip([{ name: 'imsmanifest.xml', data: 'x' }]), 'application/zip'],
  ['PNG', 'image', () => makeImage({ format: 'png' }), 'image/webp'],
  ['JPEG', 'image', () => makeImage({ format: 'jpeg' }), 'image/webp'],
  ['WebP', 'image', () => makeImage({ format: 'webp' }), 'image/webp'],
  ['GIF', 'image', () => makeImage({ format: 'gif', width: 50, height: 50 }), 'image/webp'],
  ['AVIF', 'team', () => makeImage({ format: 'avif', width: 64, height: 64 }), 'image/webp'],
])('takes %s as %s', async (_name, purpose, bytes, contentType, name) => {
  expect((await fitBytes(await bytes(), purpose, name)).contentType).toBe(contentType)
})

test.each<[string, FilePurpose, () => Buffer | string | Promise<Buffer>, string?]>([
  ['videoCodec H.265 (HEVC)', 'video', () => makeMp4({ tracks: [{ handler: 'vide', codec: 'hvc1' }] })],
  ['videoProfile', 'video', () => makeMp4({ tracks: [{ handler: 'vide', codec: 'avc1', profile: 122 }] })],
  [
    'soundCodec Dolby Digital',
    'video',
    () =>
      makeMp4({
        tracks: [
          { handler: 'vide', codec: 'avc1' },
          { handler: 'soun', codec: 'ac-3' },
        ],
      }),
  ],
  ['protected', 'video', () => makeMp4({ tracks: [{ handler: 'vide', codec: 'encv' }] })],
  ['broken', 'video', () => makeMp4({ cutOff: true })],
  // More boxes, and a longer header, than any film has: they are looked at while everything else waits.
  ['broken', 'video', () => makeMp4({ free: { boxes: 4000, bytes: 0 } })],
  ['broken', 'video', () => makeMp4({ free: { boxes: 1, bytes: 17 * 1024 ** 2 } })],
  ['noPicture', 'video', () => soundOnly],
  ['quicktime', 'video', () => makeMp4({ brand: 'qt' })],
  ['matroska', 'video', () => makeWebm(['V_VP9'], 'matroska')],
  ['videoCodec V_MPEG4/ISO/AVC', 'video', () => makeWebm(['V_MPEG4/ISO/AVC'])],
  ['video', 'video', () => '<html><script>alert(1)</script>', 'film.mp4'],
  ['empty', 'video', () => '', 'film.mp4'],
  ['film', 'audio', () => makeMp4()],
  ['noSound', 'audio', () => silent],
  ['wavCodec', 'audio', () => makeWav(0x55)],
  ['audio', 'audio', makePdf, 'song.mp3'],
  ['captionsLine 1', 'captions', () => '<html>', 'a.vtt'],
  ['tooLarge 5', 'captions', () => Buffer.alloc(5 * 1024 * 1024 + 1, 32)],
  ['document', 'document', () => '<html></html>', 'a.pdf'],
  ['document', 'document', () => makeZip([{ name: 'a.txt', data: 'x' }]), 'a.docx'],
  ['documentMacros', 'document', () => makeOffice('word/document.xml', ['word/vbaProject.bin'])],
  ['documentMacros', 'document', () => makeRenamed('word/document.xml', 'wordprocessingml.document.main', true)],
  ['document', 'document', () => makeRenamed('visio/document.xml', 'visio.drawing.main'), 'a.docx'],
  ['documentOld', 'document', () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)])],
  ['documentLocked', 'document', makeLockedOffice, 'secret.docx'],
  ['csv', 'document', () => '<script>alert(1)</script>,x\n', 'a.csv'],
  ['csv', 'document', () => Buffer.from([0x61, 0x2c, 0x00, 0x01]), 'a.csv'],
  [
    'imageSvg',
    'image',
    () => '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'a.png',
  ],
  ['image', 'image', makePdf, 'a.png'],
  ['broken', 'image', async () => (await makeImage({ format: 'png' })).subarray(0, 300)],
  ['package', 'package', makePdf, 'a.zip'],
])('refuses with %s (%s)', async (reason, purpose, bytes, name) => {
  expect(await refusalOf(await bytes(), purpose, name)).toBe(reason)
})

test('a CSV may be written in UTF-16, as Excel writes “Unicode text”', async () => {
  const bytes = Buffer.from('\uFEFFName\tOrt\nZoë\tKöln\n', 'utf16le')
  expect(await fitBytes(bytes, 'document', 'people.csv')).toMatchObject({ contentType: 'text/csv', keep: 'original' })
})

test('a picture is written anew in three widths, upright, without what was hidden in it', async () => {
  const fitted = await fitBytes(await makeImage({ width: 2000, height: 1000, orientation: 6 }), 'image')
  if (fitted.keep !== 'images') throw new Error('no image')
  expect(fitted.images.map((image) => image.width)).toEqual([1280, 640, 320])
  for (const image of fitted.images) {
    const { width, height, exif, format } = await sharp(image.bytes).metadata()
    expect({ exif, format }).toEqual({ exif: undefined, format: 'webp' })
    // Turned upright: it was 2000 wide, so now it is 2000 high.
    expect(height).toBe((width as number) * 2)
    expect(image.bytes.includes('SecretCamera')).toBe(false)
  }
})

test('a small picture is not blown up', async () => {
  const fitted = await fitBytes(await makeImage({ width: 400, height: 300, format: 'png' }), 'image')
  if (fitted.keep !== 'images') throw new Error('no image')
  const widths = await Promise.all(fitted.images.map(async (image) => (await sharp(image.bytes).metadata()).width))
  expect(widths).toEqual([400, 320])
})

test('a moving picture keeps moving', async () => {
  const frames = [0, 120, 240].map((red) => ({
    create: { width: 40, height: 30, channels: 3 as const, background: { r: red, g: 0, b: 0 } },
  }))
  const pictures = await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer()))
  const gif = await sharp(pictures, { join: { animated: true } })
    .gif({ delay: [100, 100, 100] })
    .toBuffer()
  const fitted = await fitBytes(gif, 'image')
  if (fitted.keep !== 'images') throw new Error('no image')
  expect((await sharp(fitted.images[0]?.bytes, { animated: true }).metadata()).pages).toBe(3)
})
