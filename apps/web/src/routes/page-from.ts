import type { ComponentType } from 'react'
import type { Loader, Page } from './route-book.ts'

/** What a page's file exports: its component, whose name ends with `Page`, and perhaps a loader. */
export type PageFile = { loader?: Loader } & { [name: string]: unknown }

export function pageFrom(file: PageFile): Page {
  const component = Object.entries(file).find(([name]) => name.endsWith('Page'))?.[1]
  return { component: component as ComponentType, loader: file.loader }
}
