import type { Reset } from '@learnt/contract/cycles'
import type { MediaPath } from './media.ts'

/** When an activity is complete. `percent` is 1 to 100. */
export type CompletionRule =
  | { rule: 'view' }
  | { rule: 'tick' }
  | { rule: 'watch'; percent: number }
  | { rule: 'score'; percent: number }
  | { rule: 'package' }

export type DemoTenantId = 'learnt' | 'munro' | 'stellar'
export type DemoLanguage = 'en' | 'ar'

export interface DemoCaptions {
  language: DemoLanguage
  label: string
  /** WebVTT. */
  media: MediaPath
}

interface DemoActivityBase {
  /** Stable inside its course; history refers to it. */
  key: string
  title: string
  /** What a learner needs, as an estimate. */
  minutes: number
  completion: CompletionRule
}

export interface DemoPage extends DemoActivityBase {
  kind: 'page'
  /** Only h2 h3 p ul ol li strong em blockquote table and img; images as `demo-media:<MediaPath>`, see withMedia(). */
  html: string
}

export interface DemoVideo extends DemoActivityBase {
  kind: 'video'
  /** MP4, H.264 and AAC. */
  media: MediaPath
  /** The same film as WebM (VP9, Opus). */
  alternative?: MediaPath
  poster: MediaPath
  captions: DemoCaptions[]
  /** Plain text, one paragraph a line. */
  transcript: string
}

export interface DemoAudio extends DemoActivityBase {
  kind: 'audio'
  media: MediaPath
  captions: DemoCaptions[]
  transcript: string
}

export interface DemoDocument extends DemoActivityBase {
  kind: 'document'
  media: MediaPath
  /** The file name of the download. */
  fileName: string
}

export interface DemoLink extends DemoActivityBase {
  kind: 'link'
  url: string
}

export interface DemoScorm extends DemoActivityBase {
  kind: 'scorm'
  fileName: string
  /** Give this to buildScormPackage() for the zip. */
  package: ScormCourse
}

export type DemoActivity = DemoPage | DemoVideo | DemoAudio | DemoDocument | DemoLink | DemoScorm

export interface DemoSection {
  title: string
  activities: DemoActivity[]
}

export interface DemoCourse {
  slug: string
  language: DemoLanguage
  title: string
  description: string
  category: string
  tags: string[]
  /** 640 by 360 WebP; the drawing it was made from lies beside it as SVG. */
  cover: MediaPath
  minutes: number
  /** When everybody repeats it; absent: never. */
  reset?: Reset
  /** The author's text on the start page. */
  start?: string
  /** Learners may start over. */
  mayStartOver?: boolean
  sections: DemoSection[]
}

/** A course whose steps are courses. */
export interface DemoBundle {
  slug: string
  title: string
  description: string
  category: string
  tags: string[]
  cover: MediaPath
  courses: string[]
  tenants: DemoTenantId[]
}

/** Courses in sections, in an order or as people choose. */
export interface DemoPathway {
  slug: string
  title: string
  description: string
  /** The picture of a course or bundle of the same tenant. */
  cover: MediaPath
  category: string
  tags: string[]
  order: 'sequenced' | 'choice'
  /** Courses to be finished before any step opens. */
  prerequisites: string[]
  sections: {
    title: string
    /** How many steps of the section are enough; absent: all. */
    anyOf?: number
    /** `dueDays`: counted from the previous step. */
    steps: { course: string; isOptional?: boolean; dueDays?: number }[]
  }[]
  rule: Partial<Record<keyof DemoAttributes, string[]>>
  dueDays: number
  /** Why the first step was waived for a person. */
  waivedFor?: string
  tenant: DemoTenantId
}

/** Pathways and courses that are assigned as one. The first course is required. */
export interface DemoLearningPackage {
  slug: string
  title: string
  description: string
  cover: MediaPath
  category: string
  tags: string[]
  pathways: string[]
  courses: string[]
  rule: Partial<Record<keyof DemoAttributes, string[]>>
  dueDays: number
  tenant: DemoTenantId
}

export type ScormVersion = '1.2' | '2004-2nd' | '2004-3rd' | '2004-4th'

export interface ScormCourse {
  /** Becomes the manifest identifier: letters, digits, dot, underscore, hyphen. */
  identifier: string
  title: string
  description?: string
  version: ScormVersion
  language: DemoLanguage
  /** Colours of the slides as #rrggbb; the defaults suit white text. */
  colours?: { primary: string; accent: string }
  /** One entry makes a single-SCO package; more are listed as items that a learner may take in any order. */
  scos: ScormSco[]
}

export interface ScormSco {
  /** Folder and identifier: lower-case letters, digits, hyphen. */
  key: string
  title: string
  /** Share of right answers that is needed. Without questions the SCO completes when its last slide was viewed. */
  passPercent?: number
  slides: ScormSlide[]
}

export interface ScormContentSlide {
  kind: 'content'
  title: string
  html: string
  image?: ScormImage
}

