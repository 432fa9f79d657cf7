import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { type Locale, locales } from './locales.ts'
import { readNumber } from './read-number.ts'
import { organisationFields } from './team-values.ts'
import { foldCase, hasHidden, tidyText, withoutMarks } from './text.ts'
import { Id, MembershipId, oneLine, Revision } from './values.ts'

/** Fields of a membership to which a tenant gives a name and a kind of its own. */
export const CustomFieldName = z.enum(organisationFields)
export type CustomFieldName = z.infer<typeof CustomFieldName>

export const customFieldLimits = { name: 60, choices: 500, value: 200, values: 100 } as const

/**
 * What the values of a field are. They are kept as a list of texts whatever the kind is:
 * - `text`: free words
 * - `choices`: words from the field's list
 * - `date`: one day, `YYYY-MM-DD`
 * - `number`: one number, with a point before its decimals
 * - `yesno`: `yes` or `no`
 * - `person`: ids of people of the tenant
 */
export const customFieldKinds = ['text', 'choices', 'date', 'number', 'yesno', 'person'] as const
export type CustomFieldKind = (typeof customFieldKinds)[number]

const singleKinds: readonly CustomFieldKind[] = ['date', 'number', 'yesno']
/** Whether a person has at most one value in a field of this kind. */
export function isSingle(kind: CustomFieldKind): boolean {
  return singleKinds.includes(kind)
}

/** What somebody may do with the values of a field; `edit` includes `see`. */
export const fieldAccesses = ['none', 'see', 'edit'] as const
export type FieldAccess = (typeof fieldAccesses)[number]

const fieldName = () => oneLine().max(customFieldLimits.name)

export const CustomFieldValues = z.strictObject({
  /** Per language; where one has none, `nameOfField` takes another one's. */
  names: z
    .strictObject({ en: fieldName(), de: fieldName(), ar: fieldName() } satisfies Record<Locale, z.ZodType>)
    .partial()
    .refine((names) => Object.values(names).some((name) => name !== ''), { error: 'required' }),
  kind: z.enum(customFieldKinds),
  /** Words to choose from, in their order; used by the kind `choices` alone. */
  choices: z.array(oneLine().min(1).max(customFieldLimits.value)).max(customFieldLimits.choices),
  isRequired: z.boolean(),
  access: z.strictObject({
    /** The person described by the values. No rule may read a field that they edit. */
    person: z.enum(fieldAccesses),
    /** The person's managers. */
    manager: z.enum(fieldAccesses),
    /** Administrators see every field: they make the rules that read it. */
    administrator: z.enum(['see', 'edit']),
  }),
  /** Its place among the fields, from 1. */
  place: z.number().int().min(1).max(organisationFields.length),
  /** A column of the list of people from the start, without anybody choosing it. */
  inList: z.boolean(),
})
export type CustomFieldValues = z.infer<typeof CustomFieldValues>

export const CustomField = CustomFieldValues.extend({ field: CustomFieldName, revision: z.number().int() })
export type CustomField = z.infer<typeof CustomField>

/** What the kind needs to check a value. */
export type CustomFieldRule = Pick<CustomField, 'kind' | 'choices'>

export type CheckedValue = { readonly value: string } | { readonly error: CustomValueError }
/** Keys of the catalogue (`validation`). */
export const customValueErrors = [
  'max',
  'oneLine',
  'hidden',
  'notAChoice',
  'notADate',
  'notANumber',
  'twoNumbers',
  'notYesNo',
  'notAPerson',
] as const
export type CustomValueError = (typeof customValueErrors)[number]

/** One value of a field as it is kept, or what is wrong with it. Whether a person exists is for the server to say. */
export function checkCustomValue(rule: CustomFieldRule, typed: string): CheckedValue {
  const text = tidyText(withoutMarks(typed))
  if (text.length > customFieldLimits.value) return { error: 'max' }
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) return { error: 'oneLine' }
  if (hasHidden(text)) return { error: 'hidden' }
  return checkKind[rule.kind](text, rule)
}

const checkKind: Record<CustomFieldKind, (text: string, rule: CustomFieldRule) => CheckedValue> = {
  text: (value) => ({ value }),
  choices: (text, { choices }) => {
    const chosen = choices.find((one) => one === text) ?? choices.find((one) => folded(one) === folded(text))
    return chosen === undefined ? { error: 'notAChoice' } : { value: chosen }
  },
  date: (text) => {
    const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
    const isDay = isCalendarDay(Number(year), Number(month), Number(day))
    return isDay ? { value: text } : { error: 'notADate' }
  },
  number: (text) => {
    const read = readNumber(text)
    const [first = '', second] = read?.unit === '' ? read.texts : []
    // A point is how numbers are kept; a comma before three digits may be either sign, and nobody is asked.
    if (second !== undefined && !text.includes('.')) return { error: 'twoNumbers' }
    if (!/^-?\d{1,15}(\.\d{1,10})?$/.test(first)) return { error: 'notANumber' }
    return { value: plainNumber(first) }
  },
  yesno: (text) => {
    const word = folded(text)
    if (yesWords.includes(word)) return { value: 'yes' }
    return noWords.includes(word) ? { value: 'no' } : { error: 'notYesNo' }
  },
  person: (text) => {
    const id = text.toLowerCase()
    return Id.safeParse(id).success ? { value: id } : { error: 'notAPerson' }
  },
}

