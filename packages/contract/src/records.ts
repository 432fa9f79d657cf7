import { z } from 'zod'
import { ActivityKind, CourseContent } from './courses.ts'
import { StoredFile } from './files.ts'
import { PackageEdition, PackageKind } from './packages.ts'
import { ProgressState } from './states.ts'
import { Id, Moment } from './values.ts'

/** A version that somebody was on, and when. */
export const SeenVersion = z.object({
  versionId: Id,
  number: z.number().int(),
  publishedAt: Moment,
  from: Moment,
  /** Null: they are on it still. */
  until: Moment.nullable(),
})
export type SeenVersion = z.infer<typeof SeenVersion>

/** A SCORM package exactly as it was uploaded. */
export const RecordedPackage = z.object({
  id: Id,
  title: z.string(),
  kind: PackageKind,
  edition: PackageEdition,
  /** Identifier and version as its manifest names them; often empty. */
  identifier: z.string(),
  version: z.string(),
  scoCount: z.number().int(),
  fileName: z.string(),
  /** Of the archive: the same figure is the same package, byte by byte. */
  sha256: z.string(),
  importedAt: Moment,
})
export type RecordedPackage = z.infer<typeof RecordedPackage>

/** What somebody did in a step. Steps of every version that they were on are among them. */
export const RecordedStep = z.object({
  id: Id,
  title: z.string(),
  kind: ActivityKind,
  /** Numbers of the versions that have it, of those that the person was on. */
  versions: z.array(z.number().int()),
  state: ProgressState,
  progress: z.number(),
  scorePercent: z.number().nullable(),
  startedAt: Moment.nullable(),
  completedAt: Moment.nullable(),
  attempts: z.array(
    z.object({ number: z.number().int(), packageId: Id, startedAt: Moment, lastSavedAt: Moment.nullable() }),
  ),
})
export type RecordedStep = z.infer<typeof RecordedStep>

/** What exactly somebody saw of a course in one cycle: each version with its pages and files as they were. */
export const CourseRecord = z.object({
  userCourseId: Id,
  courseId: Id,
  title: z.string(),
  /** Whose it is. */
  name: z.string(),
  cycle: z.number().int(),
  state: ProgressState,
  /** Newest first; empty while nothing has been opened. */
  versions: z.array(SeenVersion),
  steps: z.array(RecordedStep),
  /** The packages of the version that is shown, and of all attempts. */
  packages: z.array(RecordedPackage),
  /** The version that was asked for, else the newest. */
  shown: z
    .object({
      versionId: Id,
      number: z.number().int(),
      content: CourseContent,
      files: z.array(StoredFile),
    })
    .nullable(),
})
export type CourseRecord = z.infer<typeof CourseRecord>

/** `version`: the one to show. */
export const recordQuery = z.object({ version: Id.optional() })
export const recordLaunchBody = z.strictObject({ versionId: Id, activityId: Id })
