import { createCipheriv, createHash } from 'node:crypto'

/** A manifest of SCORM 1.2 with one SCO. */
export function manifest12(
  options: {
    title?: string
    href?: string
    files?: string[]
    organization?: string
    item?: string
    head?: string
  } = {},
): string {
  const { title = 'Made for a test', href = 'index.html', files = ['index.html'] } = options
  return `${options.head ?? '<?xml version="1.0" encoding="UTF-8"?>'}
<manifest identifier="made" version="1" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="org">${
    options.organization ??
    `<organization identifier="org"><title>${title}</title><item identifier="one" identifierref="res"><title>${title}</title>${options.item ?? ''}</item></organization>`
  }</organizations>
  <resources><resource identifier="res" type="webcontent" adlcp:scormtype="sco" href="${href}">${files
    .map((file) => `<file href="${file}"/>`)
    .join('')}</resource></resources>
</manifest>`
}

/** Bytes that do not compress, the same in every run. */
export function noise(length: number, seed = 'noise'): Buffer {
  const key = createHash('sha256').update(seed).digest()
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length))
}
