import { api } from '@learnt/contract'
import type { BrowserContext } from 'playwright-core'
import type { Caller } from './calls.ts'

type Hear = (name: string, given: string[], result: string) => void

/**
 * Every call that packages make on a device, written down on their side of the API. The list grows as they speak; a line
 * reads `SetValue(cmi.core.lesson_location, 3) = true`.
 */
export async function hearCalls(context: BrowserContext): Promise<string[]> {
  const heard: string[] = []
  await context.exposeBinding('hearCall', (_, ...[name, given, result]: Parameters<Hear>) => {
    const fn = name.replace(/^LMS/, '').replace('Finish', 'Terminate')
    heard.push(lineOf(fn, /^(Get(Value|ErrorString|Diagnostic)|SetValue)$/.test(fn) ? given : [], result))
  })
  // In each page of a package before its own scripts: its API stands in a window above it by then.
  await context.addInitScript(() => {
    type Above = Window & { hearCall: Hear } & Record<string, Record<string, (...given: unknown[]) => string>>
    try {
      for (let below: Window = window; below.parent !== below; below = below.parent) {
        const above = below.parent as Above
        for (const api of [above.API, above.API_1484_11]) {
          if (!api || 'isHeard' in api) continue
          Object.defineProperty(api, 'isHeard', { value: true })
          for (const [name, call] of Object.entries(api)) {
            // Beside its calls one has a version.
            if (typeof call !== 'function') continue
            api[name] = (...given) => {
              const result = call(...given)
              above.hearCall(name, given.map(String), result)
              return result
            }
          }
        }
      }
    } catch {
      // The application above the player is of another origin.
    }
  })
  return heard
}

/** The same lines as the time-line of an attempt has them, for a manager of the person; a read that was repeated as often. */
export async function listCalls(manager: Caller, attemptId: string): Promise<string[]> {
  const lines: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await manager.call(api.reports.manager.timeline, {
      params: { attemptId },
      query: { limit: 100, ...(cursor ? { cursor } : {}) },
    })
    for (const { call, element, value, result } of page.items) {
      const [fn = '', times = '1'] = call.split(' × ')
      // What the player notes beside them: frames that come and go, and a connection that does.
      if (/^(opened|closed|networkFailed|networkBack)$/.test(fn)) continue
      const given = fn === 'SetValue' ? [element, value] : [element].filter(Boolean)
      lines.push(...Array.from({ length: Number(times) }, () => lineOf(fn, given, result)))
    }
    cursor = page.next
  }
  return lines
}

function lineOf(fn: string, given: readonly string[], result: string): string {
  return `${fn}(${given.join(', ')}) = ${result}`
}
