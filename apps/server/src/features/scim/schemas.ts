import { scimLimits } from '@learnt/contract/scim'
import { membershipStatuses } from '@learnt/contract/states'
import { organisationFields } from '@learnt/contract/team-values'

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
/** Fields of a membership that no schema of the standard knows. */
export const learntSchema = 'urn:ietf:params:scim:schemas:extension:learnt:2.0:User'

export interface Attribute {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'complex' | 'reference' | 'dateTime'
  readonly multiValued: boolean
  readonly required: boolean
  readonly caseExact: boolean
  readonly mutability: 'readWrite' | 'readOnly' | 'writeOnly'
  readonly returned: 'always' | 'default' | 'never'
  readonly uniqueness: 'none' | 'server'
  readonly description: string
  readonly subAttributes?: readonly Attribute[]
  readonly referenceTypes?: readonly string[]
  /** The only values that are taken or answered. */
  readonly canonicalValues?: readonly string[]
}

function attribute(name: string, description: string, of: Partial<Attribute> = {}): Attribute {
  return {
    name,
    type: 'string',
    multiValued: false,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    description,
    ...of,
  }
}

function list(name: string, description: string, subAttributes: readonly Attribute[], of: Partial<Attribute> = {}) {
  return attribute(name, description, { type: 'complex', multiValued: true, subAttributes, ...of })
}

const valued = [
  attribute('value', 'The value.'),
  attribute('display', 'How it is shown.'),
  attribute('type', 'Such as work or home.'),
  attribute('primary', 'Whether it is the one that counts.', { type: 'boolean' }),
]

const userAttributes: readonly Attribute[] = [
  attribute('userName', 'Who somebody is at the provider. One that is no address is the name to sign in with.', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('name', 'The name.', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'The whole name; counts where the two names are missing.'),
      attribute('familyName', 'Last name; “-” of who has none.'),
      attribute('givenName', 'First name.'),
      attribute('middleName', 'Kept and answered.'),
      attribute('honorificPrefix', 'Kept and answered.'),
      attribute('honorificSuffix', 'Kept and answered.'),
    ],
  }),
  attribute('displayName', 'Kept and answered; counts as the name where there is no other.'),
  attribute('nickName', 'Kept and answered.'),
  attribute('profileUrl', 'Kept and answered.', { type: 'reference', referenceTypes: ['external'] }),
  attribute('title', 'The first position of the person.'),
  attribute('userType', 'Kept and answered.'),
  attribute('preferredLanguage', 'Kept and answered; people choose their language themselves.'),
  attribute('locale', 'Kept and answered.'),
  attribute('timezone', 'Kept and answered.'),
  attribute('active', 'False: the status becomes inactive. True: active again, and leaves stay as they are.', {
    type: 'boolean',
  }),
  attribute('password', 'A first password for a new account; it opens this tenant alone.', {
    mutability: 'writeOnly',
    returned: 'never',
  }),
  list('emails', 'The primary one, else that of type work, is the address; the others are kept and answered.', valued),
  list('phoneNumbers', 'The primary one, else that of type work, is the phone number; the others are kept.', valued),
  list('addresses', 'The locality of the primary one, else of type work, is the first value of loc1; all is kept.', [
    attribute('formatted', 'Kept and answered.'),
    attribute('streetAddress', 'Kept and answered.'),
    attribute('locality', 'The first value of loc1.'),
    attribute('region', 'Kept and answered.'),
    attribute('postalCode', 'Kept and answered.'),
    attribute('country', 'Kept and answered.'),
    attribute('type', 'Such as work or home.'),
    attribute('primary', 'Whether it is the one that counts.', { type: 'boolean' }),
  ]),
  list('photos', 'Kept and answered.', valued),
  list(
    'groups',
    'Groups that the person is a member of.',
    [
      attribute('value', 'Id of the group.', { mutability: 'readOnly' }),
      attribute('$ref', 'Address of the group.', {
        mutability: 'readOnly',
        type: 'reference',
        referenceTypes: ['Group'],
      }),
      attribute('display', 'Name of the group.', { mutability: 'readOnly' }),
      attribute('type', 'How the person is a member.', { mutability: 'readOnly', canonicalValues: ['direct'] }),
    ],
    { mutability: 'readOnly' },
  ),
]

const enterpriseAttributes: readonly Attribute[] = [
  attribute('employeeNumber', 'The employee number.'),
  attribute('department', 'The first value of div1.'),
  attribute('division', 'The first value of div2.'),
  attribute('costCenter', 'Kept and answered.'),
  attribute('organization', 'Kept and answered.'),
  attribute(
    'manager',
    'The first manager, by id, user name, address or external id; who is not here yet is waited for.',
    {
      type: 'complex',
      subAttributes: [
        attribute('value', 'Id of the manager.'),
        attribute('$ref', 'Address of the manager.', { type: 'reference', referenceTypes: ['User'] }),
        attribute('displayName', 'Name of the manager.', { mutability: 'readOnly' }),
      ],
    },
  ),
]

const learntAttributes: readonly Attribute[] = [
  attribute('status', 'The status of the membership.', {
    mutability: 'readOnly',
    canonicalValues: membershipStatuses,
  }),
  attribute('dob', 'Date of birth, YYYY-MM-DD.'),
  attribute('terminationDate', 'Last day, YYYY-MM-DD: the person is terminated on it.'),
  attribute('tags', 'Tags.', { multiValued: true }),
  ...organisationFields.map((field) => attribute(field, `The tenant’s own field ${field}.`, { multiValued: true })),
]

