// A credential inside a picture, as Open Badges 3.0 bakes it: in a PNG as an `iTXt` chunk, in an SVG as an element of its own.

import { crc32 } from 'node:zlib'
import { bakedKeyword, bakedNamespace, pngStart } from '@learnt/contract/baked-credential'

/** Of a PNG: its signature and its header, which always comes first and has 13 bytes. */
const headerEnd = pngStart.length + 12 + 13

/** A PNG of ours with the credential after its header. */
export function bakePng(png: Buffer, credential: string): Buffer {
  if (png.toString('latin1', 12, 16) !== 'IHDR') throw new Error('Not a PNG')
  const body = Buffer.from(`iTXt${bakedKeyword}\0\0\0\0\0${credential}`)
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(body.length - 4, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), chunk.length - 4)
  return Buffer.concat([png.subarray(0, headerEnd), chunk, png.subarray(headerEnd)])
}

/** An SVG of ours with the credential as its first element. */
export function bakeSvg(svg: string, credential: string): string {
  // `]]>` would end the section: in JSON the sign may stand as its number.
  const section = `<![CDATA[${credential.replaceAll(']]>', ']]\\u003e')}]]>`
  return svg.replace(/<svg\b([^>]*)>/, (_, attributes: string) => {
    return `<svg${attributes} xmlns:openbadges="${bakedNamespace}"><openbadges:credential>${section}</openbadges:credential>`
  })
}
