import { linkingMinutes } from '@learnt/contract/provider-kinds'
import type { Settings } from '../../../platform/env.ts'
import type { PublicCall } from '../../../platform/http/route.ts'
import { hashToken, makeCookie, makeToken, readCookie, sessionCookieName } from '../../../platform/session/token.ts'

type Seen = Pick<PublicCall, 'request' | 'services'>

/** By this cookie the browser that comes back is known as the one that set out. */
export function providerCookieName(settings: Settings): string {
  return `${sessionCookieName(settings)}-provider`
}

export function readBrowser({ request, services }: Seen): Buffer | null {
  const token = tokenOf(request.headers.cookie, services.settings)
  return token === null ? null : hashToken(token)
}

/** The browser's mark, made when it has none; several tabs share it. */
export function markBrowser({ request, services, reply }: Seen & Pick<PublicCall, 'reply'>): Buffer {
  const { settings } = services
  const token = tokenOf(request.headers.cookie, settings) ?? makeToken()
  reply.header('set-cookie', makeCookie(settings, providerCookieName(settings), token, linkingMinutes * 60))
  return hashToken(token)
}

function tokenOf(cookies: string | undefined, settings: Settings): string | null {
  const token = readCookie(cookies, providerCookieName(settings))
  return token !== null && /^[\w-]{43}$/.test(token) ? token : null
}