const groupAttributes: readonly Attribute[] = [
  attribute('displayName', 'Title of the saved audience.', { required: true, uniqueness: 'server' }),
  list('members', 'People of the team.', [
    attribute('value', 'Id of the person.'),
    attribute('$ref', 'Address of the person.', { type: 'reference', referenceTypes: ['User'] }),
    attribute('display', 'Name of the person.', { mutability: 'readOnly' }),
    attribute('type', 'What the member is.', { mutability: 'readOnly', canonicalValues: ['User'] }),
  ]),
]

/** What every resource has beside its schema. */
const commonAttributes: readonly Attribute[] = [
  attribute('id', 'Id.', { mutability: 'readOnly', returned: 'always', caseExact: true }),
  attribute('externalId', 'Id at the provider.', { caseExact: true }),
  attribute('schemas', 'Schemas.', { multiValued: true, mutability: 'readOnly', returned: 'always' }),
  attribute('meta', 'When and where.', {
    type: 'complex',
    mutability: 'readOnly',
    subAttributes: ['resourceType', 'created', 'lastModified', 'location', 'version'].map((name) =>
      attribute(name, name, { mutability: 'readOnly' }),
    ),
  }),
]

export interface Schema {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly attributes: readonly Attribute[]
}

export const schemas: readonly Schema[] = [
  { id: userSchema, name: 'User', description: 'A person of the team.', attributes: userAttributes },
  { id: enterpriseSchema, name: 'EnterpriseUser', description: 'Work of a person.', attributes: enterpriseAttributes },
  { id: learntSchema, name: 'LearntUser', description: 'Own fields of the tenant.', attributes: learntAttributes },
  { id: groupSchema, name: 'Group', description: 'A saved audience of people.', attributes: groupAttributes },
]

export type ResourceName = 'User' | 'Group'

const cores: Record<ResourceName, readonly Attribute[]> = {
  User: [...commonAttributes, ...userAttributes],
  Group: [...commonAttributes, ...groupAttributes],
}
const extensions: Record<ResourceName, ReadonlyMap<string, readonly Attribute[]>> = {
  User: new Map([
    [enterpriseSchema.toLowerCase(), enterpriseAttributes],
    [learntSchema.toLowerCase(), learntAttributes],
  ]),
  Group: new Map(),
}
const canonical = new Map(schemas.map((schema) => [schema.id.toLowerCase(), schema.id]))
const coreOf: Record<ResourceName, string> = { User: userSchema, Group: groupSchema }

/** A schema by the words of a client; null: the core of this kind of resource, undefined: none that it has. */
export function extensionNamed(of: ResourceName, urn: string): string | null | undefined {
  const key = urn.toLowerCase()
  if (key === coreOf[of].toLowerCase()) return null
  return extensions[of].has(key) ? canonical.get(key) : undefined
}

/** Names count without capitals. `extension` null: of the core. */
export function attributeNamed(of: ResourceName, extension: string | null, name: string): Attribute | undefined {
  const all = extension === null ? cores[of] : extensions[of].get(extension.toLowerCase())
  return among(all ?? [], name)
}

/** What a client may write of an extension. */
export function writableNames(of: ResourceName, extension: string): string[] {
  const all = extensions[of].get(extension.toLowerCase()) ?? []
  return all.filter((one) => one.mutability !== 'readOnly').map((one) => one.name)
}

export function among(all: readonly Attribute[], name: string): Attribute | undefined {
  const key = name.toLowerCase()
  return all.find((one) => one.name.toLowerCase() === key)
}

/** What many clients send that nothing here is made of: a role is given by administrators alone. */
const neverTaken = new Set(['roles', 'entitlements', 'x509certificates', 'ims'])
export function isNeverTaken(name: string): boolean {
  return neverTaken.has(name.toLowerCase())
}

/** Values that the tenant allows in some of its own fields, by the field's name. */
export type Choices = ReadonlyMap<string, readonly string[]>

/** Attributes that hold the first value of a tenant's own field. */
const firstOf: Readonly<Record<string, string>> = { department: 'div1', division: 'div2', locality: 'loc1' }

export function presentSchema(base: string, schema: Schema, choices: Choices): { id: string; [name: string]: unknown } {
  const withChoices = (one: Attribute): Attribute => {
    const values = choices.get(firstOf[one.name] ?? one.name)
    return {
      ...one,
      ...(values ? { canonicalValues: values } : {}),
      ...(one.subAttributes ? { subAttributes: one.subAttributes.map(withChoices) } : {}),
    }
  }
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...schema,
    attributes: schema.attributes.map(withChoices),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }
}

export function resourceTypes(base: string): { id: string }[] {
  const type = (id: ResourceName, endpoint: string, schema: string, schemaExtensions: object[]) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id,
    name: id,
    endpoint,
    description: id === 'User' ? 'A person of the team' : 'A saved audience of people',
    schema,
    schemaExtensions,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
  })
  return [
    type('User', '/Users', userSchema, [
      { schema: enterpriseSchema, required: false },
      { schema: learntSchema, required: false },
    ]),
    type('Group', '/Groups', groupSchema, []),
  ]
}

export function providerConfig(base: string): object {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: {
      supported: true,
      maxOperations: scimLimits.bulkOperations,
      maxPayloadSize: scimLimits.bodyBytes,
    },
    filter: { supported: true, maxResults: scimLimits.page },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A token that an administrator makes at /apps/admin/integrations.',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}
