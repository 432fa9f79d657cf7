import { noTheme } from '@learnt/contract/themes'
import { ThemeProvider } from '@mui/material/styles'
import { render } from '@testing-library/react'
import { type ReactElement, Suspense } from 'react'
import { beforeAll } from 'vitest'
import { colorsOf } from '../ui/theme/colors.ts'
import { createAppTheme } from '../ui/theme/create-theme.ts'
import type { Namespace } from '../words/catalogues.ts'
import { i18n, startI18n } from '../words/i18n.ts'

const theme = createAppTheme(colorsOf(noTheme, 'light'), 'ltr', {
  clear: 'Clear',
  close: 'Close',
  open: 'Open',
  loading: 'Loading',
  noOptions: 'No results',
})

/** Prepares a test file for components: catalogues in English and a window that is wide or narrow. */
export function prepareComponents({ namespaces, wide = true }: { namespaces: Namespace[]; wide?: boolean }): void {
  beforeAll(async () => {
    // NOTE jsdom knows no media queries: MUI's `down` asks for a greatest width
    window.matchMedia = (query: string) =>
      ({
        matches: /max-width/.test(query) ? !wide : wide,
        media: query,
        addEventListener: () => {},
        removeEventListener: () => {},
        addListener: () => {},
        removeListener: () => {},
      }) as unknown as MediaQueryList
    window.scrollTo = () => {}
    // NOTE jsdom lays nothing out: the end of a text is seen where a test says so
    window.IntersectionObserver = class {
      observe() {}
      disconnect() {}
    } as unknown as typeof IntersectionObserver
    Element.prototype.scrollIntoView = () => {}
    if (!i18n.isInitialized) await startI18n('en', namespaces)
    await i18n.loadNamespaces(namespaces)
  })
}

export function show(element: ReactElement) {
  return render(
    <ThemeProvider theme={theme}>
      <Suspense fallback="…">{element}</Suspense>
    </ThemeProvider>,
  )
}
