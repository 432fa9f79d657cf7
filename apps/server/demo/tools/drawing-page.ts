import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

function fontFace(family: string, file: string, range: string): string {
  const data = readFileSync(require.resolve(file)).toString('base64')
  return `@font-face{font-family:'${family}';src:url(data:font/woff2;base64,${data}) format('woff2');font-weight:200 1000;unicode-range:${range}}`
}

/** The product's own typefaces, embedded, so that drawings do not depend on what a machine has installed. */
export function fontStyle(): string {
  const mulish = '@fontsource-variable/mulish/files/mulish-latin'
  const arabic = '@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2'
  return `<style>${fontFace('Mulish Variable', `${mulish}-wght-normal.woff2`, 'U+0000-00FF,U+0131,U+0152-0153,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2190-2193,U+2212')}${fontFace('Mulish Variable', `${mulish}-ext-wght-normal.woff2`, 'U+0100-02BA,U+1E00-1E9F')}${fontFace('Noto Sans Arabic Variable', arabic, 'U+0600-06FF,U+0750-077F,U+FB50-FDFF,U+FE70-FEFC')}html,body{margin:0;background:#fff}svg{display:block}</style>`
}

export function drawingPage(svg: string, style: string): string {
  return `<!doctype html><html><head><meta charset="utf-8">${style}</head><body>${svg}</body></html>`
}
