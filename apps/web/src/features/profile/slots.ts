import type { ComponentType } from 'react'
import { ProfileCertificates } from '../certificates/lazy-parts.ts'
import { ProfileFields } from '../custom-fields/lazy-parts.ts'
import { ProfilePoints } from '../points/lazy-parts.ts'

/** Sections of the profile page that later parts of the product bring along, in this order; an empty slot renders nothing. */
export interface ProfileSlots {
  badges?: ComponentType
  certificates?: ComponentType
  points?: ComponentType
  fields?: ComponentType
}

export const profileSlots: ProfileSlots = {
  certificates: ProfileCertificates,
  points: ProfilePoints,
  fields: ProfileFields,
}