const yesWords = ['yes', 'y', 'true', '1', 'ja', 'نعم']
const noWords = ['no', 'n', 'false', '0', 'nein', 'لا']

function folded(text: string): string {
  return foldCase(text)
}

/** A day that exists, in the years that the product knows. */
function isCalendarDay(year: number, month: number, day: number): boolean {
  if (year < 1900 || year > 2200) return false
  const made = new Date(Date.UTC(year, month - 1, day))
  return made.getUTCMonth() === month - 1 && made.getUTCDate() === day
}

/** One spelling for each number, so that equal numbers are equal texts. */
function plainNumber(text: string): string {
  const isBelow = text.startsWith('-')
  const [whole = '', decimals = ''] = text.replace(/^[+-]/, '').split('.')
  const head = whole.replace(/^0+(?=\d)/, '')
  const tail = decimals.replace(/0+$/, '')
  const size = tail === '' ? head : `${head}.${tail}`
  return isBelow && size !== '0' ? `-${size}` : size
}

/** All values of a field as they are kept, each once, or the first that is wrong. Empty texts count as nothing. */
export function checkCustomValues(
  rule: CustomFieldRule,
  typed: readonly string[],
): { readonly values: string[] } | { readonly at: number; readonly error: CustomValueError | 'onlyOne' } {
  const values: string[] = []
  for (const [at, one] of typed.entries()) {
    if (tidyText(withoutMarks(one)) === '') continue
    const checked = checkCustomValue(rule, one)
    if ('error' in checked) return { at, error: checked.error }
    if (values.includes(checked.value)) continue
    if (isSingle(rule.kind) && values.length === 1) return { at, error: 'onlyOne' }
    values.push(checked.value)
  }
  return { values }
}

/** What people call the field. */
export function nameOfField({ names }: Pick<CustomField, 'names'>, locale: Locale): string {
  return names[locale] || locales.map((one) => names[one]).find((name) => name) || ''
}

/** Values of the fields by their names. */
const FieldValues = z.partialRecord(
  CustomFieldName,
  z.array(oneLine().max(customFieldLimits.value)).max(customFieldLimits.values),
)

/** One person's values, as the caller may see and edit them. */
export const CustomFieldsOfPerson = z.object({
  membershipId: MembershipId,
  /** In their order. */
  fields: z.array(
    CustomField.extend({
      values: z.array(z.string()),
      /** The names of the people, where the kind is `person`. */
      labels: z.record(z.string(), z.string()),
      canEdit: z.boolean(),
    }),
  ),
})
export type CustomFieldsOfPerson = z.infer<typeof CustomFieldsOfPerson>

const fieldParams = z.object({ field: CustomFieldName })
const personParams = z.object({ userId: Id })

export const customFields = {
  list: endpoint({
    id: 'customFields.list',
    summary: 'The tenant’s own fields of members that the caller may see, in their order.',
    method: 'GET',
    path: '/api/custom-fields',
    access: 'signedIn',
    callers: ['token', 'looking'],
    response: z.object({ items: z.array(CustomField), can: z.object({ update: z.string().nullable() }) }),
  }),
  save: endpoint({
    id: 'customFields.save',
    summary: 'Give a field its name, kind and rights. A field that a rule reads cannot be one that the person edits.',
    method: 'PUT',
    path: '/api/custom-fields/:field',
    access: 'admin',
    callers: ['token'],
    audit: 'tenants.setCustomField',
    sample: () => ({
      params: { field: 'custom6' },
      body: {
        names: { en: 'Shoe size' },
        kind: 'number',
        choices: [],
        isRequired: false,
        access: { person: 'see', manager: 'none', administrator: 'edit' },
        place: 6,
        inList: false,
      },
    }),
    bodyBytes: 256 * 1024,
    params: fieldParams,
    body: CustomFieldValues.extend({ revision: Revision.optional() }),
    response: CustomField,
  }),
  remove: endpoint({
    id: 'customFields.remove',
    summary: 'Take a field’s name and kind away; the values of the people stay.',
    method: 'DELETE',
    path: '/api/custom-fields/:field',
    access: 'admin',
    callers: ['token'],
    audit: 'tenants.removeCustomField',
    sample: () => ({ changesNothing: true, params: { field: 'custom5' }, alsoFine: [404] }),
    params: fieldParams,
  }),
  ofPerson: endpoint({
    id: 'customFields.ofPerson',
    summary: 'The fields of one person that the caller may see: their own, or those of somebody they manage.',
    method: 'GET',
    path: '/api/people/:userId/custom-fields',
    access: 'signedIn',
    callers: ['token', 'looking'],
    sample: (given) => ({ params: { userId: given.learner.userId } }),
    params: personParams,
    response: CustomFieldsOfPerson,
  }),
  setOfPerson: endpoint({
    id: 'customFields.setOfPerson',
    summary: 'Change fields that the caller may edit: their own, or those of somebody they manage.',
    method: 'PATCH',
    path: '/api/people/:userId/custom-fields',
    access: 'signedIn',
    callers: ['token', 'acting'],
    audit: 'members.update',
    sample: (given) => ({
      changesNothing: true,
      params: { userId: given.learner.userId },
      body: { values: {} },
    }),
    bodyBytes: 512 * 1024,
    params: personParams,
    body: z.strictObject({ values: FieldValues }),
    response: CustomFieldsOfPerson,
  }),
}
