// What the published JSON schema of Open Badges 3.0 requires of the parts that our credentials have, in our own words,
// because the text is 1EdTech's. Source:
// https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json

const text = { type: 'string' }
const moment = { type: 'string', format: 'date-time' }
const typed = (name: string) => ({ type: 'array', minItems: 1, contains: { enum: [name] }, items: text })
const image = {
  type: 'object',
  properties: { id: text, type: { type: 'string', enum: ['Image'] }, caption: text },
  required: ['id', 'type'],
  additionalProperties: false,
}
const profile = {
  type: 'object',
  properties: { id: text, type: typed('Profile'), name: text, url: text, image },
  required: ['id', 'type'],
  additionalProperties: true,
}
const identity = {
  type: 'object',
  properties: {
    type: { type: 'string', enum: ['IdentityObject'] },
    hashed: { type: 'boolean' },
    identityHash: text,
    identityType: { type: 'string', enum: ['name', 'userName', 'emailAddress', 'identifier'] },
    salt: text,
  },
  required: ['type', 'hashed', 'identityHash', 'identityType'],
  additionalProperties: false,
}
const achievement = {
  type: 'object',
  properties: {
    id: text,
    type: typed('Achievement'),
    name: text,
    description: text,
    criteria: { type: 'object', properties: { id: text, narrative: text }, additionalProperties: true },
    image,
  },
  required: ['id', 'type', 'criteria', 'description', 'name'],
  additionalProperties: true,
}

export const openBadgesSchemaUrl =
  'https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json'

export const openBadgesSchema = {
  $schema: 'https://json-schema.org/draft/2019-09/schema#',
  $id: openBadgesSchemaUrl,
  type: 'object',
  properties: {
    '@context': {
      type: 'array',
      minItems: 2,
      maxItems: 2,
      items: [
        { enum: ['https://www.w3.org/ns/credentials/v2'] },
        {
          type: 'string',
          pattern: '^https:\\/\\/purl\\.imsglobal\\.org\\/spec\\/ob\\/v3p0\\/context(-3\\.\\d\\.\\d)*\\.json$',
        },
      ],
    },
    id: text,
    type: {
      allOf: [
        typed('VerifiableCredential'),
        { type: 'array', contains: { enum: ['AchievementCredential', 'OpenBadgeCredential'] } },
      ],
    },
    name: text,
    awardedDate: moment,
    validFrom: moment,
    validUntil: moment,
    issuer: { oneOf: [text, profile] },
    credentialSubject: {
      type: 'object',
      properties: {
        id: text,
        type: typed('AchievementSubject'),
        identifier: { type: 'array', items: identity },
        achievement,
      },
      required: ['type', 'achievement'],
      additionalProperties: true,
    },
    credentialStatus: {
      type: 'object',
      properties: { id: text, type: text },
      required: ['id', 'type'],
      additionalProperties: true,
    },
    proof: {
      type: 'array',
      items: {
        type: 'object',
        properties: { type: text, created: moment },
        required: ['type'],
        additionalProperties: true,
      },
    },
  },
  required: ['@context', 'id', 'type', 'credentialSubject', 'issuer', 'validFrom'],
  additionalProperties: true,
}
