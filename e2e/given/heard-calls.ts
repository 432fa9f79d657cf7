import { api } from '@learnt/contract'
import type { BrowserContext } from 'playwright-core'
import type { Caller } from './calls.ts'

type Hear = (name: string, given: string[], result: string) => void

/**
 * Every call that packages make on a device, recorded on their side of the API. The list grows as they call; a line
 * reads `SetValue(cmi.core.lesson_location, 3) = true`.
 */
export async function hearCalls(context: BrowserContext): Promise<string[]> {
  const heard: string[] = []
  await context.exposeBinding('hearCall', (_, ...[name, given, result]: Parameters<Hear>) => {
    const fn = name.replace(/^LMS/, '').replace('Finish', 'Terminate')
    heard.push(lineOf(fn, /^(Get(Value|ErrorString|Diagnostic)|SetValue)$/.test(fn) ? given : [], result))
  })
  // In each page of a package before its own scripts; the API then exists in a parent window.
  await context.addInitScript(() => {
    type Above = Window & { hearCall: Hear } & Record<string, Record<string, (...given: unknown[]) => string>>
    try {
      for (let below: Window = window; below.parent !== below; below = below.parent) {
        const above = below.parent as Above
        for (const api of [above.API, above.API_1484_11]) {
          if (!api || 'isHeard' in api) continue
          Object.defineProperty(api, 'isHeard', { value: true })
          for (const [name, call] of Object.entries(api)) {
            // An API has a version besides its functions.
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
      // The application above the player has another origin.
    }
  })
  return heard
}

/**
 * The same lines from the history of an attempt, as a manager of the person reads them; repeated reads are listed as
 * often.
 */
export async function listCalls(manager: Caller, attemptId: string): Promise<string[]> {
  const lines: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await manager.call(api.reports.manager.timeline, {
      params: { attemptId },
      query: { limit: 100, ...(cursor ? { cursor } : {}) },
    })
    for (const { call, element, value, result } of page.items) {
      const [fn = '', times = '1'] = call.split(' × ')
      // Notes of the player beside them: frames that load and unload, and a connection that fails and returns.
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
