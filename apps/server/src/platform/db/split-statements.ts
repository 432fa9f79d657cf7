// What can hold a semicolon that ends nothing: comments, quoted names, strings with and without escapes, dollar quotes.
const TOKEN =
  /--[^\n]*|\/\*|"(?:[^"]|"")*"|(?<![\w$])[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|(?<![\w$])\$([A-Za-z_]\w*)?\$|;/g

/** The statements of an SQL script, without their semicolons. Comments alone make no statement. */
export function splitStatements(script: string): string[] {
  const statements: string[] = []
  const token = new RegExp(TOKEN)
  let start = 0
  let blank = ''
  let last = 0
  const take = (end: number) => {
    blank += script.slice(last, end)
    if (blank.trim() !== '') statements.push(script.slice(start, end).trim())
    blank = ''
  }
  for (let match = token.exec(script); match !== null; match = token.exec(script)) {
    const [text] = match
    if (text === ';') {
      take(match.index)
      start = last = token.lastIndex
    } else if (text.startsWith('--') || text === '/*') {
      blank += script.slice(last, match.index)
      if (text === '/*') token.lastIndex = endOfComment(script, token.lastIndex)
      last = token.lastIndex
    } else if (text.startsWith('$')) {
      const end = script.indexOf(text, token.lastIndex)
      if (end < 0) throw new SyntaxError(`${text} is not closed`)
      token.lastIndex = end + text.length
    }
  }
  take(script.length)
  return statements
}

// PostgreSQL's comments nest
function endOfComment(script: string, from: number): number {
  const mark = /\/\*|\*\//g
  mark.lastIndex = from
  let depth = 1
  while (depth > 0) {
    const match = mark.exec(script)
    if (match === null) throw new SyntaxError('A comment is not closed')
    depth += match[0] === '/*' ? 1 : -1
  }
  return mark.lastIndex
}
