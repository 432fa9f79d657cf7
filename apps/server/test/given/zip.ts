import { crc32, deflateRawSync } from 'node:zlib'

/** One entry of an archive. Omitted fields are written correctly, given ones as given. */
export interface ZipEntry {
  name: string | Buffer
  data?: string | Buffer
  /** The method in the header; 8 also deflates, unless `packed` gives the bytes. */
  method?: number
  /** The bytes as written into the file. */
  packed?: Buffer
  flags?: number
  crc?: number
  size?: number
  packedSize?: number
  /** Unix mode; `madeBy` marks it as present. */
  mode?: number
  madeBy?: number
  attributes?: number
  extra?: Buffer
  localExtra?: Buffer
  comment?: Buffer
  /** Wrong values in the local header. */
  local?: {
    name?: string | Buffer
    method?: number
    flags?: number
    crc?: number
    size?: number
    packedSize?: number
    signature?: number
  }
  /** The directory points at this offset instead of the right one. */
  headerOffset?: number
  /** Shares header and body with an earlier entry; writes none of its own. */
  sameBodyAs?: number
  /** Sizes after the data, as streaming writers write them. */
  dataDescriptor?: boolean
  /** Sizes and offset in a zip64 field. */
  zip64?: boolean
}

export interface ZipOptions {
  prefix?: Buffer
  suffix?: Buffer
  comment?: Buffer
  /** Wrong values in the end record. */
  end?: {
    entries?: number
    entriesHere?: number
    directorySize?: number
    directoryOffset?: number
    disk?: number
    commentLength?: number
  }
  zip64End?: boolean
  /** Bytes between the last body and the directory. */
  gap?: Buffer
}

/** Writes an archive byte by byte, so that any value can be wrong. */
export function makeZip(entries: readonly ZipEntry[], options: ZipOptions = {}): Buffer {
  const parts: Buffer[] = []
  let length = 0
  const write = (...buffers: Buffer[]) => {
    for (const buffer of buffers) {
      parts.push(buffer)
      length += buffer.length
    }
  }
  write(options.prefix ?? Buffer.alloc(0))
  const offsets: number[] = []
  const central: Buffer[] = []
  for (const [index, entry] of entries.entries()) {
    const made = prepare(entry)
    offsets[index] = entry.sameBodyAs === undefined ? length : (offsets[entry.sameBodyAs] ?? 0)
    if (entry.sameBodyAs === undefined) write(localHeader(entry, made), made.packed, descriptor(entry, made))
    central.push(centralHeader(entry, made, entry.headerOffset ?? offsets[index] ?? 0))
  }
  write(options.gap ?? Buffer.alloc(0))
  const directoryOffset = length
  write(...central)
  const directorySize = length - directoryOffset
  if (options.zip64End) write(zip64End(entries.length, directorySize, directoryOffset, length))
  write(endRecord(entries.length, directorySize, directoryOffset, options), options.suffix ?? Buffer.alloc(0))
  return Buffer.concat(parts)
}

interface Made {
  name: Buffer
  flags: number
  method: number
  packed: Buffer
  crc: number
  size: number
  packedSize: number
}

function prepare(entry: ZipEntry): Made {
  const name = Buffer.isBuffer(entry.name) ? entry.name : Buffer.from(entry.name, 'utf8')
  const data = Buffer.isBuffer(entry.data) ? entry.data : Buffer.from(entry.data ?? '', 'utf8')
  const method = entry.method ?? 0
  const packed = entry.packed ?? (method === 8 ? deflateRawSync(data) : data)
  const utf8 = !Buffer.isBuffer(entry.name) && /[^\0-\x7f]/.test(entry.name) ? 0x800 : 0
  return {
    name,
    flags: entry.flags ?? utf8 | (entry.dataDescriptor ? 8 : 0),
    method,
    packed,
    crc: entry.crc ?? crc32(data),
    size: entry.size ?? data.length,
    packedSize: entry.packedSize ?? packed.length,
  }
}

