import { createHash } from 'node:crypto'
import { directionOf, findLocale, type Locale, locales } from '@learnt/contract/locales'
import { escapeHtml } from '../../platform/mail/render-mail.ts'
import { translatorFor } from '../../platform/translate.ts'
import type { TeamView } from '../teams/queries.ts'

const style = `html{background:#f7f7f7;color:#16191d;color-scheme:light}
body{margin:0;font:1rem/1.6 Mulish,system-ui,sans-serif}
main{min-height:100dvh;box-sizing:border-box;padding:2rem 1.25rem;display:grid;place-content:center;justify-items:center;text-align:center;gap:.75rem}
main[hidden]{display:none}
img{width:72px;height:72px;border-radius:18px;margin-block-end:.75rem}
h1{font-size:1.5rem;line-height:1.3;margin:0;max-width:30rem;overflow-wrap:anywhere}
p{margin:0;max-width:30rem;color:#545c66}
button{margin-block-start:1rem;min-height:44px;padding:0 1.5rem;border:0;border-radius:10px;font:700 1rem Mulish,system-ui,sans-serif;color:#fff;background:#16191d;cursor:pointer}
button:focus-visible{outline:3px solid currentColor;outline-offset:3px;outline-color:#0b6bcb}
html[data-scheme=dark]{background:#121212;color:#f2f4f6;color-scheme:dark}
html[data-scheme=dark] p{color:#b3bbc4}
html[data-scheme=dark] button{color:#121212;background:#f2f4f6}`

/**
 * Shows the language of the last visit, and goes on by itself: when the device says that it is connected, when somebody
 * looks at the page again, and by asking the server ever more seldom.
 */
const script = `{
const page = document.documentElement
const keep = (key) => { try { return localStorage.getItem(key) } catch { return null } }
page.dataset.scheme = keep('learnt.scheme') || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
const wishes = [keep('learnt.language'), ...navigator.languages].filter(Boolean).map((wish) => wish.toLowerCase().split('-')[0])
const all = [...document.querySelectorAll('main')]
const shown = wishes.map((wish) => all.find((one) => one.lang === wish)).find(Boolean) ?? all.find((one) => !one.hidden)
for (const one of all) one.hidden = one !== shown
page.lang = shown.lang
page.dir = shown.dir
document.title = shown.dataset.title
for (const button of document.querySelectorAll('button')) button.addEventListener('click', () => location.reload())
let pause = 2000
let timer
const look = async () => {
  clearTimeout(timer)
  const isBack = await fetch('/readyz', { cache: 'no-store' }).then((answer) => answer.ok, () => false)
  if (isBack) return location.reload()
  pause = Math.min(pause * 1.5, 30000)
  timer = setTimeout(look, pause)
}
timer = setTimeout(look, pause)
addEventListener('online', look)
document.addEventListener('visibilitychange', () => document.hidden || look())
}`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** What the page may run and load: its own two texts by their hashes, for a kept page has no fresh nonce. */
export const offlinePageSources = { script: hashOf(script), style: hashOf(style) }

/** One page in all languages, with everything in it: it is shown when nothing else can be fetched. */
export function offlinePage(team: TeamView, icon: Buffer): string {
  const usual = findLocale(team.config.defaultLocale) ?? 'en'
  const image = `data:image/png;base64,${icon.toString('base64')}`
  return `<!doctype html>
<html lang="${usual}" dir="${directionOf(usual)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(team.displayName)}</title><style>${style}</style></head>
<body>${locales.map((locale) => section(team, locale, locale === usual, image)).join('\n')}
<script>${script}</script></body></html>
`
}

function section(team: TeamView, locale: Locale, isShown: boolean, image: string): string {
  const t = translatorFor(locale)
  const words = (key: string) => escapeHtml(t(`offline.${key}`, { team: team.displayName }))
  return `<main lang="${locale}" dir="${directionOf(locale)}" data-title="${escapeHtml(team.displayName)}"${isShown ? '' : ' hidden'}>
<img src="${image}" alt="" width="72" height="72">
<h1>${words('title')}</h1><p>${words('text')}</p><p role="status">${words('waiting')}</p><button type="button">${words('retry')}</button></main>`
}
