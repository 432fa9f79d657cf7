import { part } from '../../routes/paths.ts'

export const credentialPaths = {
  /** The public page of a certificate or a badge. */
  verify: (credentialId: string) => `/verify/${part(credentialId)}`,
} as const
