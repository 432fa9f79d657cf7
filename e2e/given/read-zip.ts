import { inflateRawSync } from 'node:zlib'

/** The texts of an archive by name, from its list of entries; ZIP64 sizes too (APPNOTE 4.3.12, 4.5.3). */
export function readZip(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end === -1) throw new Error('Not a ZIP archive')
  const files = new Map<string, string>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place))
    const name = bytes.subarray(at + 46, at + 46 + (nameLength ?? 0)).toString('utf8')
    const extra = bytes.subarray(at + 46 + (nameLength ?? 0), at + 46 + (nameLength ?? 0) + (extraLength ?? 0))
    const long = [...longValues(extra)]
    const [, packed, offset] = [24, 20, 42].map((place) => {
      const value = bytes.readUInt32LE(at + place)
      return value === 0xffffffff ? Number(long.shift() ?? 0) : value
    })
    const start = (offset ?? 0) + 30 + bytes.readUInt16LE((offset ?? 0) + 26) + bytes.readUInt16LE((offset ?? 0) + 28)
    const content = bytes.subarray(start, start + (packed ?? 0))
    files.set(name, (bytes.readUInt16LE(at + 10) === 8 ? inflateRawSync(content) : content).toString('utf8'))
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0)
  }
  return files
}

function* longValues(extra: Buffer): Generator<bigint> {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    for (let place = at + 4; place < at + 4 + extra.readUInt16LE(at + 2); place += 8) yield extra.readBigUInt64LE(place)
  }
}
