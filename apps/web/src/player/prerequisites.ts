import type { ScoStatus } from '@learnt/contract/runtime'

/**
 * Evaluates an AICC prerequisites script, as SCORM 1.2 writes it: `a&(b|~c)`, `a="passed"`, `2*{a,b,c}`. An item alone
 * stands for "passed or completed". What cannot be read locks nobody out; so does an item that does not exist.
 */
export function meetsPrerequisites(script: string, statusOf: (id: string) => ScoStatus | null): boolean {
  if (script.trim() === '') return true
  const tokens = script.match(/"[^"]*"|<>|[&|~=(){},*]|[^\s"&|~=(){},*<>]+/g) ?? []
  let at = 0
  const peek = () => tokens[at]
  const take = (token: string) => {
    if (tokens[at] !== token) return false
    at++
    return true
  }

  // A chain without brackets is read from the left; & and | have the same rank in the standard's examples.
  function expression(depth: number): boolean {
    let value = term(depth)
    for (;;) {
      if (take('&')) value = term(depth) && value
      else if (take('|')) value = term(depth) || value
      else return value
    }
  }

  function term(depth: number): boolean {
    if (depth > 50) throw new SyntaxError('Too deep')
    if (take('~')) return !term(depth + 1)
    if (take('(')) {
      const value = expression(depth + 1)
      if (!take(')')) throw new SyntaxError('Missing bracket')
      return value
    }
    const word = peek()
    if (word === undefined || /^[&|=)}{,*]$/.test(word)) throw new SyntaxError('Missing item')
    at++
    if (take('*')) return atLeast(Number(word), depth)
    return item(unquote(word))
  }

  function atLeast(count: number, depth: number): boolean {
    if (!take('{')) throw new SyntaxError('Missing list')
    let met = 0
    do {
      if (expression(depth + 1)) met++
    } while (take(','))
    if (!take('}')) throw new SyntaxError('Missing bracket')
    return met >= count
  }

  function item(id: string): boolean {
    const status = statusOf(id)
    const equal = take('=')
    const different = !equal && take('<>')
    if (equal || different) {
      const wanted = readStatus(unquote(tokens[at++] ?? ''))
      return status === null || wanted === null ? true : (status === wanted) === equal
    }
    return status === null || status === 'passed' || status === 'completed'
  }

  try {
    const value = expression(0)
    if (at < tokens.length) return true
    return value
  } catch (error) {
    if (error instanceof SyntaxError) return true
    throw error
  }
}

function unquote(word: string): string {
  return word.startsWith('"') ? word.slice(1, -1) : word
}

/** Whole words or their first letters, as the standard allows. */
function readStatus(word: string): ScoStatus | null {
  const text = word.toLowerCase().replace(/[\s_]+/g, ' ')
  const known: readonly ScoStatus[] = ['passed', 'completed', 'browsed', 'failed', 'not attempted', 'incomplete']
  return known.find((status) => status === text || (text.length === 1 && status[0] === text)) ?? null
}
