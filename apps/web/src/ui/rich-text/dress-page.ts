import { type RefObject, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'

export interface PageWords {
  callout: (kind: string) => string
  table: string
  play: (title: string) => string
  from: (host: string) => string
}

/** Adds to the blocks of a written page what is not stored with them: texts in the reader’s language, and players. */
export function useDressedPage(page: RefObject<HTMLElement | null>, html: string): void {
  const { t } = useTranslation('parts')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another page
  useLayoutEffect(() => {
    if (!page.current) return
    dressPage(page.current, {
      callout: (kind) => t(`written.callout.${kind as 'info'}`),
      table: t('written.table'),
      play: (title) => (title ? t('written.play', { title }) : t('written.playUntitled')),
      from: (host) => t('written.from', { host }),
    })
  }, [page, html, t])
}

/** A second call with other texts replaces what the first one added. */
export function dressPage(page: HTMLElement, words: PageWords): void {
  for (const callout of page.querySelectorAll<HTMLElement>('aside[data-callout]')) {
    const name = added(callout, 'p', 'block-name')
    name.textContent = words.callout(callout.dataset.callout ?? '')
    callout.setAttribute('role', 'note')
    callout.prepend(name)
  }
  for (const table of page.querySelectorAll('table')) {
    // a nested table scrolls with the outer one
    if (table.parentElement?.closest('table')) continue
    const around = table.parentElement?.classList.contains('table-scroll') ? table.parentElement : wrap(table)
    around.setAttribute('role', 'region')
    around.setAttribute('aria-label', table.caption?.textContent || words.table)
    // people without a pointer scroll it with the arrow keys
    around.tabIndex = 0
  }
  // code is written from left to right in every language
  for (const code of page.querySelectorAll('pre')) code.dir = 'ltr'
  for (const figure of page.querySelectorAll<HTMLElement>('figure[data-video]')) dressVideo(figure, words)
}

function dressVideo(figure: HTMLElement, words: PageWords): void {
  const url = URL.parse(figure.dataset.video ?? '')
  if (url?.protocol !== 'https:') return
  const title = figure.querySelector('figcaption')?.textContent.trim() ?? ''
  const note = added(figure, 'small', 'video-from')
  note.textContent = words.from(url.hostname)
  figure.append(note)
  if (figure.querySelector('iframe')) return
  const button = added(figure, 'button', 'video-play') as HTMLButtonElement
  button.type = 'button'
  button.textContent = `▶ ${words.play(title)}`
  button.onclick = () => {
    const frame = document.createElement('iframe')
    frame.title = title || url.hostname
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin')
    frame.referrerPolicy = 'no-referrer'
    frame.allow = 'fullscreen'
    frame.tabIndex = 0
    // the server’s page around the video, which frames only the hosts that the tenant allows
    frame.src = `/api/video-frame?address=${encodeURIComponent(url.href)}`
    button.replaceWith(frame)
    frame.focus()
  }
  figure.prepend(button)
}

function added(block: HTMLElement, tag: string, name: string): HTMLElement {
  const there = [...block.children].find((child) => child.className === name)
  if (there) return there as HTMLElement
  const element = document.createElement(tag)
  element.className = name
  return element
}

function wrap(table: HTMLElement): HTMLElement {
  const around = document.createElement('div')
  around.className = 'table-scroll'
  table.replaceWith(around)
  around.append(table)
  return around
}
