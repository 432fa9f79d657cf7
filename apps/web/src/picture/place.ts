/** Where the picture of the homepage is kept in this browser; read by index.html before anything is there. */
export const picturePlace = 'learnt.picture'

let isOver = false
let removals = 0

/** The picture on the screen, as index.html shows it until the homepage stands. */
interface Shown {
  /** Whether the chooser of teams was passed over when it was taken; null: there was none for this session. */
  goesOn: boolean | null
  end: () => void
}

export const readShown = () => (globalThis as { picture?: Shown }).picture ?? null

/** Something else than the homepage is going to be shown, or to somebody else. */
export function endPicture(): void {
  readShown()?.end()
}

/** It shows what is so no longer; this page may keep another one. */
export function removePicture(): void {
  removals++
  try {
    // Said even where there is none: other tabs hear of changes alone, and may be about to keep one.
    localStorage.setItem(picturePlace, '')
    localStorage.removeItem(picturePlace)
  } catch {
    // without storage there is none
  }
}

/** The session ends, or goes on as something else: this page keeps none any more. */
export function forgetPicture(): void {
  isOver = true
  removePicture()
}

/** Another tab has signed out, or an open page has forgotten it: then this one keeps none either. */
export function followForgetting(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === null || (key === picturePlace && newValue === null)) isOver = true
  })
}

export const mayKeep = () => !isOver

/** Whoever was about to keep a picture asks before and after: it may show what is so no longer. */
export const countRemovals = () => removals

export function keepText(text: string): void {
  if (isOver) return
  try {
    localStorage.setItem(picturePlace, text)
  } catch {
    // no room, or no storage: the next visit is drawn as the first one was
  }
}
