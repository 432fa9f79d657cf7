import { type MediaPath, mediaFiles } from './media.ts'

const scheme = 'demo-media:'

/** A picture of a page; withMedia() replaces it by the address of the file. */
export function picture(media: MediaPath, alt: string): string {
  return `<p><img src="${scheme}${media}" alt="${alt.replace(/"/g, '&quot;')}"></p>`
}

/** The files that a page shows. */
export function mediaIn(html: string): MediaPath[] {
  return [...html.matchAll(/src="demo-media:([^"]+)"/g)].map(([, path]) => {
    if (path === undefined || !(path in mediaFiles)) throw new Error(`No such media: ${path}`)
    return path as MediaPath
  })
}

/** The page with real addresses. */
export function withMedia(html: string, addressOf: (media: MediaPath) => string): string {
  return html.replace(/src="demo-media:([^"]+)"/g, (_, path: string) => `src="${addressOf(path as MediaPath)}"`)
}
