import { createRequire } from 'node:module'

/** Version of the product: that of the repository's package.json. */
export const productVersion: string = (
  createRequire(import.meta.url)('../../../../package.json') as { version: string }
).version
