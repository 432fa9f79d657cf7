import { firePictures } from './fire.ts'
import { healthPictures } from './health.ts'
import type { Illustration } from './parts.ts'
import { peoplePictures } from './people.ts'
import { securityPictures } from './security.ts'

/** Pictures inside pages and packages. Names end in `-ar` where the words are Arabic. */
export const illustrations: Record<string, Illustration> = {
  ...securityPictures,
  ...firePictures,
  ...healthPictures,
  ...peoplePictures,
}
