import { api } from '@learnt/contract'
import { type Route, route } from '../../platform/http/route.ts'
import { extendDue } from './commands/extend-due.ts'

export const extensionRoutes: Route[] = [
  route(api.extensions.extend, ({ ctx, body }) => ctx.write((tx) => extendDue(ctx, tx, body))),
]
