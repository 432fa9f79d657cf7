import type { Team } from '@learnt/contract/session'
import { colorsOf } from '../ui/theme/colors.ts'

let dressed: Team | null = null

/** Manifest, icon and colours of the page's team, for the browser's own surfaces. */
export function dressHead(team: Team): void {
  link('manifest').href = `/manifest.webmanifest?team=${encodeURIComponent(team.id)}`
  void fetch(link('manifest').href)
    .then((reply) => reply.json() as Promise<{ icons: { src: string }[] }>)
    .then(({ icons }) => {
      const [icon] = icons
      if (icon) link('apple-touch-icon').href = icon.src
    })
    .catch(() => {
      // without an icon the home screen shows a picture of the page
    })
  if (!dressed)
    new MutationObserver(paintBrowser).observe(document.documentElement, { attributeFilter: ['data-scheme'] })
  dressed = team
  paintBrowser()
}

/** The bar of the browser in the colour of the page's own, in the scheme that the page shows. */
function paintBrowser(): void {
  if (!dressed) return
  const scheme = document.documentElement.dataset.scheme === 'dark' ? 'dark' : 'light'
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = colorsOf(dressed.theme, scheme).toolbar.ground
}

function link(rel: string): HTMLLinkElement {
  const found = document.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`)
  if (found) return found
  const made = document.createElement('link')
  made.rel = rel
  document.head.append(made)
  return made
}
