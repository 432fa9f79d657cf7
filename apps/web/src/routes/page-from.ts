import type { ComponentType } from 'react'
import type { Loader, Page } from './route-book.ts'

/** The component and the loader that a file exports, fetched when the page is first shown or its link is hovered. */
export const from =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType> & { loader?: Loader }>, name: Name) =>
  async (): Promise<Page> => {
    const file = await load()
    return { component: file[name], loader: file.loader }
  }
