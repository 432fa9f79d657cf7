import sharp from 'sharp'
import { makeZip } from './zip.ts'

/** A box of an MP4 with its length in front. */
function box(type: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}

interface Track {
  handler: 'vide' | 'soun'
  codec: string
  profile?: number
}

/** An MP4 with the boxes that describe its content, and no media; `free`: useless boxes in each track. */
export function makeMp4(
  of: {
    tracks?: Track[]
    brand?: string
    cutOff?: boolean
    moovFirst?: boolean
    free?: { boxes: number; bytes: number }
  } = {},
): Buffer {
  const tracks = of.tracks ?? [
    { handler: 'vide', codec: 'avc1' },
    { handler: 'soun', codec: 'mp4a' },
  ]
  const brand = (of.brand ?? 'isom').padEnd(4)
  const ftyp = box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}`, 'latin1'))
  const mdat = box('mdat', Buffer.alloc(5000, 7))
  const { boxes, bytes } = of.free ?? { boxes: 0, bytes: 0 }
  const free = Buffer.concat(Array.from({ length: boxes }, () => box('free', Buffer.alloc(bytes))))
  const moov = box('moov', box('mvhd', Buffer.alloc(100)), ...tracks.map((track) => trak(track, free)))
  const whole = Buffer.concat(of.moovFirst ? [ftyp, moov, mdat] : [ftyp, mdat, moov])
  return of.cutOff ? whole.subarray(0, whole.length - 40) : whole
}

function trak({ handler, codec, profile = 100 }: Track, free: Buffer): Buffer {
  const hdlr = box('hdlr', Buffer.alloc(8), Buffer.from(handler, 'latin1'), Buffer.alloc(13))
  const avcC = box('avcC', Buffer.from([1, profile, 0, 31]))
  const entry = handler === 'vide' ? box(codec, Buffer.alloc(78), avcC) : box(codec, Buffer.alloc(28))
  const stsd = box('stsd', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), entry)
  return box('trak', box('mdia', free, hdlr, box('minf', box('stbl', stsd))))
}

/** A minimal WebM with these tracks. */
export function makeWebm(codecs: string[], docType = 'webm'): Buffer {
  const element = (id: number[], content: Buffer) => {
    const length = Buffer.from([0x40 | (content.length >> 8), content.length & 0xff])
    return Buffer.concat([Buffer.from(id), length, content])
  }
  const head = element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], Buffer.from(docType)))
  const entries = codecs.map((codec) =>
    element(
      [0xae],
      Buffer.concat([
        element([0x83], Buffer.from([codec.startsWith('V_') ? 1 : 2])),
        element([0x86], Buffer.from(codec)),
      ]),
    ),
  )
  return Buffer.concat([
    head,
    element([0x18, 0x53, 0x80, 0x67], element([0x16, 0x54, 0xae, 0x6b], Buffer.concat(entries))),
    Buffer.alloc(64),
  ])
}

export function makeWav(formatTag = 1): Buffer {
  const wav = Buffer.alloc(44 + 800)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + 800, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(formatTag, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(8000, 24)
  wav.writeUInt32LE(8000, 28)
  wav.writeUInt16LE(1, 32)
  wav.writeUInt16LE(8, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(800, 40)
  return wav
}

export function makeMp3(): Buffer {
  // MPEG-1 layer III, 128 kbit/s, 44.1 kHz: frames of 417 bytes.
  const frame = Buffer.alloc(417)
  frame.set([0xff, 0xfb, 0x90, 0x64])
  return Buffer.concat(Array.from({ length: 12 }, () => frame))
}

export function makePdf(): Buffer {
  return Buffer.from(
    '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  )
}

export function makeOffice(
  part: 'word/document.xml' | 'xl/workbook.xml' | 'ppt/presentation.xml',
  extra: string[] = [],
): Buffer {
  return makeZip([
    { name: '[Content_Types].xml', data: '<Types/>' },
    { name: part, data: '<x/>' },
    ...extra.map((name) => ({ name, data: 'x' })),
  ])
}

/** A picture with place and camera in its metadata. */
export function makeImage(
  of: { width?: number; height?: number; format?: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif'; orientation?: number } = {},
): Promise<Buffer> {
  const { width = 1600, height = 900, format = 'jpeg', orientation } = of
  const picture = sharp({ create: { width, height, channels: 3, background: '#2563eb' } }).withExif({
    IFD0: { Make: 'SecretCamera', Artist: 'Somebody' },
  })
  return (orientation ? picture.withMetadata({ orientation }) : picture).toFormat(format).toBuffer()
}
