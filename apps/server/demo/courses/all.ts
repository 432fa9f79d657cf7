import type { DemoCourse } from '../shapes.ts'
import { customerConversations } from './customer-conversations.ts'
import { dataProtection } from './data-protection.ts'
import { equalityAndInclusion } from './equality-and-inclusion.ts'
import { fireSafety } from './fire-safety.ts'
import { fireSafetyAr } from './fire-safety-ar.ts'
import { firstAidBasics } from './first-aid-basics.ts'
import { foodHygiene } from './food-hygiene.ts'
import { givingFeedback } from './giving-feedback.ts'
import { informationSecurity } from './information-security.ts'
import { informationSecurityAr } from './information-security-ar.ts'
import { manualHandling } from './manual-handling.ts'
import { newManagerEssentials } from './new-manager-essentials.ts'
import { safeRemoteWorking } from './safe-remote-working.ts'
import { usingLearnt } from './using-learnt.ts'

export const demoCourses: DemoCourse[] = [
  usingLearnt,
  informationSecurity,
  dataProtection,
  fireSafety,
  firstAidBasics,
  manualHandling,
  foodHygiene,
  customerConversations,
  givingFeedback,
  equalityAndInclusion,
  safeRemoteWorking,
  newManagerEssentials,
  fireSafetyAr,
  informationSecurityAr,
]