export interface ScormQuestionSlide {
  kind: 'question'
  /** Interaction id, unique in its SCO. */
  id: string
  title: string
  prompt: string
  /** `single`: one right answer; `several`: every right answer and no wrong one. */
  answer: 'single' | 'several'
  options: { text: string; right?: boolean }[]
  /** Shown after answering, right or wrong. */
  explanation: string
  image?: ScormImage
}

export interface ScormImage {
  /** A file under `media/`, copied into the package. */
  media: string
  alt: string
}

export type ScormSlide = ScormContentSlide | ScormQuestionSlide

export interface DemoField {
  field: 'loc1' | 'loc2' | 'loc3' | 'div1' | 'div2' | 'custom1' | 'custom2'
  label: string
}

export interface DemoTeamTheme {
  /** A palette of the product's list. */
  palette: 'learnt' | 'default' | 'sunset' | 'greeny' | 'beach' | 'tech' | 'sweetHues' | 'deepOcean' | 'slate'
  primaryColor: string
  secondaryColor: string
  sidebarBackgroundColor: string
  topHeaderBackgroundColor: string
  iconLogo: MediaPath
  loggedOutLogo: MediaPath
  favicon: MediaPath
  loggedOutBackgroundImage: MediaPath
}

export interface DemoTeam {
  id: string
  tenantId: DemoTenantId
  displayName: string
  supportEmail: string
  isDefault: boolean
  theme: DemoTeamTheme
}

export interface DemoTenant {
  id: DemoTenantId
  displayName: string
  /** What the free columns of a membership mean here. */
  fields: DemoField[]
  teams: DemoTeam[]
}

export type DemoStatus =
  | 'active'
  | 'inactive'
  | 'archived'
  | 'maternity leave'
  | 'paternity leave'
  | 'sick leave'
  | 'compassionate leave'
  | 'leave without pay'
  | 'terminated'

export type DemoRole = 'learner' | 'manager' | 'admin' | 'superadmin'

/** Every attribute is a list, as rules read them. */
export interface DemoAttributes {
  position: string[]
  tags: string[]
  loc1: string[]
  loc2: string[]
  loc3: string[]
  div1: string[]
  div2: string[]
  custom1: string[]
  custom2: string[]
}

export interface DemoMembership {
  teamId: string
  isDefault: boolean
  status: DemoStatus
  roles: DemoRole[]
  /** Keys of the people who manage this person in this tenant. */
  managers: string[]
  attributes: DemoAttributes
}

export interface DemoPerson {
  /** Unique over all tenants, stable for a seed: the e-mail address. */
  key: string
  tenantId: DemoTenantId
  email: string
  firstName: string
  lastName: string
  phone: string
  /** YYYY-MM-DD. */
  dob: string
  employeeId: string
  language: DemoLanguage
  timeZone: string
  /** YYYY-MM-DD. */
  hireDate: string
  /** YYYY-MM-DD, of people who left. */
  terminationDate?: string
  /** YYYY-MM-DD, the first day of absence; of people whose status is a leave or inactive. */
  awaySince?: string
  /** Set on the demo accounts. */
  account?: DemoRole
  /** The first is the main one. */
  memberships: [DemoMembership, ...DemoMembership[]]
}

/** How one tenant uses a course. */
export interface DemoOffering {
  tenantId: DemoTenantId
  courseSlug: string
  state: 'published' | 'draft' | 'unpublished' | 'archived'
  /** Days before the end date. */
  createdDaysAgo: number
  publishedDaysAgo?: number
}

/** A rule over membership attributes: all fields, any value of each. An empty map matches everybody. */
export interface DemoPermission {
  key: string
  tenantId: DemoTenantId
  courseSlug: string
  title: string
  rule: Partial<Record<keyof DemoAttributes, string[]>>
  required: boolean
  /** Days after the assignment; only of required ones. */
  dueDays?: number
  /** Days before the end date. */
  publishedDaysAgo: number
}

export interface DemoAttempt {
  startedAt: Date
  endedAt: Date
  /** 0 to 100. */
  score?: number
  passed?: boolean
}

export interface DemoActivityProgress {
  activityKey: string
  startedAt: Date
  lastAt: Date
  completedAt?: Date
  /** 0 to 100; a film's is the share watched. */
  progressPercent: number
  /** Best score, 0 to 100. */
  score?: number
  passed?: boolean
  timeSpentSeconds: number
  /** One for each sitting. */
  attempts: DemoAttempt[]
}

export interface DemoAssignment {
  personKey: string
  tenantId: DemoTenantId
  teamId: string
  courseSlug: string
  /** The rule that gave it. */
  permissionKey: string
  required: boolean
  assignedAt: Date
  dueAt?: Date
  startedAt?: Date
  lastActivityAt?: Date
  completedAt?: Date
  state: 'not started' | 'in progress' | 'completed'
  /** Share of the activities that are complete, rounded down. */
  progressPercent: number
  /** Mean of the scored activities' best scores. */
  score?: number
  timeSpentSeconds: number
  /** In the course's order; only opened ones. */
  activities: DemoActivityProgress[]
}
