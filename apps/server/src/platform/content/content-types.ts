/**
 * Types that a package's files are sent as. What is not in here is sent inert. No charset on texts: it would beat what
 * the page says of itself, and old packages are windows-1252.
 */
const types: Record<string, string> = {
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'application/xhtml+xml',
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  map: 'application/json',
  xml: 'application/xml',
  xsd: 'application/xml',
  dtd: 'application/xml-dtd',
  xsl: 'application/xslt+xml',
  xslt: 'application/xslt+xml',
  txt: 'text/plain',
  csv: 'text/csv',
  vtt: 'text/vtt',
  srt: 'text/plain',
  md: 'text/plain',
  wasm: 'application/wasm',
  pdf: 'application/pdf',
  svg: 'image/svg+xml',
  png: 'image/png',
  apng: 'image/apng',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jpe: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  cur: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  eot: 'application/vnd.ms-fontobject',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  ogv: 'video/ogg',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  wav: 'audio/wav',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  weba: 'audio/webm',
}

/** Null: an unknown type, to be sent so that no browser makes anything of it. */
export function contentTypeOf(path: string): string | null {
  const dot = path.lastIndexOf('.')
  const ending = path.slice(dot + 1).toLowerCase()
  // Every object inherits a `constructor`.
  return dot >= 0 && Object.hasOwn(types, ending) ? (types[ending] ?? null) : null
}

/** Sound and moving pictures are sought in; a deflated one could only be read from its beginning. */
export function isMedia(path: string): boolean {
  return /^(audio|video)\//.test(contentTypeOf(path) ?? '')
}
