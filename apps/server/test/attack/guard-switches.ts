import { relative } from 'node:path'

/**
 * Adds a switch to every guard of the server's sources while they are loaded. globalThis.guards lists the guards; those
 * named in globalThis.guardsOff let everything pass. Files on disk do not change. Only `npm run attack -- guards` and
 * its test load sources like this.
 */
export function guardSwitches(source: string) {
  return {
    name: 'guard-switches',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      const file = relative(source, id.split('?')[0] ?? id)
      if (file.startsWith('..') || !file.endsWith('.ts') || file.endsWith('.test.ts')) return null
      const guards: string[] = []
      const named = (what: string, at: number) => {
        const guard = `${file}:${code.slice(0, at).split('\n').length} ${what}`
        guards.push(guard)
        return `(globalThis.guardsOff?.has(${JSON.stringify(guard)}) ?? false)`
      }
      const changed = rewrite(code, file, named)
      if (guards.length === 0) return null
      return {
        code: `(globalThis.guards ??= new Set());${guards.map((one) => `globalThis.guards.add(${JSON.stringify(one)})`).join(';')};${changed}`,
        map: null,
      }
    },
  }
}

type Naming = (what: string, at: number) => string

/** Replaces each match by `what(match, switch)`, at its original place in the code. */
function rewrite(code: string, file: string, named: Naming): string {
  const edits: { at: number; end: number; text: string }[] = []
  const each = (pattern: RegExp, make: (match: RegExpExecArray, at: number) => string | null) => {
    for (const match of code.matchAll(pattern)) {
      const text = make(match as RegExpExecArray, match.index)
      if (text !== null) edits.push({ at: match.index, end: match.index + match[0].length, text })
    }
  }
  // authorize(actor, rule, row): the row must still exist, and the rule allows everything
  each(
    /(?<=^\s*(?:return )?)authorize\(([\w.]+), ([\w.[\]]+), (.+)\)$/gm,
    ([, actor, rule, row], at) =>
      `authorize(${actor}, ${named(`authorize ${rule}`, at)} ? () => null : ${rule}, ${row})`,
  )
  if (file.endsWith('policy.ts'))
    each(/function (\w+)\(([^)]*)\): (boolean|Refusal \| null) \{/g, ([whole, name, , kind], at) => {
      const grants = guarding[name ?? '']
      if (grants === undefined) return null
      return `${whole} if (${named(`rule ${name}`, at)}) return ${kind === 'boolean' ? grants : 'null'};`
    })
  // the filter by team; `wholeTenant: actor.wholeTenant` only passes the value on and needs no switch
  if (!file.endsWith('actor.ts') && !file.endsWith('present.ts'))
    each(
      /(?<![\w.]|wholeTenant: )((?:ctx\.)?actor)\.wholeTenant/g,
      ([whole], at) => `(${named('team scope', at)} || ${whole})`,
    )
  if (file.endsWith('reach/queries/scope.ts'))
    each(
      /export function managerScope\([^)]*\): ReportScope \{/g,
      ([whole], at) => `${whole} if (${named('manager scope', at)}) return { kind: 'tenant' };`,
    )
  // filters for the caller's own rows
  if (ownRows.some((one) => file.endsWith(one))) {
    each(
      /\b((?:\w+\.)?(?:user_id|created_by)) = \$\{((?:ctx\.|actor\.)*userId)\}/g,
      ([, column, value], at) => `(${'${'}${named(`own ${column}`, at)}}::boolean or ${column} = ${'${'}${value}})`,
    )
    each(
      /\.where\('(userId)', '=', ((?:ctx\.actor\.)?userId)\)/g,
      ([whole, column], at) => `.$if(!(${named(`own ${column}`, at)}), (query) => query${whole})`,
    )
  }
  // the access check before a handler
  if (file === 'platform/http/server.ts') {
    each(/function mayCall\(access: Access, actor: Actor \| null\): boolean \{/g, ([whole], at) => {
      const words = ['guest', 'signedIn', 'manager', 'admin', 'superadmin']
      return `${whole} ${words.map((word) => `if (access === '${word}' && ${named(`access ${word}`, at)}) return true;`).join(' ')}`
    })
    each(
      /export function checkOrigin\([^)]*\): void \{/g,
      ([whole], at) => `${whole} if (${named('origin', at)}) return;`,
    )
  }
  if (file === 'platform/session/find-session.ts')
    each(/row(\??)\.(status|tenantStatus|teamStatus) !== 'active'/g, ([whole, , column], at) =>
      column === 'status' ? `(row === undefined || (!(${named('session status', at)}) && ${whole}))` : null,
    )
  if (file === 'platform/launch-token.ts') {
    each(/!secrets\.verify\([^)]*\)/g, ([whole], at) => `(!(${named('launch token signature', at)}) && ${whole})`)
    each(/expiresAt > now \?/g, (_, at) => `(${named('launch token expiry', at)} || expiresAt > now) ?`)
  }
  if (file === 'platform/cursor.ts')
    each(
      /if \((ctx\.services\.secrets\.sign\(.*?\) !== signature)\)/gs,
      ([, condition], at) => `if (!(${named('cursor signature', at)}) && ${condition})`,
    )
  if (file === 'features/files/queries.ts')
    each(
      /return (ctx\.services\.secrets\.verify\(mac, .*\))$/gm,
      ([, check], at) => `return ${named('file signature', at)} || ${check}`,
    )
  if (file === 'features/files/uploads.ts')
    each(
      /(?<=\n\s*)secrets\.verify\(uploadId.*\)$/gm,
      ([whole], at) => `(${named('upload signature', at)} || ${whole})`,
    )
  edits.sort((a, b) => a.at - b.at)
  let result = ''
  let from = 0
  for (const { at, end, text } of edits) {
    if (at < from) continue
    result += code.slice(from, at) + text
    from = end
  }
  return result + code.slice(from)
}

/** Functions of policies, with the result that allows everything. */
const guarding: Record<string, string> = {
  isSeen: 'true',
  isAbove: 'false',
  mayAddTo: 'true',
  refuseRoles: 'null',
  refuseHigher: 'null',
  refusePerson: 'null',
  refuseDismissal: 'null',
  isToldOf: 'true',
  mayOpenCourse: 'null',
  mayOpenStep: 'null',
}

/** Queries that return a person's own rows. */
const ownRows = [
  'jobs/queries.ts',
  'views/queries.ts',
  'views/commands.ts',
  'learning/queries/read-home.ts',
  'learning/queries/list-cards.ts',
  'learning/queries/find-own-course.ts',
  'quick-panel/queries.ts',
  'quick-panel/commands.ts',
]
