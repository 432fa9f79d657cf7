const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const anyId = new RegExp(uuid, 'g')
const membershipId = new RegExp(`(${uuid}):([a-z0-9][a-z0-9-]{0,62})`, 'g')
const namedInJson = /"(teamId|tenantId|team_id|tenant_id)": ?("[^"]*"|\[[^\]]*\])/g
const teamFile = /\/team-files\/([a-z0-9-]+)\//g

/** What is called differently where rows are put back. */
export interface Renames {
  readonly tenant: { readonly from: string; readonly to: string }
  readonly teams: ReadonlyMap<string, string>
  /** People, and whatever has an id that is made from the tenant's or a person's. */
  readonly ids: ReadonlyMap<string, string>
}

export function renamesNothing({ tenant, teams, ids }: Renames): boolean {
  return tenant.from === tenant.to && ids.size === 0 && [...teams].every(([from, to]) => from === to)
}

/**
 * One row in COPY's text form under its new names. Ids are unique, so they are replaced wherever they stand, in JSON and
 * in texts too; names of teams and of the tenant only where something says that they are one.
 */
export function renameRow(columns: readonly string[], line: string, renames: Renames): string {
  const fields = line.split('\t')
  for (const [at, column] of columns.entries()) {
    const value = fields[at] as string
    if (value === '\\N') continue
    if (/(^|_)tenant_id$/.test(column)) fields[at] = renameTenant(value, renames)
    else if (/(^|_)team_id$/.test(column)) fields[at] = renames.teams.get(value) ?? value
    else if (column === 'subject_id' && !anyId.test(value))
      fields[at] = renames.teams.get(value) ?? renameTenant(value, renames)
    else fields[at] = renameText(value, renames)
    anyId.lastIndex = 0
  }
  return fields.join('\t')
}

/** The same for a text, such as one of JSON. */
export function renameText(text: string, renames: Renames): string {
  let renamed = text
  if (renames.teams.size > 0 && (renamed.includes(':') || renamed.includes('/team-files/'))) {
    renamed = renamed
      .replace(membershipId, (whole, user: string, team: string) =>
        renames.teams.has(team) ? `${user}:${renames.teams.get(team)}` : whole,
      )
      .replace(namedInJson, (whole, key: string, names: string) =>
        whole.replace(names, renameQuoted(names, key.startsWith('team') ? renames.teams : tenantMap(renames))),
      )
      .replace(teamFile, (whole, team: string) => whole.replace(team, renames.teams.get(team) ?? team))
  }
  return renames.ids.size > 0 && renamed.length >= 36
    ? renamed.replace(anyId, (id) => renames.ids.get(id) ?? id)
    : renamed
}

function renameQuoted(names: string, map: ReadonlyMap<string, string>): string {
  return names.replace(/"([^"]*)"/g, (whole, name: string) => (map.has(name) ? `"${map.get(name)}"` : whole))
}

function renameTenant(value: string, { tenant }: Renames): string {
  return value === tenant.from ? tenant.to : value
}

function tenantMap({ tenant }: Renames): ReadonlyMap<string, string> {
  return new Map([[tenant.from, tenant.to]])
}

/** A value as it was before COPY's text form. */
export function unescapeField(field: string): string {
  return field.replace(/\\([\\bfnrtv])/g, (_, letter: string) => escaped[letter] as string)
}

const escaped: Readonly<Record<string, string>> = {
  '\\': '\\',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}
