/** Complaints by field: `title`, `items`, `activity/<id>/url`. */
export type FieldErrors = Readonly<Record<string, string>>

export interface Complaint {
  path: string
  message: string
}

/** The parts of a path into a content, with or without `body.content.` before it. */
export function partsOf(path: string): string[] {
  return path
    .replace(/\[(\d+)\]/g, '.$1')
    .replace(/^body\./, '')
    .replace(/^content\.?/, '')
    .split('.')
    .filter(Boolean)
}

/** The key of a field whose place cannot change while people edit. */
export function plainKey(_content: unknown, path: string): string {
  return partsOf(path).slice(0, 2).join('.')
}

export function fieldErrors<Content>(
  content: Content,
  complaints: readonly Complaint[],
  fieldKey: (content: Content, path: string) => string = plainKey,
): FieldErrors {
  const errors: Record<string, string> = {}
  for (const { path, message } of complaints) errors[fieldKey(content, path)] ??= message
  return errors
}

/** The words at a field, or at anything under it (`captions.0.label` under `captions`). */
export function errorAt(errors: FieldErrors, key: string): string | undefined {
  return errors[key] ?? Object.entries(errors).find(([one]) => one.startsWith(`${key}.`))?.[1]
}

/** The issues of a schema as complaints. */
export function complaintsOf(checked: {
  success: boolean
  error?: { issues: readonly { path: PropertyKey[]; message: string }[] } | undefined
}): Complaint[] {
  return (checked.error?.issues ?? []).map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
}
