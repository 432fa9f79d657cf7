import { call } from '../api/call.ts'
import { api } from '../api/operations.ts'
import { hasNothingToChoose } from '../nothing-to-choose.ts'
import { paths } from '../paths.ts'
import { countRemovals, followForgetting, keepText, mayKeep, readShown } from './place.ts'
import { takePicture } from './take-picture.ts'

/** More than any first screen; a store has five million. */
const mostCharacters = 250_000
/** Four seconds apart: for a slow line, and whoever comes to the homepage from another page. */
const mostTries = 10

let isTaking = false
let goesOn: boolean | null = null

/**
 * Keeps a picture of the homepage for the next visit of this session, encrypted with the session's key: now, where the
 * homepage stands, and whenever it is laid aside. Loaded when the page stands and the browser is idle.
 */
export async function keepPictures(key: string): Promise<void> {
  // NOTE only over https and on this machine
  if (!globalThis.crypto?.subtle) return
  followForgetting()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) void keepPicture(key).catch(() => {})
  })
  for (let tries = 0; tries < mostTries && mayKeep(); tries++) {
    if (await keepPicture(key)) return
    await new Promise((resolve) => setTimeout(resolve, 4000))
  }
}

/** False: it could not be taken now, but perhaps a moment later. */
async function keepPicture(key: string): Promise<boolean> {
  const root = document.getElementById('root')
  if (!root || isTaking || !mayKeep() || !isHome(root)) return false
  isTaking = true
  try {
    const removals = countRemovals()
    const page = document.documentElement
    const { lang } = page
    const { scheme } = page.dataset
    const { innerWidth: width, innerHeight: height } = window
    const picture = await takePicture(root, () => new Promise((resume) => setTimeout(resume)))
    if (!picture) return true
    const { fonts, ...seen } = picture
    goesOn ??= readShown()?.goesOn ?? (await passesChooser())
    const head = JSON.stringify({
      at: Date.now(),
      build: thisBuild(),
      language: lang,
      scheme,
      width,
      height,
      goesOn,
      fonts,
    })
    const text = JSON.stringify(seen)
    if (text.length > mostCharacters) return true
    const kept = `${head}\n${await sealPicture(text, key, head)}`
    // it was for who and what was here when it was taken
    if (removals !== countRemovals() || lang !== page.lang || scheme !== page.dataset.scheme) return false
    keepText(kept)
    return true
  } finally {
    isTaking = false
  }
}

/** The homepage with its content, unscrolled, and nothing in front of it. */
function isHome(root: Element): boolean {
  return (
    location.pathname === paths.home &&
    scrollY === 0 &&
    root.querySelector('h1') !== null &&
    !root.querySelector('[aria-busy="true"], [role="alert"]') &&
    !document.querySelector('[role="dialog"], [role="menu"], [role="presentation"].MuiModal-root')
  )
}

const passesChooser = () =>
  call(api.session.teams).then(
    ({ teams }) => hasNothingToChoose(teams, false),
    () => false,
  )

const thisBuild = () => document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? ''

/** AES-GCM: what is not opened by the same key, or was changed, or put under another head, is none. */
export async function sealPicture(text: string, key: string, head: string): Promise<string> {
  const raw = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
  const sealer = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt'])
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const additionalData = new TextEncoder().encode(head)
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, sealer, new TextEncoder().encode(text)),
  )
  let bytes = ''
  for (const part of [iv, sealed])
    for (let at = 0; at < part.length; at += 8192) bytes += String.fromCharCode(...part.subarray(at, at + 8192))
  return btoa(bytes)
}
