import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Demonstration, Screen, Screens, Visitor } from '../apps/web/src/testing/screens.ts'
import { type Caller, callerOf } from './given/calls.ts'

export type { Visitor }
/** An existing page, its visitor and its address in the demonstration. */
export type ProductPage = Required<Screen>

const source = join(import.meta.dirname, '../apps/web/src')

/** The parts of a route that are needed here; not its own type, which would import all pages. */
export interface DeclaredRoute {
  path: string
  who: string
  load?: unknown
  guestApp: boolean
}

export async function listRoutes(): Promise<DeclaredRoute[]> {
  const { routes } = (await read('start/routes.ts')) as { routes: DeclaredRoute[] }
  return routes
}

/** The folder of the feature that declares each route. */
export async function listFeatures(): Promise<Map<string, string>> {
  const files = globSync('features/*/register.ts', { cwd: source })
  const declared = await Promise.all(
    files.map(async (file) => {
      const [pages = []] = Object.values((await read(file)) as Record<string, DeclaredRoute[]>)
      return pages.map(({ path }) => [path, file.split(/[/\\]/)[1] ?? ''] as const)
    }),
  )
  return new Map(declared.flat())
}

/** All existing pages: routes with a page, and those for guests. */
export async function listExistingRoutes(): Promise<string[]> {
  return (await listRoutes()).filter((route) => route.load || route.guestApp).map((route) => route.path)
}

/**
 * The pages of the running demonstration: those of the routes, and those that `screens.ts` of a web folder names.
 * Further states of a page come after all pages, so that the application can go from each to the next without
 * reloading.
 */
export async function listPages(url: string): Promise<ProductPage[]> {
  const [learner, manager, admin] = await Promise.all(
    ['learner', 'manager', 'admin'].map(async (role) => asDemonstration(await callerOf(url, `${role}@learnt.example`))),
  )
  if (!learner || !manager || !admin) throw new Error('The demonstration has no accounts')
  const files = globSync('**/screens.ts', { cwd: source }).filter((file) => !file.startsWith('testing'))
  const named = await Promise.all(
    files.sort().map(async (file) => {
      const { screens } = (await read(file)) as { screens?: Screens }
      return screens?.({ learner, manager, admin }) ?? []
    }),
  )
  const screens = [...named.flat(), { name: 'not-yet', as: 'learner' as const, route: '/apps/chat' }]
  const pages = [...(await listPlainPages(screens)), ...screens.map((one) => ({ address: one.route, ...one }))]
  const groups = [...Map.groupBy(pages, ({ as, address }) => `${as} ${address.split('?')[0]}`).values()]
  const most = Math.max(...groups.map((group) => group.length))
  return Array.from({ length: most }, (_, nth) => groups.flatMap((group) => group.slice(nth, nth + 1))).flat()
}

/** The visitor of a page that each of these may enter. */
const visitors: Record<string, Visitor> = { any: 'guest', 'signed-in': 'learner', user: 'admin', staff: 'admin' }

/** Pages without an id in their address, each named after its end, unless a `screens.ts` lists the address already. */
async function listPlainPages(named: readonly Screen[]): Promise<ProductPage[]> {
  const known = new Set(named.map(({ as, route, address = route }) => `${as} ${address}`))
  return (await listRoutes())
    .filter(({ path, load, guestApp }) => (load || guestApp) && !path.includes(':') && path !== '/logout')
    .map(({ path, who }) => ({
      name: path.slice(path.lastIndexOf('/') + 1),
      as: visitors[who] ?? (who as Visitor),
      route: path,
      address: path,
    }))
    .filter((page) => !known.has(`${page.as} ${page.address}`))
}

function read(file: string): Promise<unknown> {
  return import(pathToFileURL(join(source, file)).href)
}

function asDemonstration(caller: Caller): Demonstration['admin'] {
  return { call: (endpoint, input) => caller.call(endpoint, ...([input] as never)) }
}
