import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { readQuestion } from '../ui/dialogs.ts'
import { dismissToast, readToasts } from '../ui/toasts.ts'
import { changeLanguage, i18n } from '../words/i18n.ts'

/** What is waited for takes as long as it takes on a machine that does other things too. */
configure({ asyncUtilTimeout: 20_000 })

// All files share one window and one set of modules: each test leaves both as it found them.
afterEach(async () => {
  cleanup()
  // NOTE jsdom begins and ends its frames by an interval: one that was begun by fake timers would end them for all files
  if (vi.isFakeTimers()) vi.advanceTimersByTime(20)
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  readQuestion()?.answer(false)
  for (const toast of readToasts()) dismissToast(toast.id)
  if (i18n.isInitialized && i18n.language !== 'en') await changeLanguage('en')
  resetDocument()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

afterAll(() => {
  // what prepareComponents() puts into a window that has none
  Reflect.deleteProperty(window, 'matchMedia')
  Reflect.deleteProperty(window, 'IntersectionObserver')
})

function resetDocument(): void {
  document.title = ''
  document.body.replaceChildren()
  // NOTE the style sheets stay: Emotion writes each rule once
  for (const element of document.head.querySelectorAll(':scope > :not(style)')) element.remove()
  for (const element of [document.documentElement, document.body])
    for (const { name } of [...element.attributes]) element.removeAttribute(name)
}
