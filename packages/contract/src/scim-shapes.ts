import { z } from 'zod'
import { organisationFields } from './team-values.ts'

// What goes over the wire of SCIM 2.0, for the documentation: the handlers read what clients send more kindly than this. A
// test compares it with the schemas that the server answers.

export const enterpriseUserSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const learntUserSchema = 'urn:ietf:params:scim:schemas:extension:learnt:2.0:User'

const text = z.string()
const schemas = z.array(text)
/** An extension of the tenant’s own: lists of words. */
const words = z.array(text)

export const ScimMeta = z.object({
  resourceType: text,
  created: z.iso.datetime().optional(),
  lastModified: z.iso.datetime().optional(),
  location: text,
  version: text.optional(),
})

/** One of several values of an attribute. At most one is primary. */
export const ScimValue = z.looseObject({
  value: text,
  display: text.optional(),
  type: text.optional(),
  primary: z.boolean().optional(),
})

export const ScimAddress = z
  .looseObject({
    formatted: text,
    streetAddress: text,
    locality: text,
    region: text,
    postalCode: text,
    country: text,
    type: text,
    primary: z.boolean(),
  })
  .partial()

/** With a `$ref` beside its value, which tools of OpenAPI would take for one of theirs. */
export const ScimReference = z.looseObject({
  value: text,
  display: text.optional(),
  type: text.optional(),
})

export const ScimEnterpriseUser = z
  .looseObject({
    employeeNumber: text,
    department: text,
    division: text,
    costCenter: text,
    organization: text,
    manager: z.looseObject({ value: text, displayName: text.optional() }),
  })
  .partial()

export const ScimLearntUser = z
  .looseObject({
    status: text,
    dob: z.iso.date(),
    terminationDate: z.iso.date(),
    tags: words,
    ...(Object.fromEntries(organisationFields.map((field) => [field, words])) as Record<
      (typeof organisationFields)[number],
      typeof words
    >),
  })
  .partial()

const userAttributes = {
  externalId: text.optional(),
  userName: text,
  name: z
    .object({
      formatted: text,
      familyName: text,
      givenName: text,
      middleName: text,
      honorificPrefix: text,
      honorificSuffix: text,
    })
    .partial()
    .optional(),
  displayName: text.optional(),
  nickName: text.optional(),
  profileUrl: text.optional(),
  title: text.optional(),
  userType: text.optional(),
  preferredLanguage: text.optional(),
  locale: text.optional(),
  timezone: text.optional(),
  active: z.boolean().optional(),
  emails: z.array(ScimValue).optional(),
  phoneNumbers: z.array(ScimValue).optional(),
  addresses: z.array(ScimAddress).optional(),
  photos: z.array(ScimValue).optional(),
  [enterpriseUserSchema]: ScimEnterpriseUser.optional(),
  [learntUserSchema]: ScimLearntUser.optional(),
}

export const ScimUser = z.object({
  schemas,
  id: text,
  meta: ScimMeta,
  ...userAttributes,
  groups: z.array(ScimReference).optional(),
})
export const ScimUserWrite = z.object({ schemas, password: text.optional(), ...userAttributes })

const groupAttributes = {
  externalId: text.optional(),
  displayName: text,
  members: z.array(ScimReference).optional(),
}
export const ScimGroup = z.object({ schemas, id: text, meta: ScimMeta, ...groupAttributes })
export const ScimGroupWrite = z.object({ schemas, ...groupAttributes })

/** A page of resources; with `attributes` or `excludedAttributes`, without some of theirs. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    schemas,
    totalResults: z.number().int(),
    startIndex: z.number().int(),
    itemsPerPage: z.number().int(),
    Resources: z.array(item),
  })
export const ScimUserList = listOf(ScimUser)
export const ScimGroupList = listOf(ScimGroup)
export const ScimResourceList = listOf(z.union([ScimUser, ScimGroup]))

const picking = { attributes: text.optional(), excludedAttributes: text.optional() }
export const ScimPicking = z.object(picking)
export const ScimQuery = z.object({
  filter: text.optional(),
  sortBy: text.optional(),
  sortOrder: z.enum(['ascending', 'descending']).optional(),
  startIndex: z.number().int().optional(),
  count: z.number().int().optional(),
  ...picking,
})
export const ScimSearch = ScimQuery.extend({
  schemas,
  attributes: z.array(text).optional(),
  excludedAttributes: z.array(text).optional(),
})

export const ScimPatch = z.object({
  schemas,
  Operations: z.array(
    z.object({ op: z.enum(['add', 'replace', 'remove']), path: text.optional(), value: z.unknown().optional() }),
  ),
})

export const ScimBulk = z.object({
  schemas,
  failOnErrors: z.number().int().optional(),
  Operations: z.array(
    z.object({
      method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
      path: text,
      bulkId: text.optional(),
      version: text.optional(),
      data: z.record(text, z.unknown()).optional(),
    }),
  ),
})

export const ScimErrorAnswer = z.object({
  schemas,
  status: text,
  scimType: text.optional(),
  detail: text,
})

export const ScimBulkAnswer = z.object({
  schemas,
  Operations: z.array(
    z.object({
      method: text,
      bulkId: text.optional(),
      location: text.optional(),
      version: text.optional(),
      status: text,
      response: ScimErrorAnswer.optional(),
    }),
  ),
})

export const ScimAttribute = z.object({
  name: text,
  type: text,
  multiValued: z.boolean(),
  required: z.boolean(),
  caseExact: z.boolean(),
  mutability: text,
  returned: text,
  uniqueness: text,
  description: text,
  canonicalValues: z.array(text).optional(),
  referenceTypes: z.array(text).optional(),
  get subAttributes() {
    return z.array(ScimAttribute).optional()
  },
})
export const ScimSchema = z.object({
  schemas,
  id: text,
  name: text,
  description: text,
  attributes: z.array(ScimAttribute),
  meta: ScimMeta,
})
export const ScimSchemaList = listOf(ScimSchema)

export const ScimResourceType = z.object({
  schemas,
  id: text,
  name: text,
  endpoint: text,
  description: text,
  schema: text,
  schemaExtensions: z.array(z.object({ schema: text, required: z.boolean() })),
  meta: ScimMeta,
})
export const ScimResourceTypeList = listOf(ScimResourceType)

const supported = z.object({ supported: z.boolean() })
export const ScimProviderConfig = z.object({
  schemas,
  patch: supported,
  bulk: supported.extend({ maxOperations: z.number().int(), maxPayloadSize: z.number().int() }),
  filter: supported.extend({ maxResults: z.number().int() }),
  changePassword: supported,
  sort: supported,
  etag: supported,
  authenticationSchemes: z.array(
    z.object({ type: text, name: text, description: text, specUri: text, primary: z.boolean() }),
  ),
  meta: ScimMeta,
})
