import { type AnyRouter, RouterContextProvider } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { memoryRouter } from './memory-router.ts'
import { show } from './show.tsx'

/** As `show`, for what asks the router something: dialogs that guard what was filled in, for one. */
export function showInRouter(element: ReactElement, router: AnyRouter = memoryRouter('/', {}) as AnyRouter) {
  return show(<RouterContextProvider router={router}>{element}</RouterContextProvider>)
}