function localHeader(entry: ZipEntry, made: Made): Buffer {
  const local = entry.local ?? {}
  const name =
    local.name === undefined ? made.name : Buffer.isBuffer(local.name) ? local.name : Buffer.from(local.name, 'utf8')
  const extra = entry.localExtra ?? (entry.zip64 ? zip64Field([made.size, made.packedSize]) : Buffer.alloc(0))
  const header = Buffer.alloc(30)
  const hidden = entry.dataDescriptor === true
  header.writeUInt32LE(local.signature ?? 0x04034b50, 0)
  header.writeUInt16LE(entry.zip64 ? 45 : 20, 4)
  header.writeUInt16LE(local.flags ?? made.flags, 6)
  header.writeUInt16LE(local.method ?? made.method, 8)
  header.writeUInt32LE(0x5a6f6421 >>> 0, 10)
  header.writeUInt32LE((local.crc ?? (hidden ? 0 : made.crc)) >>> 0, 14)
  header.writeUInt32LE((local.packedSize ?? (hidden ? 0 : entry.zip64 ? 0xffffffff : made.packedSize)) >>> 0, 18)
  header.writeUInt32LE((local.size ?? (hidden ? 0 : entry.zip64 ? 0xffffffff : made.size)) >>> 0, 22)
  header.writeUInt16LE(name.length, 26)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, name, extra])
}

function descriptor(entry: ZipEntry, made: Made): Buffer {
  if (!entry.dataDescriptor) return Buffer.alloc(0)
  const record = Buffer.alloc(16)
  record.writeUInt32LE(0x08074b50, 0)
  record.writeUInt32LE(made.crc >>> 0, 4)
  record.writeUInt32LE(made.packedSize >>> 0, 8)
  record.writeUInt32LE(made.size >>> 0, 12)
  return record
}

function centralHeader(entry: ZipEntry, made: Made, offset: number): Buffer {
  const extra = entry.extra ?? (entry.zip64 ? zip64Field([made.size, made.packedSize, offset]) : Buffer.alloc(0))
  const comment = entry.comment ?? Buffer.alloc(0)
  const unix = entry.mode !== undefined
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(entry.madeBy ?? (unix ? 0x0314 : 20), 4)
  header.writeUInt16LE(entry.zip64 ? 45 : 20, 6)
  header.writeUInt16LE(made.flags, 8)
  header.writeUInt16LE(made.method, 10)
  header.writeUInt32LE(0x5a6f6421 >>> 0, 12)
  header.writeUInt32LE(made.crc >>> 0, 16)
  header.writeUInt32LE(entry.zip64 ? 0xffffffff : made.packedSize >>> 0, 20)
  header.writeUInt32LE(entry.zip64 ? 0xffffffff : made.size >>> 0, 24)
  header.writeUInt16LE(made.name.length, 28)
  header.writeUInt16LE(extra.length, 30)
  header.writeUInt16LE(comment.length, 32)
  header.writeUInt32LE((entry.attributes ?? (unix ? ((entry.mode ?? 0) << 16) >>> 0 : 0)) >>> 0, 38)
  header.writeUInt32LE(entry.zip64 ? 0xffffffff : offset >>> 0, 42)
  return Buffer.concat([header, made.name, extra, comment])
}

function zip64Field(values: number[]): Buffer {
  const field = Buffer.alloc(4 + values.length * 8)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(values.length * 8, 2)
  for (const [index, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + index * 8)
  return field
}

function zip64End(entries: number, size: number, offset: number, at: number): Buffer {
  const record = Buffer.alloc(56 + 20)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(45, 12)
  record.writeUInt16LE(45, 14)
  record.writeBigUInt64LE(BigInt(entries), 24)
  record.writeBigUInt64LE(BigInt(entries), 32)
  record.writeBigUInt64LE(BigInt(size), 40)
  record.writeBigUInt64LE(BigInt(offset), 48)
  record.writeUInt32LE(0x07064b50, 56)
  record.writeBigUInt64LE(BigInt(at), 64)
  record.writeUInt32LE(1, 72)
  return record
}

function endRecord(entries: number, size: number, offset: number, options: ZipOptions): Buffer {
  const end = options.end ?? {}
  const comment = options.comment ?? Buffer.alloc(0)
  const record = Buffer.alloc(22)
  record.writeUInt32LE(0x06054b50, 0)
  record.writeUInt16LE(end.disk ?? 0, 4)
  record.writeUInt16LE(end.disk ?? 0, 6)
  record.writeUInt16LE((end.entriesHere ?? (options.zip64End ? 0xffff : entries)) & 0xffff, 8)
  record.writeUInt16LE((end.entries ?? (options.zip64End ? 0xffff : entries)) & 0xffff, 10)
  record.writeUInt32LE((end.directorySize ?? (options.zip64End ? 0xffffffff : size)) >>> 0, 12)
  record.writeUInt32LE((end.directoryOffset ?? (options.zip64End ? 0xffffffff : offset)) >>> 0, 16)
  record.writeUInt16LE(end.commentLength ?? comment.length, 20)
  return Buffer.concat([record, comment])
}
